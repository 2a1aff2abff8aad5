import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditEntry } from '#domain/audit-log/audit-log.ts'
import type { EventName } from '#domain/audit-log/events.ts'
import { namesActor } from '#domain/audit-log/private.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { streamChangesOf } from '#domain/notification/stream/stream.ts'
import { HOLD_MS } from '#domain/notification/undo/undo.ts'
import type { Day } from '#domain/values/day.ts'
import { writeDeliveries } from '#server/integration/webhook/write.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { noteChanges } from '#server/kernel/conflict.ts'
import type { Undoable } from '#server/kernel/undo/note.ts'
import { noteUndoable } from '#server/kernel/undo/note.ts'
import { deliverNotices, type Told } from '#server/notification/deliver.ts'
import { appendToAuditLog } from '#server/platform/audit-log/append.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { inPipeline } from '#server/platform/database/pipeline/together.ts'
import { isUnknown } from '#server/platform/database/unavailable.ts'
import { newId } from '#server/platform/ids.ts'
import type { MailRequest } from '#server/platform/mail/outbox.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { inSpan } from '#server/platform/operation/tracing/span.ts'

/** An event of an object: one audit log entry, and the notifications that it causes. */
export type DomainEvent = {
  event: EventName
  object: { kind: string; id: string }
  /** The participant that owns the object. */
  participantId?: string | null
  /** The facts that recipients need to read. */
  facts?: EventPayload
  /**
   * Facts for recipients that the audit log does not keep, because they are purged later: an address, a message to CCI.
   */
  told?: EventPayload
  /** Data for the audit log only, for example the changes. */
  data?: Record<string, unknown>
  /** False to send no notification although the event has recipients. */
  tell?: boolean
}

/**
 * One transaction and its events. State, audit log, notifications and outbox are written together or not at all (D13):
 * recorded events are flushed as the last step before the commit.
 */
export type Transaction = {
  readonly db: Db
  readonly now: string
  readonly today: Day
  readonly actor: Actor | null
  /** The storage quota of a participant's users, in bytes. */
  readonly quotaBytes: number
  newId(): string
  record(domainEvent: DomainEvent): void
  mail(request: MailRequest): void
  /** Has the webhooks' deliveries that this transaction wrote itself sent after the commit. */
  wakeHooks(): void
  /** Has `work` run once this transaction is committed. */
  afterCommit(work: () => void): void
  /** Lets the actor take this transaction back for some seconds, in which its mails wait (decision 027). */
  mayUndo(undoable: Undoable): void
}

const rolledBack = new WeakSet<object>()

/** Whether the error rolled its transaction back, so that nothing was saved. */
export function isRolledBack(error: unknown): boolean {
  return typeof error === 'object' && error !== null && rolledBack.has(error)
}

/** A DomainError that commits the writes and events recorded before it is thrown. */
export class CommittingError extends DomainError {}

const MAX_TRIES = 4
/**
 * Pause before the second attempt, in milliseconds; the third waits twice as long. An immediate retry would meet the
 * same lock.
 */
const PAUSE_MS = 50
/** A deadlock, a serialization failure, and a prepared statement whose table has changed. */
const retryable = new Set(['40P01', '40001', '0A000'])

/**
 * Runs `work` in one transaction. Retries serialization failures and deadlocks. A failed attempt rolls back, unless it
 * throws CommittingError.
 */
export function inTransaction<T>(
  app: AppContext,
  actor: Actor | null,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inSpan('transaction', {}, () => repeatedly(app, actor, work))
}

async function repeatedly<T>(app: AppContext, actor: Actor | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(app, actor, work)
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (attempt >= MAX_TRIES || !retryable.has(code)) throw error
      await sleep(PAUSE_MS * attempt)
    }
  }
}

async function once<T>(app: AppContext, actor: Actor | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const now = app.clock.now()
  const events: DomainEvent[] = []
  const mails: MailRequest[] = []
  let undoable: Undoable | null = null
  let hooks = false
  let told: Told = { notices: [], readers: [], settling: Promise.resolve([]) }
  const afterwards: (() => void)[] = []
  let worked = false
  let lasting: CommittingError | null = null
  const transaction = inPipeline(app.db, async db => {
    const tx: Transaction = {
      db,
      now,
      today: app.clock.today(),
      actor,
      quotaBytes: app.settings.quotaBytes,
      newId: () => newId(now),
      record: domainEvent => events.push(domainEvent),
      mail: request => mails.push(request),
      wakeHooks: () => {
        hooks = true
      },
      afterCommit: each => afterwards.push(each),
      mayUndo: act => {
        undoable = act
      },
    }
    const value = await work(tx).catch((error: unknown) => {
      if (!(error instanceof CommittingError)) throw error
      lasting = error
    })
    told = await deliverNotices(tx, events)
    const held = { ...app, holdMs: undoable ? HOLD_MS : 0 }
    const queued = enqueueMail(db, now, mails, held)
    const deliveries = await writeDeliveries(tx, events, held)
    hooks ||= deliveries.length > 0
    if (undoable) {
      const { notices, settling } = told
      await noteUndoable(tx, undoable, {
        notices,
        settled: (await settling).map(({ id }) => id),
        mails: queued,
        deliveries,
      })
    }
    noteChanges(tx, events)
    await appendToAuditLog(
      db,
      events.map(domainEvent => entryOf(tx, domainEvent)),
    )
    worked = true
    return value
  })
  const result = await transaction.catch(error => {
    // The commit itself failed, so its outcome is unknown. A retry with the same Idempotency-Key has one effect either
    // way.
    if (worked && isUnknown(error)) throw new DomainError('outcomeUnknown')
    if (typeof error === 'object' && error !== null) rolledBack.add(error)
    throw error
  })
  const readers = [...told.readers, ...(await told.settling).map(({ participantId }) => participantId)]
  if (mails.length > 0) app.wakeOutbox(undoable ? HOLD_MS : 0)
  if (hooks) app.wakeHooks(undoable ? HOLD_MS : 0)
  app.tellChanges(streamChangesOf(events.map(changedBy), readers, actor?.key ? null : (actor?.userId ?? null)))
  for (const each of afterwards) each()
  if (lasting) throw lasting
  return result as T
}

/** An event as the stream tells it: to the participants whose lists show its object, the owner first. */
const changedBy = ({ event, object, participantId, facts }: DomainEvent) => ({
  event,
  object,
  owners: [participantId, facts?.participantId, facts?.providerId, facts?.evaluatorId],
})

function entryOf(
  tx: Transaction,
  { event, object, participantId, facts, data }: DomainEvent,
): Omit<AuditEntry, 'number'> {
  const owner = participantId ?? facts?.participantId ?? facts?.providerId ?? null
  const actor = namesActor(object.kind, owner, tx.actor) ? tx.actor : null
  return {
    at: tx.now,
    event,
    actorId: actor?.key?.id ?? actor?.userId ?? null,
    actorRole: actor?.role ?? null,
    participantId: owner,
    objectKind: object.kind,
    objectId: object.id,
    // Other parties' entries outlive a purged evaluator: they keep its id only (D44).
    data: { ...facts, evaluatorName: undefined, ...data },
  }
}
