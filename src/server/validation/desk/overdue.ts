import { sql } from 'kysely'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { dueOn, isOverdue, type QueueKind } from '#domain/validation/desk/due.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'
import type { AppContext } from '#server/app/app-context.ts'
import type { Transaction } from '#server/app/transaction.ts'
import { inTransaction } from '#server/app/transaction.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { lockParticipants } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'
import { clarificationPauses } from '#server/validation/clarification/pauses.ts'
import type { WaitingItem } from '#server/validation/desk/waiting.ts'
import { allWaiting } from '#server/validation/desk/waiting.ts'

/** Announcements per transaction, which locks their participants. */
const AT_ONCE = 200

type Late = WaitingItem & { dueOn: Day }

/**
 * Tells the assignee of what is overdue, or CCI where there is none, once for each coming in (DESK-08). Due dates do not
 * depend on it. Idempotent, at any hour and on any number of servers.
 */
export async function announceOverdue(app: AppContext): Promise<void> {
  for (;;) {
    const told = await inTransaction(app, null, async tx => {
      if (!(await isAlone(tx.db, jobLocks.overdue))) return 0
      const late = (await untold(tx)).slice(0, AT_ONCE)
      if (late.length === 0) return 0
      const facts = await factsOf(tx.db, late)
      await lockParticipants(tx.db, [...new Set([...facts.values()].map(ownerOf))])
      // Read again under the locks: what was decided or deleted meanwhile is not overdue.
      const still = new Set((await untold(tx)).map(({ id }) => id))
      for (const item of late.filter(({ id }) => still.has(id))) tell(tx, item, facts.get(item.id)!)
      await markTold(tx.db, late)
      return late.length
    })
    if (told < AT_ONCE) return
  }
}

const ownerOf = ({ participantId, providerId }: EventPayload) => (participantId ?? providerId)!

/** What is overdue and was not announced, the oldest first. */
async function untold({ db, today }: Transaction): Promise<Late[]> {
  const rules = await centreRulesOf(db)
  const { rows } = await sql<{ id: string; at: string }>`
    select object_id as id, overdue_told_for as at from queue_assignment where overdue_told_for is not null`.execute(db)
  const told = new Map(rows.map(({ id, at }) => [id, at]))
  const waiting = await allWaiting(db)
  const pauses = await clarificationPauses(
    db,
    waiting.map(({ id }) => id),
  )
  return waiting.flatMap(item => {
    const due = dueOn(item.kind, madridDay(item.receivedAt), rules, pauses.get(item.id))
    return due !== null && isOverdue(due, today) && told.get(item.id) !== item.receivedAt
      ? [{ ...item, dueOn: due }]
      : []
  })
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

/** What a notification about each item says, by the id of the item. */
async function factsOf(db: Db, items: readonly WaitingItem[]): Promise<Map<string, EventPayload>> {
  const ids = items.map(({ id }) => id)
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
