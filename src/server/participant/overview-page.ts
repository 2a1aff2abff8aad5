import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { overviewSorts } from '#domain/participant/contract.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import type { Condition, Filter, Fragment } from '#server/participant/overview-filter.ts'
import { hasDocumentationStatus, hasRequestStatus } from '#server/participant/overview-filter.ts'
import { every, spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { prepared } from '#server/platform/database/statement.ts'

/**
 * The overview rows `o` of a kind that meet all filters. `plain`: those of a list as it opens, without a filter of its
 * reader. Its statements have few texts, each with one sensible plan, and are prepared. Not the list of an evaluator:
 * some have a thousand times the rows of others.
 */
export type Selection = { kind: InvitableKind; renewals: boolean; filters: readonly Filter[]; plain: boolean }

const ask = async <Row>(db: Db, { plain }: Selection, query: RawBuilder<Row>): Promise<Row[]> =>
  plain ? prepared(db, { compile: () => query.compile(db) }) : (await query.execute(db)).rows

/**
 * Open renewals with an evaluator of their own are rows of that evaluator alone: to others they show beside what they
 * renew.
 */
const ofKind = ({ kind, renewals }: Selection, column: Fragment): Condition =>
  renewals ? sql`${column} in (${kind}, 'RENEWAL')` : sql`${column} = ${kind}`

const rowsOf = (selection: Selection): Fragment =>
  sql`from overview_row o where ${ofKind(selection, sql`o.kind`)}
    and ${every(selection.filters.map(filter => filter.row))}`

/**
 * The number of rows of a selection. Reads the counts when its filters concern one facet, else counts the rows, by
 * index.
 */
export async function countOf(db: Db, selection: Selection): Promise<number> {
  const { filters } = selection
  const without = (one: Filter, instead: readonly Filter[]) =>
    countOf(db, { ...selection, filters: [...filters.filter(filter => filter !== one), ...instead] })
  const negated = filters.find(filter => filter.except)
  if (negated) {
    const less = without(negated, [negated.except!])
    return (await without(negated, [])) - (await less)
  }
  const either = filters.find(filter => filter.either)
  if (either) {
    const first = without(either, [either.either![0]])
    return (await without(either, [either.either![1]])) + (await first)
  }
  const facets = new Set(filters.map(filter => filter.facet?.name).filter(name => name !== ''))
  const [facet = 'incident'] = facets
  const counted =
    facets.size > 1 || facets.has(undefined)
      ? sql<{ total: number }>`select count(*) as total ${rowsOf(selection)}`
      : sql<{ total: number }>`
          select coalesce(sum(c.rows), 0)::bigint as total from overview_count c
          where ${ofKind(selection, sql`c.kind`)} and c.facet = ${facet} and ${every(filters.map(filter => filter.facet!.count))}`
  return onlyOf(await ask(db, selection, counted)).total
}

/**
 * The sort order of a list as consecutive segments, each in the order of an index. An order has several where its key
 * is derived, like a status, or may be missing: rows without it come last in both directions.
 */
type Order = { segments: readonly Filter[]; keys: readonly Fragment[] }

type SortKey = (typeof overviewSorts)[number]

function orderOf(name: SortKey, kind: InvitableKind, today: Day): Order {
  if (name === 'status') return orderOfStatus(kind, today)
  const columns: Record<Exclude<SortKey, 'status'>, [column: Fragment, by: Fragment]> = {
    provider: [sql`o.name`, sql`o.name ${spanish}`],
    service: [sql`o.service`, sql`o.service ${spanish}`],
    audit: [sql`o.evaluator`, sql`o.evaluator ${spanish}`],
    expiredAt: [sql`o.expires_on`, sql`o.expires_on`],
    sentAt: [sql`o.sent_at`, sql`o.sent_at`],
    score: [sql`o.rating`, sql`rating_level(o.rating)`],
  }
  const [column, by] = columns[name]
  const keys = [by, ...ties]
  if (name === 'provider') return { segments: [everyRow], keys }
  return { segments: [{ row: sql<SqlBool>`${column} is not null` }, { row: sql<SqlBool>`${column} is null` }], keys }
}

/** The only segment of an order whose key no row lacks; its total is read with that of the selection. */
const everyRow: Filter = { row: sql<SqlBool>`true`, facet: { name: '', count: sql<SqlBool>`true` } }

/** Makes an order total, so that every row is on one page. */
const ties = [sql`o.participant_id`, sql`o.id`]

/** Statuses in the alphabetical order of their labels; within one, by expiry. */
function orderOfStatus(kind: InvitableKind, today: Day): Order {
  const isRequest = kind === 'PROVIDER'
  const statuses: readonly string[] = isRequest ? reportRequestMachine.states : documentationMachine.states
  const labelOf = (status: string) => statusLabels[status as keyof typeof statusLabels]
  const sorted = statuses.toSorted((a, b) => compareSpanish(labelOf(a), labelOf(b)))
  const has = isRequest ? hasRequestStatus : hasDocumentationStatus
  const segments = [
    ...sorted.map(status => has(status, today)),
    ...(isRequest ? [{ row: sql<SqlBool>`o.status is null` }] : []),
  ]
  return { segments, keys: [isRequest ? sql`o.expires_on` : sql`o.lapses_on`, ...ties] }
}

export type Asked = { sort: string; page: number; size: number }

/**
 * The ids of the rows of a page. Reads the segments one after the other, and counts one only to skip it.
 */
export async function idsOf(db: Db, selection: Selection, today: Day, { sort, page, size }: Asked): Promise<string[]> {
  const [name, direction] = sort.split(',') as [SortKey, string | undefined]
  const descends = direction === 'desc'
  const { segments, keys } = orderOf(name, selection.kind, today)
  // What is missing comes last in both directions; statuses turn round.
  const inOrder = descends && name === 'status' ? turned(segments) : segments
  const ids: string[] = []
  let skip = page * size
  for (const segment of inOrder) {
    const part = { ...selection, filters: [...selection.filters, segment] }
    const found = await partOf(db, part, keys, { descends, skip, take: size - ids.length })
    ids.push(...found)
    if (ids.length === size) break
    if (segment === inOrder.at(-1)) break
    // A page that begins in this segment leaves nothing to skip in the next one.
    skip = found.length > 0 || skip === 0 ? 0 : Math.max(0, skip - (await countOf(db, part)))
  }
  return ids
}

const turned = (segments: readonly Filter[]) => [...segments.slice(0, -1).toReversed(), ...segments.slice(-1)]

/** Beyond this offset the rows are counted, to read a page of the second half from the end. */
const DEEP = 1000

type Part = { descends: boolean; skip: number; take: number }

async function partOf(db: Db, part: Selection, keys: readonly Fragment[], asked: Part): Promise<string[]> {
  const { descends, skip, take } = asked
  if (skip > DEEP) {
    const total = await countOf(db, part)
    if (skip >= total) return []
    if (skip > total / 2) {
      const end = Math.max(0, total - skip - take)
      const found = await read(db, part, keys, { descends: !descends, skip: end, take: total - skip - end })
      return found.toReversed()
    }
  }
  return read(db, part, keys, asked)
}

/** The limits of prepared statements. PostgreSQL does not keep a plan whose limit is a parameter: it expects many rows. */
const LIMITS = [10, 100, 1000]

async function read(db: Db, selection: Selection, keys: readonly Fragment[], { descends, skip, take }: Part) {
  const way = descends ? sql`desc` : sql`asc`
  const order = sql.join(keys.map(key => sql`${key} ${way}`))
  const limit = skip === 0 ? LIMITS.find(limit => limit >= take) : undefined
  const part = { ...selection, plain: selection.plain && limit !== undefined }
  const shown = part.plain ? sql`limit ${sql.lit(limit)}` : sql`limit ${take} offset ${skip}`
  const rows = await ask(db, part, sql<{ id: string }>`select o.id ${rowsOf(part)} order by ${order} ${shown}`)
  return rows.slice(0, take).map(row => row.id)
}
