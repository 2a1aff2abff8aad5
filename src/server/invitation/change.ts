import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { decideSendAgain, hasChosenPassword } from '#domain/invitation/invitation.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { decide } from '#domain/states/machine.ts'
import { dropFactors } from '#server/identity/second-factor/factors.ts'
import type { OneTimePassword } from '#server/identity/session/one-time-password.ts'
import { newOneTimePassword, oneTimePasswordColumns } from '#server/identity/session/one-time-password.ts'
import { dropIdentities } from '#server/identity/single-sign-on/identities.ts'
import { byCentre } from '#server/identity/user/confirm.ts'
import { mailInvitation, remindInvitation } from '#server/invitation/issue.ts'
import type { InvitationRow } from '#server/invitation/queries.ts'
import { dropPendingMails, invitationById, takenAddresses } from '#server/invitation/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { endSessions, killResetCodes } from '#server/session/queries.ts'

/**
 * The invitation, locked after its participant as in every write, and its users: one of them may be choosing a password.
 * @throws DomainError notFound
 */
async function lockInvitation(db: Db, id: string): Promise<InvitationRow> {
  const known = await invitationById(db, id)
  if (!known) throw new DomainError('notFound')
  await db.selectFrom('participant').select('id').where('id', '=', known.participant_id).forUpdate().execute()
  await db.selectFrom('invitation').select('id').where('id', '=', id).forUpdate().execute()
  await lockUsers(db, known.participant_id)
  const locked = await invitationById(db, id)
  // Its participant was deleted while this call waited for the lock.
  if (!locked) throw new DomainError('notFound')
  return locked
}

type User = { id: string; email: string }

/**
 * The living users of a participant, locked until the transaction ends: the invited user and those that CCI added
 * since.
 */
function lockUsers(db: Db, participantId: string): Promise<User[]> {
  return db
    .selectFrom('portal_user')
    .select(['id', 'email'])
    .where('participant_id', '=', participantId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Removes every way in besides the password: sessions, codes, second factors, the identity at a provider, pending
 * mails.
 */
async function lockOut({ db, now }: Transaction, { id, email }: User): Promise<void> {
  await endSessions(db, { userId: id }, now)
  await killResetCodes(db, id, now)
  await dropFactors(db, id)
  await dropIdentities(db, [id])
  await dropPendingMails(db, email)
}

/** Ends users and all their ways in; their addresses are free again. */
async function endUsers(tx: Transaction, users: readonly User[]): Promise<void> {
  for (const user of users) {
    await tx.db
      .updateTable('portal_user')
      .set({ deleted_at: tx.now, password_hash: null, secret_nonce: null, temporary_until: null })
      .where('id', '=', user.id)
      .execute()
    await lockOut(tx, user)
  }
}

/**
 * Withdraws an invitation: hides its empty profile and ends its users, their links and one-time passwords (D6, D44).
 */
export async function withdrawInvitation(tx: Transaction, id: string): Promise<void> {
  const { db, now } = tx
  const invitation = await lockInvitation(db, id)
  const status = invitation.status as InvitationStatus
  const decision = assertAllowed(decide(invitationMachine, 'withdraw', status, {}, tx.actor!.role))
  await db.updateTable('participant').set({ deleted_at: now }).where('id', '=', invitation.participant_id).execute()
  await endUsers(tx, await lockUsers(db, invitation.participant_id))
  await db
    .updateTable('invitation')
    .set(eb => ({ status: decision.to, decided_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  tx.record({
    event: decision.event,
    object: { kind: 'invitation', id },
    participantId: invitation.participant_id,
  })
}

/**
 * Sends an invitation again. A withdrawn or unused one is reactivated with a new one-time password for 14 days; the
 * previous one no longer works. An invited user who has chosen a password only gets a reminder and keeps password and
 * sessions (D6, D7).
 * @throws DomainError notFound, invitationEnded, invitationExists or nrbeExists
 */
export async function sendInvitationAgain(app: AppContext, tx: Transaction, id: string): Promise<void> {
  const { db, now } = tx
  const password = await newOneTimePassword(app)
  const invitation = await lockInvitation(db, id)
  const documentation = await db
    .selectFrom('validation')
    .select('sent_at')
    .where('participant_id', '=', invitation.participant_id)
    .where('kind', '=', 'DOC_MIN')
    .where('sent_at', 'is not', null)
    .executeTakeFirst()
  const status = invitation.status as InvitationStatus
  const decision = assertAllowed(
    decideSendAgain(status, { documentationSent: documentation !== undefined }, tx.actor!.role),
  )
  const wasWithdrawn = status !== decision.to
  if (wasWithdrawn && (await takenAddresses(db, [invitation.email])).size > 0) {
    throw new DomainError('invitationExists', { values: { product: app.settings.productName } })
  }
  const draft = {
    type: invitation.kind as InvitableKind,
    email: invitation.email,
    contactPerson: invitation.contact_person,
  }
  if (hasChosenPassword({ status, temporaryUntil: invitation.temporary_until })) {
    remindInvitation(tx, draft)
  } else {
    await reopen(tx, invitation, wasWithdrawn, password)
    mailInvitation(tx, draft, password)
  }
  await db
    .updateTable('invitation')
    .set(eb => ({ status: decision.to, sent_at: now, decided_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const { user_id, email, participant_id, kind } = invitation
  const user = { id: user_id, email, participantId: participant_id, kind }
  tx.record({
    event: decision.event,
    object: { kind: 'invitation', id },
    participantId: invitation.participant_id,
    ...byCentre(tx.actor, user),
  })
}

/**
 * Reactivates the participant and user of an invitation with only this one-time password. Users that CCI had added to a
 * withdrawn one stay ended and must be added again (D6, D15).
 */
async function reopen(
  tx: Transaction,
  invitation: InvitationRow,
  wasWithdrawn: boolean,
  password: OneTimePassword,
): Promise<void> {
  const { db, now } = tx
  const users = await lockUsers(db, invitation.participant_id)
  await lockOut(tx, { id: invitation.user_id, email: invitation.email })
  // Withdrawals of earlier versions left these users with their old one-time passwords.
  const others = users.filter(user => user.id !== invitation.user_id)
  if (wasWithdrawn) await endUsers(tx, others)
  await db.updateTable('participant').set({ deleted_at: null }).where('id', '=', invitation.participant_id).execute()
  await db
    .updateTable('portal_user')
    .set({ deleted_at: null, ...oneTimePasswordColumns(password, now) })
    .where('id', '=', invitation.user_id)
    .execute()
}
