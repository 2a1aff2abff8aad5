import type { BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { changeDocument } from '#domain/document/contract.ts'
import { currentVersion, documentFacts, documentStatusOn, moveOfVerdict } from '#domain/document/document.ts'
import { verdictFacts, verdictLabels } from '#domain/document/facts.ts'
import { countsAsRead } from '#domain/document/reuse/reuse.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { requestFacts } from '#domain/report-request/report-request.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { Decision } from '#domain/states/machine.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { datingRefusal, isRejected } from '#domain/validation/review.ts'
import { isUnderReview } from '#domain/validation/validation.ts'
import type { Day } from '#domain/values/day.ts'
import { expiryFault } from '#domain/values/day.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import type { Slot } from '#server/document/queries.ts'
import { findDocument, lockedWithSlots, reviewOfSlots, slotsOfOne } from '#server/document/queries.ts'
import type { Written } from '#server/document/upload.ts'
import type { VersionRow } from '#server/document/versions.ts'
import type { Edited } from '#server/kernel/conflict.ts'
import { refuseStale, staleError } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { beforeOf } from '#server/kernel/undo/before.ts'
import { unawaited } from '#server/platform/database/pipeline/together.ts'
import { statement } from '#server/platform/database/statement.ts'
import { closeQuestions } from '#server/validation/clarification/decision.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { knownRequest, touchValidation, updateValidation } from '#server/validation/queries.ts'
import { requestFactsFor, requestStatus } from '#server/validation/wire.ts'

type Change = BodyOf<typeof changeDocument>
type Subject = { validation: ValidationRow; slot: Slot; version: VersionRow }

/**
 * CCI dates, accepts or rejects the current version (DOC-03 to DOC-07). It may change its decision until it finishes
 * the verification, if the call names the version it saw (D63). The server determines whether the document is a report
 * and whether CCI read it (D40, EASE-04). When the last decision leaves a rejected document, the same transaction rejects the
 * request (D11).
 * @throws DomainError notFound, changedMeanwhile, documentDecided, notDownloaded, noExpiry, noRejectionReason,
 * expiryTooEarly, expiryTooLate, wrongState
 */
export async function verifyDocument(tx: Transaction, actor: Actor, id: string, change: Change): Promise<Written> {
  const found = await findDocument(tx.db, actor, id)
  if (!found || found.versionId) throw new DomainError('notFound')
  const { validation, slots } = await lockedWithSlots(tx.db, actor, found.validation.id)
  const slot = slots.find(candidate => candidate.documentId === id)
  const version = slot && currentVersion(slot.versions)
  if (!slot || !version) throw new DomainError('notFound')
  const edited = editedOf(version, change, tx.today)
  if (change.file !== undefined && change.file !== version.id) throw await staleError(tx.db, actor, edited)
  await refuseStale(tx.db, actor, change.version, edited)
  const subject = { validation, slot, version }
  const written = { validation, slot: { ...slot, documentId: id } }
  if (change.status) await decideDocument(tx, actor, subject, change.status, change)
  else if (change.expiredAt !== undefined) dateDocument(tx, actor, subject, change.expiredAt)
  else return written
  touchValidation(tx.db, validation.id)
  if (change.status && validation.kind === 'AUDIT_REPORT') await rejectIfCalledFor(tx, actor, subject)
  return written
}

function editedOf(version: VersionRow, { file, status, expiredAt, rejectedReason }: Change, today: Day): Edited {
  const stands = documentStatusOn(version.status, version.expiresOn, today)
  const now = { status: stands, expiredAt: version.expiresOn, rejectedReason: version.rejectedReason }
  const replaced = file !== undefined && file !== version.id
  return {
    version: version.version,
    now: { ...verdictFacts(now), name: version.fileName },
    yours: { ...verdictFacts({ status, expiredAt, rejectedReason }), ...(replaced ? { name: '' } : {}) },
    labels: verdictLabels,
    object: { kind: 'document', id: version.documentId },
  }
}

async function decideDocument(
  tx: Transaction,
  actor: Actor,
  subject: Subject,
  verdict: NonNullable<Change['status']>,
  change: Change,
): Promise<void> {
  const { validation, version } = subject
  const status = documentStatusOn(version.status, version.expiresOn, tx.today)
  const rejects = isRejected(verdict)
  const expiresOn = rejects ? null : change.expiredAt === undefined ? version.expiresOn : change.expiredAt
  const rejectedReason = rejects ? (change.rejectedReason ?? '') : ''
  const facts = documentFacts({
    downloaded: countsAsRead(version, tx.today),
    hasExpiry: expiresOn !== null,
    isReport: validation.kind === 'AUDIT_REPORT',
    rejectedReason,
    underReview: isUnderReview(validation.status),
    versionKnown: change.version !== undefined,
  })
  const decision = decide(documentMachine, moveOfVerdict(verdict, status), status, facts, actor.role)
  if (!decision.ok) {
    const fields = decision.reason === 'noRejectionReason' ? { rejectedReason: 'Escriba el motivo' } : undefined
    throw new DomainError(decision.reason, { fields })
  }
  checkExpiry(expiresOn, tx.today)
  await tx.db
    .updateTable('document_version')
    .set(eb => ({
      status: decision.to,
      expires_on: expiresOn,
      rejected_reason: rejectedReason,
      decided_by: actor.userId,
      decided_at: tx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', version.id)
    .execute()
  note(tx, subject, decision, { from: status, to: decision.to, expiresOn, reason: rejectedReason || undefined })
}

/**
 * Saves an expiry date while the document waits for its decision, or corrects it until the verification is finished
 * (DOC-15).
 */
function dateDocument(tx: Transaction, actor: Actor, subject: Subject, expiresOn: string | null): void {
  const { validation, version } = subject
  const status = documentStatusOn(version.status, version.expiresOn, tx.today)
  const refusal = datingRefusal(
    {
      status,
      hasExpiry: expiresOn !== null,
      isReport: validation.kind === 'AUDIT_REPORT',
      underReview: isUnderReview(validation.status),
    },
    actor.role,
  )
  if (refusal) throw new DomainError(refusal)
  checkExpiry(expiresOn, tx.today)
  unawaited(dateVersion(tx.db, { id: version.id, expiresOn }))
  note(tx, subject, { event: 'document.dated' }, { from: version.expiresOn, to: expiresOn })
}

const dateVersion = statement((db, { id, expiresOn }: { id: string; expiresOn: string | null }) =>
  db
    .updateTable('document_version')
    .set(eb => ({ expires_on: expiresOn, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .compile(),
)

function checkExpiry(expiresOn: string | null, today: string): void {
  const fault = expiresOn === null ? null : expiryFault(expiresOn, today)
  if (fault) throw new DomainError(fault, { fields: { expiredAt: MESSAGES[fault] } })
}

function note(
  tx: Transaction,
  { validation, slot, version }: Subject,
  { event }: Pick<Extract<Decision<string>, { ok: true }>, 'event'>,
  data: Record<string, unknown>,
): void {
  tx.record({
    event,
    object: { kind: 'document', id: version.documentId },
    participantId: validation.participant_id,
    data: { validationId: validation.id, document: slot.name, version: version.id, ...data },
  })
}

async function rejectIfCalledFor(tx: Transaction, actor: Actor, subject: Subject): Promise<void> {
  const { validation, slot, version } = subject
  const slots = await slotsOfOne(tx.db, validation)
  const review = reviewOfSlots(slots, tx.today)
  if (!review.allDecided || !review.anyRejected) return
  const status = requestStatus(validation, tx.today)
  const decision = assertAllowed(decide(reportRequestMachine, 'reject', status, requestFacts(review), actor.role))
  const reasons = slots.flatMap(slot => {
    const reason = currentVersion(slot.versions)?.rejectedReason
    return reason ? [[slot.name, reason] as const] : []
  })
  await updateValidation(tx.db, validation.id, { status: decision.to, decided_at: tx.now })
  tx.record({
    event: decision.event,
    object: { kind: 'validation', id: validation.id },
    facts: {
      ...requestFactsFor(knownRequest(validation)),
      documents: reasons.map(([name]) => name),
      reason: reasons.map(([name, reason]) => `${name}: ${reason}`).join(' · '),
    },
    told: { rejections: reasons.map(([document, reason]) => ({ document, reason })) },
    data: { from: status, to: decision.to },
  })
  const threads = await closeQuestions(tx, actor, validation.id)
  // A decision that replaced another one is changed again instead: the request is then PENDING with both decided.
  if (!documentMachine.is.undecided(version.status)) return
  const document = { documentId: version.documentId, versionId: version.id, document: slot.name }
  tx.mayUndo({
    act: 'requestRejection',
    objectId: validation.id,
    before: { ...(await beforeOf(tx, validation)), ...document, threads },
  })
}
