import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import { t } from '#domain/language/translate.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { assignmentEvent, assignmentFacts, assignmentLabels } from '#domain/validation/desk/assignment.ts'
import type { QueueKind } from '#domain/validation/desk/due.ts'
import { isUnderReview } from '#domain/validation/validation.ts'
import { lockedIncident, visibleIncident } from '#server/incident/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { assignmentsOf } from '#server/validation/desk/waiting.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { lockedValidation, visibleValidation } from '#server/validation/queries.ts'
import { documentationFactsFor, requestFactsFor } from '#server/validation/wire.ts'

/** A documentation, request or incident as a task of CCI. */
export type Task = {
  kind: QueueKind
  id: string
  receivedAt: string
  waits: boolean
  /** The object of its entries in the audit log, and what they tell of it. */
  object: { kind: 'validation' | 'incident'; id: string }
  facts: EventPayload
}

type Reading = { validation: typeof visibleValidation; incident: typeof visibleIncident }
const seen: Reading = { validation: visibleValidation, incident: visibleIncident }
const locked: Reading = { validation: lockedValidation, incident: lockedIncident }

async function taskBy(read: Reading, db: Db, actor: Actor, kind: QueueKind, id: string): Promise<Task> {
  if (kind === 'incident') {
    const { createdAt, status, title, providerId, providerName, issuerId } = await read.incident(db, actor, id)
    const facts = { incidentId: id, incidentTitle: title, providerId, providerName, issuerId }
    const waits = incidentMachine.is.waiting(status)
    return { kind, id, receivedAt: createdAt, waits, object: { kind: 'incident', id }, facts }
  }
  const row = await read.validation(db, actor, id)
  if (kindOf(row) !== kind) throw new DomainError('notFound')
  return {
    kind,
    id,
    receivedAt: row.sent_at ?? row.created_at,
    waits: isUnderReview(row.status),
    object: { kind: 'validation', id },
    facts: row.kind === 'AUDIT_REPORT' ? requestFactsFor(row) : documentationFactsFor(row),
  }
}

const kindOf = (row: ValidationRow): QueueKind => (row.kind === 'AUDIT_REPORT' ? 'report' : 'documentation')

/**
 * What waits for CCI now.
 * @throws DomainError notFound, also for what waits no more
 */
export async function waitingTask(db: Db, actor: Actor, kind: QueueKind, id: string): Promise<Task> {
  const task = await taskBy(seen, db, actor, kind, id)
  if (!task.waits) throw new DomainError('notFound')
  return task
}

/**
 * Gives a task to a user of CCI, hands it over, or gives it back (DESK-01).
 * @throws DomainError notFound, notWaiting, changedMeanwhile, and invalid for who is not a user of CCI
 */
export async function giveTask(
  tx: Transaction,
  actor: Actor,
  { kind, id }: { kind: QueueKind; id: string },
  { assignee, version }: { assignee: string | null; version?: number | undefined },
): Promise<Task> {
  const { db } = tx
  const task = await taskBy(locked, db, actor, kind, id)
  if (!task.waits) throw new DomainError('notWaiting')
  const before = (await assignmentsOf(db, [task])).get(id) ?? { assignee: null, version: 0 }
  const name = assignee === null ? null : await nameOfCentreUser(db, actor, assignee)
  await refuseStale(db, actor, version, {
    version: before.version,
    now: assignmentFacts(before.assignee?.name ?? null),
    yours: assignmentFacts(name),
    labels: assignmentLabels,
    object: { kind: 'queue-task', id },
  })
  const event = assignmentEvent(before.assignee?.id ?? null, assignee)
  if (event === null) return task
  const change = { user_id: assignee, since: assignee === null ? null : tx.now, version: before.version + 1 }
  await db
    .insertInto('queue_assignment')
    .values({ kind, object_id: id, ...change })
    .onConflict(conflict => conflict.columns(['kind', 'object_id']).doUpdateSet(change))
    .execute()
  tx.record({
    event,
    object: task.object,
    facts: task.facts,
    data: { from: before.assignee?.id ?? null, to: assignee, toSelf: assignee === actor.userId },
  })
  return task
}

async function nameOfCentreUser(db: Db, actor: Actor, id: string): Promise<string> {
  const user = await db
    .selectFrom('portal_user')
    .select(['name', 'surnames', 'email'])
    .where('id', '=', id)
    .where('participant_id', '=', actor.participantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw new DomainError('invalid', { fields: { assignee: t('Elija a una persona del CCI') } })
  return calledBy(user)
}
