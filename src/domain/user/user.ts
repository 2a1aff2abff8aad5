import type { FieldErrors } from '#domain/domain-error.ts'
import type { Reason } from '#domain/messages.ts'
import type { Actor, BackendRole, Role } from '#domain/roles.ts'
import { roles, scopeOf } from '#domain/roles.ts'
import type { Decision } from '#domain/states/machine.ts'
import { decide } from '#domain/states/machine.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { userMachine } from '#domain/states/user.ts'
import { emailRule, normaliseEmail } from '#domain/values/email.ts'
import { normalisePhone, phoneRule } from '#domain/values/phone.ts'
import type { Rule } from '#domain/values/rule.ts'
import { firstError } from '#domain/values/rules.ts'
import { lettersOnlyRule, normaliseText, notEmptyRule } from '#domain/values/text.ts'

/** A user's own data (USR-08). `email` is the account's address. */
export type ContactDetails = { name?: string; surNames?: string; position?: string; tlf?: string; email?: string }

/** What a write may bring; absent is unchanged. */
export type UserPatch = {
  oldPassword?: string
  newPassword?: string
  policyAccepted?: boolean
  contactDetails?: ContactDetails
  billingEmail?: string
  status?: UserStatus
}

const passwordFields = ['oldPassword', 'newPassword', 'policyAccepted'] as const

/** Whether the write asks for a password change, complete or not. */
export function changesPassword(patch: UserPatch): boolean {
  return passwordFields.some(field => patch[field] !== undefined)
}

/** Whose address it is, and whether anybody has made the account its own yet. */
export type Addressed = { email: string; isPrincipal: boolean; lastChangePassword: string | null }

/**
 * Whether who manages a user may still correct its address (ERR-06): while nobody chose a password, so that the account
 * is nobody's yet. An invited user's address is its invitation's.
 */
export function isAddressOpen({ isPrincipal, lastChangePassword }: Omit<Addressed, 'email'>): boolean {
  return !isPrincipal && lastChangePassword === null
}

/** Who edits a user; `passwordMissing`: it came in with a one-time password. */
type Editor = { self: boolean; role: Role; passwordMissing?: boolean }

/** What a write brings beside the password. */
function otherFields({ contactDetails = {}, billingEmail, status }: UserPatch): string[] {
  const contact = Object.keys(contactDetails).map(field => `contactDetails.${field}`)
  return [...contact, ...Object.entries({ billingEmail, status }).flatMap(([f, v]) => (v === undefined ? [] : [f]))]
}

/**
 * The fields of a write that this caller may not set, by name (D41): one's password is one's own, and comes before all
 * else; the status is CCI's, of others.
 */
export function refusedFields(patch: UserPatch, caller: Editor, user: Addressed): string[] {
  if (caller.passwordMissing) return otherFields(patch)
  const refused: string[] = []
  if (!caller.self) refused.push(...passwordFields.filter(field => patch[field] !== undefined))
  if ((caller.self || caller.role !== 'CCI') && patch.status !== undefined) refused.push('status')
  // The address is the account: whoever could change another's would own the account by its next reset.
  if (movesAddress(patch, user.email) && (caller.self || !isAddressOpen(user))) refused.push('contactDetails.email')
  return refused
}

/** Whether the write brings another address than the account has. */
export function movesAddress({ contactDetails }: UserPatch, email: string): boolean {
  return contactDetails?.email !== undefined && normaliseEmail(contactDetails.email) !== email
}

const contactRules: Record<keyof ContactDetails, readonly Rule[]> = {
  name: [notEmptyRule, lettersOnlyRule],
  surNames: [notEmptyRule, lettersOnlyRule],
  position: [notEmptyRule],
  tlf: [notEmptyRule, phoneRule],
  email: [notEmptyRule, emailRule],
}

/**
 * What is wrong with the data of a write, by path; what is absent is not asked for (FORM-11, FORM-22 to FORM-25). A
 * billing address may be taken away.
 */
export function userPatchErrors({ contactDetails = {}, billingEmail }: UserPatch): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, chain] of Object.entries(contactRules)) {
    const value = contactDetails[field as keyof typeof contactRules]
    const error = value === undefined ? null : firstError(value, chain)
    if (error) errors[`contactDetails.${field}`] = error
  }
  const billing = billingEmail === undefined || billingEmail.trim() === '' ? null : emailRule(billingEmail)
  if (billing) errors.billingEmail = billing
  return errors
}

/** A user to be made (API-24); its address is the account's. */
export type NewUser = { contactDetails: ContactDetails; billingEmail?: string }

/** What keeps a user from being made, by path: all of its data are needed but the billing address (FORM-41). */
export function newUserErrors({ contactDetails, billingEmail }: NewUser): FieldErrors {
  const { name = '', surNames = '', position = '', tlf = '', email = '' } = contactDetails
  return userPatchErrors({ contactDetails: { name, surNames, position, tlf, email }, billingEmail })
}

/** The data of a write as it is kept. */
export function normaliseContact({ name, surNames, position, tlf }: ContactDetails): ContactDetails {
  const text = (value: string | undefined) => (value === undefined ? undefined : normaliseText(value))
  return {
    name: text(name),
    surNames: text(surNames),
    position: text(position),
    tlf: tlf === undefined ? undefined : normalisePhone(tlf),
  }
}

/**
 * What CCI's own hand may make of a user's status (API-28): ACCEPTED, once the documentation of its participant was
 * accepted (USR-11, D15). Nothing leads back.
 */
export function decideStatus(
  from: UserStatus,
  to: UserStatus,
  { onboarded, role }: { onboarded: boolean; role: Role },
): Decision<UserStatus> {
  if (!userMachine.is.accepted(to) || !onboarded) return { ok: false, reason: 'wrongState' }
  return decide(userMachine, 'acceptDocumentation', from, { awaitsAcceptance: true }, role)
}

/** Whose users an actor sees: those of its own participant, CCI all (D15, ROLE-42). */
export function seesUsersOf(actor: Actor, participantId: string): boolean {
  return scopeOf(actor, 'user.read') === 'all' || participantId === actor.participantId
}

/**
 * Why an actor may not make a write to a user that it sees, or null: everyone edits itself, the principal and CCI the
 * others (D15); with a one-time password nothing is written before one's own is chosen (D7).
 */
export function editRefusal(actor: Actor, user: { id: string }, patch: UserPatch = {}): Reason | null {
  if (user.id !== actor.userId && !scopeOf(actor, 'user.manage')) return 'forbidden'
  const isEarly = actor.passwordMissing && !changesPassword(patch) && otherFields(patch).length > 0
  return isEarly ? 'passwordMissing' : null
}

/** Why an actor may not end a user that it manages, or null: never itself, never the principal (D15). */
export function removalRefusal(actor: Actor, user: { id: string; isPrincipal: boolean }): Reason | null {
  return user.id === actor.userId || user.isPrincipal ? 'userNotDeletable' : null
}

/** 'Lucía Ferrer Casals'; '' for somebody who has not said it yet. */
export function fullName({ contactDetails: { name = '', surNames = '' } }: { contactDetails: ContactDetails }): string {
  return `${name} ${surNames}`.trim()
}

/** The words of a user's status (USR-07). */
export const userStatusLabels: Record<UserStatus, string> = { PENDING: 'Pendiente', ACCEPTED: 'Aceptado' }

/** The roles that lists of users are filtered by, as the wire carries them (LIM-34). */
export const roleFilters = roles.map(role => `ROLE_${role}` as const) satisfies BackendRole[]

const NOBODYS = '@destruido.invalid'

/** The address that stays where one was, of somebody whose data were destroyed: nobody's, and no other's. */
export const addressOfNobody = (id: string): string => `${id}${NOBODYS}`

/**
 * How somebody is called where there must be something to call by: the name, or the e-mail of who has not said it yet; of
 * whom nothing is kept any more, that.
 */
export function calledBy({ name, surnames, email }: { name: string; surnames: string; email: string }): string {
  if (email.endsWith(NOBODYS)) return 'Un usuario que ya no está'
  return `${name} ${surnames}`.trim() || email
}
