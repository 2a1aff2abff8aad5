import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { dropIdentities } from '#server/identity/single-sign-on/identities.ts'
import { dropDeliveriesAbout } from '#server/integration/webhook/write.ts'
import { dropPendingMails } from '#server/invitation/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { keepLeaving } from '#server/participant/company/kept.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import { dropMailsAbout } from '#server/platform/mail/outbox.ts'
import { requireSecondPerson } from '#server/session/approval-requests.ts'

/**
 * Deletes a participant (D44): hides it from every role at once; ends its users, sessions, favourites and invitation;
 * deletes pending mails that name it; frees its e-mails, CIF and NRBE; blocks its data until the purge. Its validations
 * and incidents are hidden with it.
 * @throws DomainError notFound; participantDeleteFailed for CCI itself; needsAnother if four-eyes approval is on
 */
export async function removeParticipant(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const row = await lockParticipant(tx.db, id)
  if (!row) throw new DomainError('notFound')
  if (row.kind === 'CCI') throw new DomainError('participantDeleteFailed')
  const seconded = await requireSecondPerson(tx, actor, {
    act: 'participant.delete',
    object: { kind: 'participant', id },
    content: {},
    facts: { participantId: id, participantName: row.display_name, kind: row.kind as InvitableKind },
  })
  const { db, now } = tx
  const users = await db
    .updateTable('portal_user')
    .set({ deleted_at: now })
    .where('participant_id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'email'])
    .execute()
  for (const { email } of users) await dropPendingMails(db, email)
  await dropMailsAbout(db, id)
  await dropDeliveriesAbout(db, id)
  await dropIdentities(
    db,
    users.map(user => user.id),
  )
  const sessions = await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('user_id', 'in', eb => eb.selectFrom('portal_user').select('id').where('participant_id', '=', id))
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  const favourites = await db
    .deleteFrom('favourite')
    .where(eb => eb.or([eb('provider_id', '=', id), eb('entity_id', '=', id)]))
    .returning('provider_id')
    .execute()
  if (row.kind === 'PROVIDER') await keepLeaving(tx, id)
  // Hidden for good, unlike a withdrawn one: it is neither listed nor sent again (D44, decision 009).
  await db.updateTable('invitation').set({ hidden: true }).where('participant_id', '=', id).execute()
  const invitations = await db
    .updateTable('invitation')
    .set(eb => ({ status: 'REJECTED', decided_at: now, version: eb('version', '+', 1) }))
    .where('participant_id', '=', id)
    .where('status', 'in', invitationMachine.sets.live)
    .returning('id')
    .execute()
  await db
    .updateTable('participant')
    .set({ deleted_at: now, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  tx.record({
    event: 'participant.deleted',
    object: { kind: 'participant', id },
    participantId: id,
    data: {
      kind: row.kind,
      users: users.length,
      sessions: sessions.length,
      favourites: favourites.length,
      invitations: invitations.length,
      ...seconded,
    },
  })
}
