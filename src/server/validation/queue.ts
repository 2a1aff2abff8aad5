import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { QueueItem, readQueue } from '#domain/validation/contract.ts'
import type { DeskRules, DueGroup, QueueKind } from '#domain/validation/desk/due.ts'
import { compareDue, dueGroup, isDueAsked, LOAD_DAYS, queueKinds } from '#domain/validation/desk/due.ts'
import { groupsBy, onlyOf } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { nextWorkingDays } from '#domain/values/working-days.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import type { Dated } from '#server/validation/desk/due-days.ts'
import { dueDays } from '#server/validation/desk/due-days.ts'
import type { WaitingItem } from '#server/validation/desk/waiting.ts'
import { allWaiting, assignmentsOf, isAssigned, union, waiting } from '#server/validation/desk/waiting.ts'
import { evaluatorName } from '#server/validation/evaluator.ts'

type Fragment = RawBuilder<unknown>
type Answer = AnswerOf<typeof readQueue>
type Facets = Pick<Answer, 'counts' | 'views'>
/** What an item says of itself, without its due date and assignment. */
type ItemFacts = Omit<QueueItem, 'dueOn' | 'assignee' | 'version'>
/** Who reads the queue, and when. */
type Reading = { userId: string; today: Day; rules: DeskRules }

/** The displayed columns of the items of a page `w`. */
const read: Record<QueueKind, Fragment> = {
  documentation: sql`
    select w.kind, w.id, p.id as "idGenericEntity", p.kind as role, p.display_name as participant,
      null as "requestType", w."receivedAt",
      (select count(*) || case when count(*) = 1 then ' documento' else ' documentos' end
        from document d join document_version x on x.document_id = d.id and x.is_current
          and ${hasStatus(sql`x.status`, documentMachine.sets.undecided)}
        where d.validation_id = v.id) as detail
    from w join validation v on v.id = w.id join participant p on p.id = v.participant_id
    where w.kind = 'documentation'`,
  report: sql`
    select w.kind, w.id, p.id, p.kind, p.display_name, v.request_type, w."receivedAt",
      concat_ws(' · ', s.description, ${evaluatorName})
    from w join validation v on v.id = w.id join participant p on p.id = v.participant_id
      join service s on s.id = v.service_id join participant e on e.id = v.evaluator_id
    where w.kind = 'report'`,
  incident: sql`
    select w.kind, w.id, p.id, p.kind, p.display_name, null, w."receivedAt", i.title
    from w join incident i on i.id = w.id join participant p on p.id = i.provider_id
    where w.kind = 'incident'`,
}

const details = union(queueKinds.map(kind => read[kind]))

// Prepared, because planning takes longer than reading; the plan always follows the indexes of waiting items.
const countsOf = statement((db, { userId }: { userId: string }) =>
  sql<{ kind: QueueKind; all: number; mine: number; taken: number }>`${union(
    queueKinds.map(
      kind => sql`
        select ${sql.lit(kind)} as kind, (select count(*) from (${waiting[kind]}) w) as all,
          count(*) filter (where a.user_id = ${userId}) as mine, count(*) as taken
        from queue_assignment a join (${waiting[kind]}) w on w.id = a.object_id
        where a.kind = ${sql.lit(kind)} and a.user_id is not null and ${isAssigned}`,
    ),
  )}`.compile(db),
)

type Page = { offset: number; size: number }

const pagesOf = (asked: readonly QueueKind[], way: Fragment) =>
  statement((db, { offset, size }: Page) => {
    const order = sql`order by "receivedAt" ${way}, id ${way}`
    // At most one page of each kind, in index order.
    const first = asked.map(
      kind => sql`(select ${sql.lit(kind)} as kind, * from (${waiting[kind]}) w ${order}
        limit ${offset}::bigint + ${size}::bigint)`,
    )
    return sql<ItemFacts>`
      with w as materialized (select * from (${union(first)}) w ${order} limit ${size}::bigint offset ${offset}::bigint)
      select * from (${details}) r ${order}`.compile(db)
  })

const pages = Object.fromEntries(
  [...queueKinds, 'all' as const].map(asked => {
    const some = asked === 'all' ? queueKinds : [asked]
    return [asked, { asc: pagesOf(some, sql`asc`), desc: pagesOf(some, sql`desc`) }]
  }),
)

/**
 * One page of the queue, oldest first by default, with the numbers of each kind and assignee. In the order of arrival and
 * without a filter it is read by index; otherwise all that waits is sorted here, by the calendar of working days.
 */
export async function queuePage(db: Db, query: QueryOf<typeof readQueue>, reading: Reading): Promise<Answer> {
  const [field, way] = query.sort.split(',') as [string, string | undefined]
  const isPlain = field === 'receivedAt' && query.assignee === undefined && query.due === undefined
  return isPlain ? plainPage(db, query, way === 'desc', reading) : sortedPage(db, query, reading)
}

async function plainPage(
  db: Db,
  query: QueryOf<typeof readQueue>,
  newestFirst: boolean,
  reading: Reading,
): Promise<Answer> {
  const page = pages[query.kind ?? 'all']![newestFirst ? 'desc' : 'asc']
  const found = page(db, { offset: query.page * query.size, size: query.size })
  const [items, numbers] = await Promise.all([found, countsOf(db, { userId: reading.userId })])
  const counted = numbers.filter(({ kind }) => query.kind === undefined || query.kind === kind)
  const sum = (of: 'all' | 'mine' | 'taken') => counted.reduce((total, each) => total + each[of], 0)
  return {
    content: await withDesk(db, items, reading),
    totalElements: sum('all'),
    counts: perKind(kind => onlyOf(numbers.filter(each => each.kind === kind)).all),
    views: { mine: sum('mine'), unassigned: sum('all') - sum('taken'), all: sum('all') },
  }
}

const perKind = (count: (kind: QueueKind) => number): Facets['counts'] => ({
  documentation: count('documentation'),
  report: count('report'),
  incident: count('incident'),
})

async function sortedPage(db: Db, query: QueryOf<typeof readQueue>, reading: Reading): Promise<Answer> {
  const { userId, today } = reading
  const items = await allWaiting(db)
  const due = await dueDays(db, items, reading.rules)
  const all = items.filter(item => query.due === undefined || isDueAsked(due(item), query.due, today))
  const asked = query.assignee === 'me' ? userId : query.assignee === 'none' ? null : query.assignee
  const isAsked = ({ assigneeId }: WaitingItem) => asked === undefined || assigneeId === asked
  const isOfKind = ({ kind }: WaitingItem) => query.kind === undefined || kind === query.kind
  const found = all.filter(item => isAsked(item) && isOfKind(item))
  const [field, way] = query.sort.split(',') as [string, string | undefined]
  // They come in the order of arrival, which stays among those due on one day.
  const isByDue = field === 'dueOn'
  if (isByDue) found.sort((a, b) => compareDue(due(a), due(b)))
  if (way === 'desc') found.reverse()
  const page = found.slice(query.page * query.size, (query.page + 1) * query.size)
  const shown = all.filter(isAsked)
  const ofKind = all.filter(isOfKind)
  return {
    content: await itemsOf(db, page, reading),
    totalElements: found.length,
    counts: perKind(kind => shown.filter(item => item.kind === kind).length),
    views: {
      mine: ofKind.filter(item => item.assigneeId === userId).length,
      unassigned: ofKind.filter(item => item.assigneeId === null).length,
      all: ofKind.length,
    },
    ...(isByDue
      ? {
          groups: numbersOf(found.map(item => dueGroup(due(item), today))),
          load: await loadOf(db, items, due, reading),
        }
      : {}),
  }
}

const numbersOf = (groups: readonly DueGroup[]): Record<DueGroup, number> => {
  const numbers = { overdue: 0, today: 0, week: 0, later: 0 }
  for (const group of groups) numbers[group]++
  return numbers
}

/** What is due on the next working days, by assignee. */
async function loadOf(
  db: Db,
  items: readonly WaitingItem[],
  due: (item: Dated) => Day | null,
  { today, rules }: Reading,
): Promise<Answer['load']> {
  const days = nextWorkingDays(today, LOAD_DAYS, rules.holidays)
  const coming = items.flatMap(item => {
    const day = due(item)
    return day !== null && days.includes(day) ? [{ ...item, day }] : []
  })
  const assignments = await assignmentsOf(db, coming)
  const alike = groupsBy(coming, ({ id, day }) => `${day} ${assignments.get(id)?.assignee?.id ?? ''}`)
  return {
    days,
    due: [...alike.values()].map(same => ({
      day: same[0].day,
      assignee: assignments.get(same[0].id)?.assignee ?? null,
      count: same.length,
    })),
  }
}

/** Some items that wait, as the queue shows them, in their order. */
export async function itemsOf(db: Db, items: readonly Dated[], reading: Reading): Promise<QueueItem[]> {
  if (items.length === 0) return []
  const { rows } = await sql<ItemFacts>`
    with w as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as w (kind text, id text, "receivedAt" timestamptz))
    select * from (${details}) r`.execute(db)
  const found = new Map(rows.map(row => [row.id, row]))
  return withDesk(
    db,
    items.flatMap(({ id }) => found.get(id) ?? []),
    reading,
  )
}

async function withDesk(db: Db, items: readonly ItemFacts[], { rules }: Reading): Promise<QueueItem[]> {
  const due = await dueDays(db, items, rules)
  const assignments = await assignmentsOf(db, items)
  return items.map(item => ({
    ...item,
    dueOn: due(item),
    ...(assignments.get(item.id) ?? { assignee: null, version: 0 }),
  }))
}
