import { sql } from 'kysely'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { isOverdue, type QueueKind, queueKinds } from '#domain/validation/desk/due.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { lockParticipants } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'
import { dueByDay, dueDays } from '#server/validation/desk/due-days.ts'
import type { WaitingItem } from '#server/validation/desk/waiting.ts'
import { union, withAssignees } from '#server/validation/desk/waiting.ts'

/** Announcements per transaction, which locks their participants. */
export const AT_ONCE = 100

type Late = WaitingItem & { dueOn: Day }

/**
 * Tells the assignee of what is overdue, or CCI where there is none, once for each coming in (DESK-08). Due dates do not
 * depend on it. Idempotent, at any hour and on any number of servers.
 */
export async function announceOverdue(app: AppContext): Promise<void> {
  const ids = await lateUnlessPaused(app.db, app.clock.today())
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    if (!(await inTransaction(app, null, tx => announceSome(tx, some)))) return
  }
}

/** @returns false when another server announces */
async function announceSome(tx: Transaction, ids: readonly string[]): Promise<boolean> {
  if (!(await isAlone(tx.db, jobLocks.overdue))) return false
  const facts = await factsOf(tx.db, ids)
  await lockParticipants(tx.db, [...new Set([...facts.values()].map(ownerOf))])
  // Read under the locks: what was decided, deleted or announced meanwhile is left out.
  const items = await unannounced(tx.db, ids)
  const due = await dueDays(tx.db, items, await centreRulesOf(tx.db))
  const late = items.flatMap(item => {
    const dueOn = due(item)
    return dueOn !== null && isOverdue(dueOn, tx.today) && facts.has(item.id) ? [{ ...item, dueOn }] : []
  })
  for (const item of late) tell(tx, item, valueIn(facts, item.id))
  if (late.length > 0) await markTold(tx.db, late)
  return true
}

const ownerOf = ({ participantId, providerId }: EventPayload) => (participantId ?? providerId)!

/** The items that wait and were not announced since they came in. */
const unannouncedItems = sql`
  (select w.* from (${union(queueKinds.map(withAssignees))}) w
   where not exists (select from queue_assignment q
     where q.kind = w.kind and q.object_id = w.id
       and q.overdue_told_for = date_trunc('milliseconds', w."receivedAt")))`

/** By id, as `withAssignees` reads them. */
async function unannounced(db: Db, ids: readonly string[]): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    select * from ${unannouncedItems} w where id = any(${ids}) order by "receivedAt", id`.execute(db)
  return rows
}

/**
 * What is overdue and was not announced, the oldest first, by id. A pause only makes a due date later, so the
 * items of a day that is not overdue need no look.
 */
async function lateUnlessPaused(db: Db, today: Day): Promise<string[]> {
  const { rows } = await sql<{ kind: QueueKind; day: Day; ids: string[] }>`
    select kind, ("receivedAt" at time zone 'Europe/Madrid')::date as day,
      array_agg(id::text order by "receivedAt", id) as ids
    from ${unannouncedItems} w group by 1, 2 order by 2, 1`.execute(db)
  const due = dueByDay(await centreRulesOf(db))
  return rows.filter(({ kind, day }) => isOverdue(due(kind, day), today)).flatMap(({ ids }) => ids)
}

function tell(tx: Transaction, { kind, id, receivedAt, dueOn: due, assigneeId }: Late, facts: EventPayload): void {
  tx.record({
    event: 'queue.overdue',
    object: { kind: kind === 'incident' ? 'incident' : 'validation', id },
    facts: { ...facts, dueOn: due, onceKey: `QUEUE_OVERDUE:${id}:${receivedAt}` },
    told: assigneeId === null ? {} : { assigneeId },
  })
}

async function markTold(db: Db, late: readonly Late[]): Promise<void> {
  await db
    .insertInto('queue_assignment')
    .values(late.map(({ kind, id, receivedAt }) => ({ kind, object_id: id, overdue_told_for: receivedAt })))
    .onConflict(conflict =>
      conflict
        .columns(['kind', 'object_id'])
        .doUpdateSet(eb => ({ overdue_told_for: eb.ref('excluded.overdue_told_for') })),
    )
    .execute()
}

type Row = {
  id: string
  kind: QueueKind
  ownerId: string
  ownerName: string
  serviceName: string | null
  title: string | null
  issuerId: string | null
}

/** What a notification about each of some items says, by its id. */
async function factsOf(db: Db, ids: readonly string[]): Promise<Map<string, EventPayload>> {
  const { rows } = await sql<Row>`
    select v.id, case v.kind when 'AUDIT_REPORT' then 'report' else 'documentation' end as kind, p.id as "ownerId",
      p.display_name as "ownerName", s.description as "serviceName", null as title, null as "issuerId"
    from validation v join participant p on p.id = v.participant_id left join service s on s.id = v.service_id
    where v.id = any(${ids})
    union all
    select i.id, 'incident', p.id, p.display_name, null, i.title, i.issuer_id
    from incident i join participant p on p.id = i.provider_id where i.id = any(${ids})`.execute(db)
  return new Map(rows.map(row => [row.id, payloadOf(row)]))
}

function payloadOf({ id, kind, ownerId, ownerName, serviceName, title, issuerId }: Row): EventPayload {
  if (kind === 'documentation') return { participantId: ownerId, participantName: ownerName, validationId: id }
  const provider = { providerId: ownerId, providerName: ownerName }
  return kind === 'report'
    ? { ...provider, serviceName: serviceName!, validationId: id }
    : { ...provider, incidentId: id, incidentTitle: title!, issuerId: issuerId! }
}
