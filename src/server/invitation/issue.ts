import type { InvitationDraft } from '#domain/invitation/invitation.ts'
import { kindLabels } from '#domain/invitation/invitation.ts'
import { allowed } from '#domain/refusal.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { decide } from '#domain/states/machine.ts'
import type { OneTimePassword } from '#server/session/one-time-password.ts'
import { oneTimePasswordColumns } from '#server/session/one-time-password.ts'
import type { Unit } from '#server/unit.ts'

/**
 * Everything an invitation makes, within the caller's transaction: the participant's empty profile, the draft of its
 * documentation, its principal user with the one-time password, the invitation and its mail (D7).
 * @param draft normalised and without errors.
 * @returns the invitation's id.
 */
export async function issueInvitation(
  unit: Unit,
  draft: Required<InvitationDraft>,
  password: OneTimePassword,
): Promise<string> {
  const { db, now } = unit
  const decision = allowed(decide(invitationMachine, 'invite', null, {}, unit.actor!.role))
  const [participantId, userId, id] = [unit.newId(), unit.newId(), unit.newId()]
  await db
    .insertInto('participant')
    .values({
      id: participantId,
      kind: draft.type,
      name: draft.name,
      nrbe: draft.codNRBE,
      contact: JSON.stringify(draft.contactPerson ? { name: draft.contactPerson } : {}),
      created_at: now,
    })
    .execute()
  await db
    .insertInto('validation')
    .values({ id: unit.newId(), participant_id: participantId, kind: 'DOC_MIN', status: null, created_at: now })
    .execute()
  await db
    .insertInto('portal_user')
    .values({
      id: userId,
      participant_id: participantId,
      email: draft.email,
      name: draft.contactPerson,
      is_principal: true,
      status: 'PENDING',
      created_at: now,
      ...oneTimePasswordColumns(password, now),
    })
    .execute()
  await db
    .insertInto('invitation')
    .values({
      id,
      kind: draft.type,
      email: draft.email,
      name: draft.name,
      nrbe: draft.codNRBE,
      contact_person: draft.contactPerson,
      participant_id: participantId,
      user_id: userId,
      status: decision.to!,
      created_at: now,
      sent_at: now,
    })
    .execute()
  mailInvitation(unit, draft, password)
  unit.record({ event: decision.event, object: { kind: 'invitation', id }, participantId, data: { type: draft.type } })
  return id
}

/** The mail of a new invitation, or of one that is sent again. */
export function mailInvitation(
  unit: Unit,
  { type, email, contactPerson }: Pick<Required<InvitationDraft>, 'type' | 'email' | 'contactPerson'>,
  { nonce }: OneTimePassword,
): void {
  unit.mail({ to: email, template: 'invitation', data: { name: contactPerson, nonce, kindLabel: kindLabels[type] } })
}

/** The mail of an invitation that is sent again to somebody who has chosen its password already. */
export function remindInvitation(
  unit: Unit,
  { type, email, contactPerson }: Pick<Required<InvitationDraft>, 'type' | 'email' | 'contactPerson'>,
): void {
  unit.mail({ to: email, template: 'invitation-reminder', data: { name: contactPerson, kindLabel: kindLabels[type] } })
}
