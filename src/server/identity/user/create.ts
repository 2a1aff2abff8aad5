import type { BodyOf } from '#domain/contract/contract.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor, BackendRole, Role } from '#domain/identity/roles.ts'
import { backendRoles } from '#domain/identity/roles.ts'
import { holdOfNew, NEW_PRINCIPAL_DAYS } from '#domain/identity/user/confirmation.ts'
import type { createUser } from '#domain/identity/user/contract.ts'
import { newUserErrors, normaliseContact, seesUsersOf } from '#domain/identity/user/user.ts'
import { t } from '#domain/language/translate.ts'
import { decide } from '#domain/states/machine.ts'
import { userMachine } from '#domain/states/user.ts'
import { normaliseEmail } from '#domain/values/contact/email.ts'
import { addDays } from '#domain/values/day.ts'
import { newOneTimePassword, oneTimePasswordColumns } from '#server/identity/session/one-time-password.ts'
import { byCentre, heldColumns } from '#server/identity/user/confirm.ts'
import { refuseTaken } from '#server/identity/user/edit.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * Creates a user of the actor's participant or, for CCI, of any, and mails its one-time password; there is no
 * invitation (D15). A participant that CCI added without one gets its principal user this way. Another user of a bank
 * that CCI creates gets no password before the bank confirms it (D101).
 * @returns its identifier.
 * @throws DomainError notFound for a participant whose users the actor does not see, userIncomplete, userExists,
 * unknownField
 */
export async function addUser(
  app: AppContext,
  tx: Transaction,
  actor: Actor,
  { user, role }: BodyOf<typeof createUser>,
): Promise<string> {
  const { db, now } = tx
  const participantId = user.idGenericEntity ?? actor.participantId
  if (!seesUsersOf(actor, participantId)) throw new DomainError('notFound')
  const participant = await livingParticipant(db, participantId)
  refuseWrong(user, role, participant.kind as Role)

  const email = normaliseEmail((user.email ?? user.contactDetails.email)!)
  const { name = '', surNames = '', position = '', tlf = '' } = normaliseContact(user.contactDetails)
  await refuseTaken(db, email, 'user.contactDetails.email')
  const decision = assertAllowed(decide(userMachine, 'create', null, newUser, actor.role))
  // Hashes before taking the lock, to keep the lock short.
  const password = await newOneTimePassword(app)
  if (!(await lockParticipant(db, participantId))) throw new DomainError('notFound')
  const id = tx.newId()
  const kind = participant.kind as Role
  const { hasUsers, hasPrincipal } = await usersOf(db, participantId)
  const principal = kind !== 'CCI' && !hasPrincipal
  const hold = holdOfNew(actor.role, { kind, hasPrincipal, hasUsers })
  await db
    .insertInto('portal_user')
    .values({
      id,
      participant_id: participantId,
      email,
      name,
      surnames: surNames,
      position,
      phone: tlf,
      billing_email: normaliseEmail(user.billingEmail ?? ''),
      is_principal: principal,
      status: decision.to,
      created_at: now,
      ...(hold ? heldColumns(now) : oneTimePasswordColumns(password, now)),
    })
    .execute()
  if (!hold) tx.mail({ to: email, template: 'user-created', data: { name, nonce: password.nonce } })
  const { told } = byCentre(actor, { id, email, participantId, kind })
  const opensOn = hold === 'days' ? addDays(tx.today, NEW_PRINCIPAL_DAYS) : undefined
  tx.record({
    event: decision.event,
    object: { kind: 'user', id },
    participantId,
    data: { principal },
    told: told && { ...told, held: hold !== null, opensOn },
  })
  return id
}

const newUser = { awaitsAcceptance: false, awaitsConfirmation: false }

async function livingParticipant(db: Db, id: string) {
  const row = await db
    .selectFrom('participant')
    .select('kind')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  return row
}

async function usersOf(db: Db, participantId: string): Promise<{ hasUsers: boolean; hasPrincipal: boolean }> {
  const users = await db
    .selectFrom('portal_user')
    .select('is_principal')
    .distinct()
    .where('participant_id', '=', participantId)
    .where('deleted_at', 'is', null)
    .execute()
  return { hasUsers: users.length > 0, hasPrincipal: users.some(user => user.is_principal) }
}

type Body = BodyOf<typeof createUser>

/**
 * Refuses invalid fields of the user, by path in the call (FORM-41), including a role that is not the participant's.
 */
function refuseWrong({ email, contactDetails, billingEmail }: Body['user'], role: Body['role'], kind: Role): void {
  const given = contactDetails.email
  const address = email ?? given ?? ''
  const errors = newUserErrors({ contactDetails: { ...contactDetails, email: address }, billingEmail })
  const fields: FieldErrors = Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [`user.${path}`, message]),
  )
  if (given !== undefined && normaliseEmail(given) !== normaliseEmail(address)) {
    fields['user.contactDetails.email'] = t('No es el correo del usuario')
  }
  const accepted: readonly (Role | BackendRole)[] = [kind, ...backendRoles({ role: kind, isPrincipal: false })]
  if (role && !accepted.includes(role)) fields.role = t('El usuario tiene el papel de su organización')
  if (Object.keys(fields).length > 0) throw new DomainError('userIncomplete', { fields })
}
