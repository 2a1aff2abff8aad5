import { DomainError } from '#domain/contract/domain-error.ts'
import type { InvitationDraft } from '#domain/invitation/invitation.ts'
import { invitationErrors, misplacedFields, normaliseInvitation } from '#domain/invitation/invitation.ts'
import { newOneTimePassword } from '#server/identity/session/one-time-password.ts'
import { issueInvitation } from '#server/invitation/issue.ts'
import { takenAddresses, takenNrbes } from '#server/invitation/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'

/**
 * Invites one participant by the rules of invitations.
 * @returns the identifier of the invitation
 * @throws DomainError unknownField, invitationEmailMissing, invalid with fields, invitationExists, nrbeExists
 */
export async function inviteParticipant(app: AppContext, tx: Transaction, body: InvitationDraft): Promise<string> {
  const misplaced = misplacedFields(body)
  if (misplaced.length > 0) {
    const sentence = 'Solo la invitación de una entidad lleva este campo'
    throw new DomainError('unknownField', { fields: Object.fromEntries(misplaced.map(field => [field, sentence])) })
  }
  return inviteKnown(app, tx, body)
}

/** The same for CCI's own lists, which also name the company of a provider (EASE-11, EASE-13). */
export async function inviteKnown(app: AppContext, tx: Transaction, body: InvitationDraft): Promise<string> {
  const draft = normaliseInvitation(body)
  const fields = invitationErrors(draft)
  if (draft.email === '') throw new DomainError('invitationEmailMissing', { fields })
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  const password = await newOneTimePassword(app)
  const exists = new DomainError('invitationExists', { values: { product: app.settings.productName } })
  if ((await takenAddresses(tx.db, [draft.email])).size > 0) throw exists
  if (draft.codNRBE !== '' && (await takenNrbes(tx.db, [draft.codNRBE])).size > 0) {
    throw new DomainError('nrbeExists', { fields: { codNRBE: new DomainError('nrbeExists').message } })
  }
  try {
    return await issueInvitation(tx, draft, password)
  } catch (error) {
    // A concurrent call invited the same address.
    if ((error as { constraint?: string }).constraint === 'portal_user_email_once') throw exists
    throw error
  }
}
