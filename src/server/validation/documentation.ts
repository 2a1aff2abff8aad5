import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import { currentVersion } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { profileErrors } from '#domain/participant/participant.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { decide } from '#domain/states/machine.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { userMachine } from '#domain/states/user.ts'
import { documentationFacts, finishingMove, missingDocuments } from '#domain/validation/validation.ts'
import type { CifSetting } from '#domain/values/company/cif.ts'
import { reviewedSlots, slotsOfOne } from '#server/document/queries.ts'
import { checkMayChange } from '#server/document/upload.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { beforeOf } from '#server/kernel/undo/before.ts'
import { storedProfileOf } from '#server/participant/profile-row.ts'
import { requiredDataOf } from '#server/participant/queries.ts'
import { closeQuestions } from '#server/validation/clarification/decision.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { lockedValidation, updateValidation } from '#server/validation/queries.ts'
import { documentationFactsFor, documentationStatus } from '#server/validation/wire.ts'

/**
 * Locks a documentation for a transition by its participant or CCI.
 * @throws DomainError notFound; forbidden for other readers; wrongState for a report request
 */
async function lockedDocumentation(tx: Transaction, actor: Actor, id: string): Promise<ValidationRow> {
  const validation = await lockedValidation(tx.db, actor, id)
  checkMayChange(actor, validation)
  if (validation.kind !== 'DOC_MIN') throw new DomainError('wrongState')
  return validation
}

/** The profile fields that must be completed before sending (PART-09, D55). */
async function profileErrorsOf(tx: Transaction, row: ValidationRow, cif: CifSetting): Promise<Record<string, string>> {
  const participant = await tx.db
    .selectFrom('participant')
    .selectAll()
    .where('id', '=', row.participant_id)
    .executeTakeFirstOrThrow()
  const data = await requiredDataOf(tx.db, row.participant_kind)
  return profileErrors(row.participant_kind, storedProfileOf(participant), { cif, data })
}

/**
 * 'Enviar' (D10, ONB-07, ONB-08): one transaction checks data and required files, makes the invitation ACCEPTED and
 * notifies CCI once.
 * @throws DomainError notFound, forbidden, notYourMove, alreadySent, dataIncomplete with fields, documentsMissing with
 * details
 */
export async function sendDocumentation(tx: Transaction, actor: Actor, id: string, cif: CifSetting): Promise<void> {
  const validation = await lockedDocumentation(tx, actor, id)
  const documents = reviewedSlots(await slotsOfOne(tx.db, validation), tx.today)
  const fields = await profileErrorsOf(tx, validation, cif)
  const facts = documentationFacts(documents, null, Object.keys(fields).length === 0)
  const status = documentationStatus(validation, [], tx.today)
  const decision = decide(documentationMachine, 'send', status, facts, actor.role)
  if (!decision.ok) {
    if (decision.reason === 'dataIncomplete') throw new DomainError(decision.reason, { fields })
    if (decision.reason !== 'documentsMissing') throw new DomainError(decision.reason)
    throw new DomainError(decision.reason, { details: { documents: missingDocuments(documents) } })
  }
  await acceptInvitation(tx, actor, validation)
  await updateValidation(tx.db, id, { status: decision.to, sent_at: tx.now })
  tx.record({
    event: decision.event,
    object: { kind: 'validation', id },
    facts: documentationFactsFor(validation),
    data: { from: status, to: decision.to },
  })
}

/** Accepts the participant's pending invitation, if there is one. */
async function acceptInvitation(tx: Transaction, actor: Actor, validation: ValidationRow): Promise<void> {
  const invitations = await tx.db
    .selectFrom('invitation')
    .select(['id', 'status'])
    .where('participant_id', '=', validation.participant_id)
    .forUpdate()
    .execute()
  for (const invitation of invitations) {
    const decision = decide(invitationMachine, 'accept', invitation.status as InvitationStatus, {}, actor.role)
    if (!decision.ok) continue
    await tx.db
      .updateTable('invitation')
      .set(eb => ({ status: decision.to, decided_at: tx.now, version: eb('version', '+', 1) }))
      .where('id', '=', invitation.id)
      .execute()
    tx.record({
      event: decision.event,
      object: { kind: 'invitation', id: invitation.id },
      participantId: validation.participant_id,
      data: { from: invitation.status, to: decision.to },
    })
  }
}

/**
 * CCI finishes the verification (D10, VAL-09, VAL-15, VAL-16): ACCEPTED, which onboards the participant and makes its
 * users ACCEPTED (USR-11), or REJECTED with the documents and reasons.
 * @throws DomainError notFound, notYourMove, documentationDecided, notAllDecided, noAccreditation
 */
export async function finishDocumentation(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const validation = await lockedDocumentation(tx, actor, id)
  const slots = await slotsOfOne(tx.db, validation)
  const evaluator =
    validation.participant_kind === 'AUDIT' ? { accreditedUntil: validation.participant_accredited_until } : null
  const facts = documentationFacts(reviewedSlots(slots, tx.today), evaluator, true)
  const move = finishingMove(facts)
  const status = documentationStatus(validation, slots, tx.today)
  const decision = assertAllowed(decide(documentationMachine, move, status, facts, actor.role))
  await updateValidation(tx.db, id, { status: decision.to, decided_at: tx.now })
  const reasons = slots.flatMap(slot => {
    const reason = slot.requested && currentVersion(slot.versions)?.rejectedReason
    return reason ? [[slot.name, reason] as const] : []
  })
  tx.record({
    event: decision.event,
    object: { kind: 'validation', id },
    facts: { ...documentationFactsFor(validation), documents: reasons.map(([name]) => name) },
    told: { rejections: reasons.map(([document, reason]) => ({ document, reason })) },
    data: { from: status, to: decision.to, reasons: Object.fromEntries(reasons) },
  })
  const threads = await closeQuestions(tx, actor, id)
  if (move === 'accept') return welcome(tx, actor, validation)
  tx.mayUndo({ act: 'documentationRejection', objectId: id, before: { ...(await beforeOf(tx, validation)), threads } })
}

/** The first acceptance gives a participant and its users access (USR-11, D49). */
async function welcome(tx: Transaction, actor: Actor, validation: ValidationRow): Promise<void> {
  await tx.db
    .updateTable('participant')
    .set(eb => ({ onboarded_at: tx.now, version: eb('version', '+', 1) }))
    .where('id', '=', validation.participant_id)
    .where('onboarded_at', 'is', null)
    .execute()
  const users = await tx.db
    .selectFrom('portal_user')
    .select(['id', 'status', 'confirmation_asked_at'])
    .where('participant_id', '=', validation.participant_id)
    .where('deleted_at', 'is', null)
    .where('last_password_change', 'is not', null)
    .forUpdate()
    .execute()
  for (const user of users) {
    const decision = decide(
      userMachine,
      'acceptDocumentation',
      user.status as UserStatus,
      { awaitsAcceptance: true, awaitsConfirmation: user.confirmation_asked_at !== null },
      actor.role,
    )
    if (!decision.ok || decision.to === user.status) continue
    await tx.db
      .updateTable('portal_user')
      .set(eb => ({ status: decision.to, version: eb('version', '+', 1) }))
      .where('id', '=', user.id)
      .execute()
    tx.record({
      event: decision.event,
      object: { kind: 'user', id: user.id },
      participantId: validation.participant_id,
      data: { from: user.status, to: decision.to },
      tell: false,
    })
  }
}
