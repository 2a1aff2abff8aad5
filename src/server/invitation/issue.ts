import { assertAllowed } from '#domain/contract/domain-error.ts'
import type { InvitationDraft } from '#domain/invitation/invitation.ts'
import { kindLabels } from '#domain/invitation/invitation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { decide } from '#domain/states/machine.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { OneTimePassword } from '#server/identity/session/one-time-password.ts'
import { oneTimePasswordColumns } from '#server/identity/session/one-time-password.ts'
import type { Transaction } from '#server/kernel/transaction.ts'

/** The recipient of an invitation, normalised and valid, and its one-time password. */
export type Invited = { draft: Required<InvitationDraft>; password: OneTimePassword }

/** Invitations per statement: building and parsing one blocks other callers. */
const AT_ONCE = 100

/**
 * Issues one invitation.
 * @returns its id
 */
export async function issueInvitation(
  tx: Transaction,
  draft: Invited['draft'],
  password: OneTimePassword,
): Promise<string> {
  return onlyOf(await issueInvitations(tx, [{ draft, password }]))
}

/**
 * Creates everything that the invitations need within the caller's transaction: for each one the participant's empty
 * profile, its draft documentation, its principal user with the one-time password, the invitation and its mail (D7).
 * @returns the ids of the invitations, in the order of the drafts
 */
export async function issueInvitations(tx: Transaction, all: readonly Invited[]): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < all.length; from += AT_ONCE)
    ids.push(...(await issueSome(tx, all.slice(from, from + AT_ONCE))))
  return ids
}

async function issueSome(tx: Transaction, some: readonly Invited[]): Promise<string[]> {
  const { db, now } = tx
  const { event, to: status } = assertAllowed(decide(invitationMachine, 'invite', null, {}, tx.actor!.role))
  const each = some.map(invited => ({
    ...invited,
    participantId: tx.newId(),
    userId: tx.newId(),
    id: tx.newId(),
  }))
  const participants = each.map(({ draft, participantId }) => ({
    id: participantId,
    kind: draft.type,
    name: draft.name,
    nrbe: draft.codNRBE,
    cif: draft.cif,
    contact: JSON.stringify(draft.contactPerson ? { name: draft.contactPerson } : {}),
    created_at: now,
  }))
  await db.insertInto('participant').values(participants).execute()
  const documentations = each.map(({ participantId }) => ({
    id: tx.newId(),
    participant_id: participantId,
    kind: 'DOC_MIN',
    status: null,
    created_at: now,
  }))
  await db.insertInto('validation').values(documentations).execute()
  const users = each.map(({ draft, password, participantId, userId }) => ({
    id: userId,
    participant_id: participantId,
    email: draft.email,
    name: draft.contactPerson,
    is_principal: true,
    status: 'PENDING',
    created_at: now,
    ...oneTimePasswordColumns(password, now),
  }))
  await db.insertInto('portal_user').values(users).execute()
  const invitations = each.map(({ draft, participantId, userId, id }) => ({
    id,
    kind: draft.type,
    email: draft.email,
    name: draft.name,
    nrbe: draft.codNRBE,
    contact_person: draft.contactPerson,
    participant_id: participantId,
    user_id: userId,
    status: status!,
    created_at: now,
    sent_at: now,
  }))
  await db.insertInto('invitation').values(invitations).execute()
  for (const { draft, password, participantId, id } of each) {
    mailInvitation(tx, draft, password)
    tx.record({ event, object: { kind: 'invitation', id }, participantId, data: { type: draft.type } })
  }
  return each.map(({ id }) => id)
}

/** Queues the mail of a new invitation, or of one that is sent again. */
export function mailInvitation(
  tx: Transaction,
  { type, email, contactPerson }: Pick<Required<InvitationDraft>, 'type' | 'email' | 'contactPerson'>,
  { nonce }: OneTimePassword,
): void {
  tx.mail({ to: email, template: 'invitation', data: { name: contactPerson, nonce, kindLabel: kindLabels[type] } })
}

/** Queues the reminder to an invited user who has already chosen a password. */
export function remindInvitation(
  tx: Transaction,
  { type, email, contactPerson }: Pick<Required<InvitationDraft>, 'type' | 'email' | 'contactPerson'>,
): void {
  tx.mail({ to: email, template: 'invitation-reminder', data: { name: contactPerson, kindLabel: kindLabels[type] } })
}
