import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { userFacts, userLabels } from '#domain/identity/user/facts.ts'
import type { UserPatch } from '#domain/identity/user/user.ts'
import {
  decideStatus,
  editRefusal,
  movesAddress,
  normaliseContact,
  refusedFields,
  seesUsersOf,
  userPatchErrors,
} from '#domain/identity/user/user.ts'
import { sentence } from '#domain/messages.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { normaliseEmail } from '#domain/values/contact/email.ts'
import { dropFactors } from '#server/identity/second-factor/factors.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import { newOneTimePassword, oneTimePasswordColumns } from '#server/identity/session/one-time-password.ts'
import { dropIdentities } from '#server/identity/single-sign-on/identities.ts'
import { byCentre, heldColumns } from '#server/identity/user/confirm.ts'
import type { UserRow } from '#server/identity/user/queries.ts'
import { lockUser, userByKey, userWireOf } from '#server/identity/user/queries.ts'
import { dropPendingMails, takenAddresses } from '#server/invitation/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { refuseFields } from '#server/participant/edit.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { endSessions, killResetCodes } from '#server/session/queries.ts'

/**
 * The user to edit, if the actor may make this edit (D14, D15, D41).
 * @throws DomainError notFound, forbidden, passwordMissing, unknownField or invalid
 */
export async function editableUser(db: Db, actor: Actor, key: string, patch: UserPatch): Promise<UserRow> {
  const user = await userByKey(db, key)
  if (!user || !seesUsersOf(actor, user.participantId)) throw new DomainError('notFound')
  const refusal = editRefusal(actor, user, patch)
  if (refusal) throw new DomainError(refusal)
  refuseFields(refusedFields(patch, editorOf(actor, user), addressedOf(user)))
  const fields = userPatchErrors(patch)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  return user
}

const editorOf = ({ userId, role, passwordMissing }: Actor, user: UserRow) => ({
  self: user.id === userId,
  role,
  passwordMissing,
})

const addressedOf = (user: UserRow) => ({
  email: user.email,
  isPrincipal: user.is_principal,
  lastChangePassword: user.last_password_change,
})

/**
 * Writes the data and the status of a user, within the caller's transaction. The caller has called `editableUser`.
 * @throws DomainError notFound, changedMeanwhile, userExists, unknownField, wrongState
 */
export async function writeUser(
  app: AppContext,
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...patch }: UserPatch & { version?: number },
): Promise<void> {
  const current = await lockUser(tx.db, id)
  if (!current) throw new DomainError('notFound')
  const { contactDetails, billingEmail } = userWireOf(current)
  await refuseStale(tx.db, actor, version, {
    version: current.version,
    now: userFacts({ contactDetails, billingEmail, status: current.status as UserStatus }),
    yours: userFacts(patch),
    labels: userLabels,
    object: { kind: 'user', id },
  })
  await writeData(tx, actor, current, patch)
  if (movesAddress(patch, current.email)) await moveAddress(app, tx, actor, current, patch)
  if (patch.status) await writeStatus(tx, actor, current, patch.status)
}

async function writeData(
  tx: Transaction,
  actor: Actor,
  user: UserRow,
  { contactDetails, billingEmail }: UserPatch,
): Promise<void> {
  if (!contactDetails && billingEmail === undefined) return
  const { name, surNames, position, tlf } = normaliseContact(contactDetails ?? {})
  const before = [user.name, user.surnames, user.position, user.phone, user.billing_email]
  const after = [
    name ?? user.name,
    surNames ?? user.surnames,
    position ?? user.position,
    tlf ?? user.phone,
    billingEmail === undefined ? user.billing_email : normaliseEmail(billingEmail),
  ] as const
  if (before.every((value, index) => value === after[index])) return
  await tx.db
    .updateTable('portal_user')
    .set(eb => ({
      name: after[0],
      surnames: after[1],
      position: after[2],
      phone: after[3],
      billing_email: after[4],
      version: eb('version', '+', 1),
    }))
    .where('id', '=', user.id)
    .execute()
  recordEdit(
    tx,
    byCentre(actor, user),
    user,
    ['name', 'surNames', 'position', 'tlf', 'billingEmail'].filter((_field, index) => before[index] !== after[index]),
  )
}

// Records the field names, not the values: the audit log outlives the personal data (D44).
function recordEdit(
  tx: Transaction,
  { told }: ReturnType<typeof byCentre>,
  { id, participantId }: UserRow,
  fields: string[],
): void {
  tx.record({ event: 'user.edited', object: { kind: 'user', id }, participantId, data: { fields }, told })
}

/**
 * Corrects the address of a user that has not chosen a password: drops pending mails to the old address and mails
 * another one-time password to the new one (ERR-06), or has its bank confirm the user again when CCI does it (D101).
 */
async function moveAddress(
  app: AppContext,
  tx: Transaction,
  actor: Actor,
  user: UserRow,
  patch: UserPatch,
): Promise<void> {
  // The user may have chosen a password between the first check and the lock.
  refuseFields(refusedFields(patch, editorOf(actor, user), addressedOf(user)))
  const { db, now } = tx
  const email = normaliseEmail(patch.contactDetails!.email!)
  await refuseTaken(db, email, 'contactDetails.email')
  const password = await newOneTimePassword(app)
  const { told } = byCentre(actor, { ...user, email })
  const held = told !== undefined || user.confirmation_asked_at !== null
  await db
    .updateTable('portal_user')
    .set(eb => ({
      email,
      ...(held ? heldColumns(now) : oneTimePasswordColumns(password, now)),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', user.id)
    .execute()
  await endSessions(db, { userId: user.id }, now)
  await killResetCodes(db, user.id, now)
  await dropFactors(db, user.id)
  await dropIdentities(db, [user.id])
  await dropPendingMails(db, user.email)
  const name = normaliseContact(patch.contactDetails!).name ?? user.name
  tellOwner(tx, user, 'address-moved')
  if (!held) tx.mail({ to: email, template: 'user-created', data: { name, nonce: password.nonce } })
  recordEdit(tx, { told: told && { ...told, held } }, user, ['email'])
}

/** @throws DomainError userExists under the field, when the address belongs to a user or is invited (ERR-06, D6) */
export async function refuseTaken(db: Db, email: string, field: string): Promise<void> {
  if ((await takenAddresses(db, [email])).size === 0) return
  throw new DomainError('userExists', { fields: { [field]: sentence('userExists') } })
}

async function writeStatus(tx: Transaction, actor: Actor, user: UserRow, to: UserStatus): Promise<void> {
  const from = user.status as UserStatus
  if (from === to) return
  const decision = assertAllowed(
    decideStatus(from, to, {
      onboarded: user.kind === 'CCI' || user.onboarded_at !== null,
      awaitsConfirmation: user.confirmation_asked_at !== null,
      role: actor.role,
    }),
  )
  await tx.db
    .updateTable('portal_user')
    .set(eb => ({ status: to, version: eb('version', '+', 1) }))
    .where('id', '=', user.id)
    .execute()
  tx.record({
    event: decision.event,
    object: { kind: 'user', id: user.id },
    participantId: user.participantId,
    ...byCentre(actor, user),
  })
}
