import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { UndoableAct } from '#domain/notification/undo/undo.ts'
import { documentMachine } from '#domain/states/document.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { withdrawInvitation } from '#server/invitation/change.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { ValidationBefore } from '#server/kernel/undo/before.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import { forgetFiles } from '#server/platform/files/forget.ts'
import type { GaveWay } from '#server/report-request/renewal/give-way.ts'
import { isAsLeft, takeBack } from '#server/report-request/renewal/give-way.ts'
import type { Done } from '#server/report-request/score/reactions.ts'
import { undoReactions } from '#server/report-request/score/reactions.ts'
import type { ManyBefore } from '#server/supervision/register/entry/many.ts'
import { lockMany, takeBackMany } from '#server/supervision/register/entry/many.ts'
import { reopenQuestions } from '#server/validation/clarification/decision.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { knownRequest, lockedValidation, updateValidation, visibleValidation } from '#server/validation/queries.ts'
import { documentationFactsFor, requestFactsFor } from '#server/validation/wire.ts'

/** An act to undo: its object, and what was there before. */
type Act = { objectId: string; before: unknown }

type Reversal<S> = {
  /** Locks what the act changed; null when it has changed since. */
  lock(tx: Transaction, actor: Actor, act: Act): Promise<S | null>
  /** Whether what the act published has been read. */
  isSeen?(tx: Transaction, act: Act): Promise<boolean>
  undo(tx: Transaction, actor: Actor, act: Act, subject: S): Promise<void>
}

/**
 * The validation, locked; null when its own version is not the one that the act left. The version that readers see also
 * counts changes of the names that it shows.
 */
async function unchanged({ db }: Transaction, actor: Actor, { before }: Act): Promise<ValidationRow | null> {
  const { validationId, version } = before as ValidationBefore
  const row = await lockedValidation(db, actor, validationId).catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })
  const stands =
    row && (await db.selectFrom('validation').select('version').where('id', '=', row.id).executeTakeFirst())
  return stands?.version === version ? row : null
}

const restored = ({ before }: Act) => {
  const { sentAt, decidedAt } = before as ValidationBefore
  return { sent_at: sentAt, decided_at: decidedAt }
}

/** The threads that the decision closed; none in an act of a server of before. */
const closedBy = ({ before }: Act) => (before as ValidationBefore).threads ?? []

const invitation: Reversal<string> = {
  lock: async (_tx, _actor, { objectId }) => objectId,
  undo: async (tx, _actor, _act, id) => {
    await withdrawInvitation(tx, id)
    // As if it had not been made: it is not listed, and the address may be invited again.
    await tx.db.updateTable('invitation').set({ hidden: true }).where('id', '=', id).execute()
  },
}

const documentRemoval: Reversal<ValidationRow> = {
  lock: unchanged,
  undo: async (tx, _actor, act, { id, participant_id }) => {
    const before = act.before as ValidationBefore & { versionId: string; document: string }
    await tx.db
      .updateTable('document_version')
      .set({ is_current: true, deleted_at: null })
      .where('id', '=', before.versionId)
      .execute()
    await updateValidation(tx.db, id, { status: before.status, ...restored(act) })
    tx.record({
      event: 'document.restored',
      object: { kind: 'document', id: act.objectId },
      participantId: participant_id,
      data: { validationId: id, document: before.document, version: before.versionId },
    })
  },
}

/** Whether the published request of a deleted renewal still stands, so that the renewal may stand beside it again. */
async function mayRenewAgain(tx: Transaction, actor: Actor, renewsId: string | null): Promise<boolean> {
  if (renewsId === null) return true
  const row = await visibleValidation(tx.db, actor, renewsId).catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })
  return row !== null && row.superseded_by === null && reportRequestMachine.is.scored(row.status)
}

const requestRemoval: Reversal<string> = {
  lock: async (tx, actor, { before }) => {
    const { validationId, version } = before as ValidationBefore
    const { db } = tx
    const find = () =>
      db.selectFrom('validation').select(['participant_id', 'version', 'renews_id']).where('id', '=', validationId)
    const found = await find().executeTakeFirst()
    if (!found || !(await lockParticipant(db, found.participant_id))) return null
    const locked = await find().forUpdate().executeTakeFirst()
    if (locked?.version !== version) return null
    return (await mayRenewAgain(tx, actor, locked.renews_id)) ? validationId : null
  },
  undo: async (tx, actor, _act, id) => {
    await updateValidation(tx.db, id, { deleted_at: null })
    tx.record({
      event: 'request.restored',
      object: { kind: 'validation', id },
      facts: requestFactsFor(knownRequest(await visibleValidation(tx.db, actor, id))),
    })
  },
}

const documentationRejection: Reversal<ValidationRow> = {
  lock: unchanged,
  undo: async (tx, actor, act, row) => {
    const decision = assertAllowed(
      decideByStatus(documentationMachine, 'undoRejection', row.status as 'REJECTED', actor.role),
    )
    await updateValidation(tx.db, row.id, { status: decision.to, ...restored(act) })
    tx.record({
      event: decision.event,
      object: { kind: 'validation', id: row.id },
      facts: documentationFactsFor(row),
      data: { from: row.status, to: decision.to },
    })
    await reopenQuestions(tx, actor, closedBy(act))
  },
}

/** The last decision about a document rejected the request: both return. */
const requestRejection: Reversal<ValidationRow> = {
  lock: unchanged,
  undo: async (tx, actor, act, row) => {
    const before = act.before as ValidationBefore & { documentId: string; versionId: string; document: string }
    const decision = assertAllowed(
      decideByStatus(reportRequestMachine, 'undoRejection', row.status as 'REJECTED', actor.role),
    )
    const ofDocument = assertAllowed(decideByStatus(documentMachine, 'undoRejection', 'REJECTED', actor.role))
    await tx.db
      .updateTable('document_version')
      .set(eb => ({
        status: ofDocument.to,
        rejected_reason: '',
        decided_by: null,
        decided_at: null,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', before.versionId)
      .execute()
    await updateValidation(tx.db, row.id, { status: decision.to, ...restored(act) })
    tx.record({
      event: ofDocument.event,
      object: { kind: 'document', id: before.documentId },
      participantId: row.participant_id,
      data: { validationId: row.id, document: before.document, version: before.versionId },
    })
    tx.record({
      event: decision.event,
      object: { kind: 'validation', id: row.id },
      facts: requestFactsFor(knownRequest(row)),
      data: { from: row.status, to: decision.to },
    })
    await reopenQuestions(tx, actor, closedBy(act))
  },
}

type Published = ValidationBefore & Done & { scoreId: string; previousId: string | null; gaveWay?: GaveWay }

/** What gave way; nothing in an act of a server of before. */
const gaveWayOf = ({ before }: Act): GaveWay => (before as Published).gaveWay ?? { renewsId: null, superseded: [] }

const publication: Reversal<ValidationRow> = {
  lock: async (tx, actor, act) => {
    const row = await unchanged(tx, actor, act)
    return row && (await isAsLeft(tx, row.id, gaveWayOf(act))) ? row : null
  },
  isSeen: async ({ db }, { before }) => {
    const { scoreId } = before as Published
    const read = await db.selectFrom('file_read').select('id').where('score_id', '=', scoreId).executeTakeFirst()
    const certificate = await db
      .selectFrom('certificate')
      .select('score_id')
      .where('score_id', '=', scoreId)
      .where('first_read_at', 'is not', null)
      .executeTakeFirst()
    const appeal = await db.selectFrom('clarification').select('id').where('score_id', '=', scoreId).executeTakeFirst()
    return read !== undefined || certificate !== undefined || appeal !== undefined
  },
  undo: async (tx, actor, act, row) => {
    const { scoreId, previousId } = act.before as Published
    const decision = assertAllowed(
      decideByStatus(reportRequestMachine, 'undoQualification', row.status as 'QUALIFIED', actor.role),
    )
    const files = await tx.db.deleteFrom('score').where('id', '=', scoreId).returning('sha256').execute()
    await forgetFiles(
      tx.db,
      files.map(({ sha256 }) => sha256),
    )
    if (previousId) await tx.db.updateTable('score').set({ is_current: true }).where('id', '=', previousId).execute()
    await updateValidation(tx.db, row.id, { status: decision.to, ...restored(act) })
    await takeBack(tx, row.id, gaveWayOf(act))
    tx.record({
      event: decision.event,
      object: { kind: 'validation', id: row.id },
      facts: requestFactsFor(knownRequest(row)),
      data: { from: row.status, to: decision.to, score: scoreId },
    })
    // They derive from the score that stands.
    await undoReactions(tx, actor, knownRequest(row), act.before as Published)
  },
}

const registerChange: Reversal<NonNullable<Awaited<ReturnType<typeof lockMany>>>> = {
  lock: (tx, actor, { before }) => lockMany(tx, actor, before as ManyBefore),
  undo: (tx, actor, _act, changes) => takeBackMany(tx, actor, changes),
}

// The map holds reversals of different subjects; each gets only what its own `lock` found.
// biome-ignore lint/suspicious/noExplicitAny: see above
export const reversals: Record<UndoableAct, Reversal<any>> = {
  invitation,
  documentRemoval,
  requestRemoval,
  documentationRejection,
  requestRejection,
  publication,
  registerChange,
}
