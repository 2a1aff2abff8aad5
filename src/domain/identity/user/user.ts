import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { Actor, BackendRole, Role } from '#domain/identity/roles.ts'
import { roles, scopeOf } from '#domain/identity/roles.ts'
import { texts } from '#domain/language/texts.ts'
import type { Reason } from '#domain/messages.ts'
import type { Decision } from '#domain/states/machine.ts'
import { decide } from '#domain/states/machine.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { userMachine } from '#domain/states/user.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { normalisePhone, phoneRule } from '#domain/values/contact/phone.ts'
import type { Rule } from '#domain/values/rule.ts'
import { firstError } from '#domain/values/rules.ts'
import { lettersOnlyRule, normaliseText, notEmptyRule } from '#domain/values/text.ts'

/** A user's own data (USR-08). `email` is the account's address. */
export type ContactDetails = { name?: string; surNames?: string; position?: string; tlf?: string; email?: string }

/** The fields of a write; absent ones stay unchanged. */
export type UserPatch = {
  oldPassword?: string
  newPassword?: string
  policyAccepted?: boolean
  contactDetails?: ContactDetails
  billingEmail?: string
  status?: UserStatus
}

const passwordFields = ['oldPassword', 'newPassword', 'policyAccepted'] as const

/** Whether the write includes a password change, complete or not. */
export function changesPassword(patch: UserPatch): boolean {
  return passwordFields.some(field => patch[field] !== undefined)
}

/** The address of an account, and whether its user has chosen a password yet. */
export type Addressed = { email: string; isPrincipal: boolean; lastChangePassword: string | null }

/**
 * Whether the manager of a user may still correct its address (ERR-06): only until the user chooses a password and so
 * takes over the account. An invited user's address is the one of its invitation.
 */
export function isAddressOpen({ isPrincipal, lastChangePassword }: Omit<Addressed, 'email'>): boolean {
  return !isPrincipal && lastChangePassword === null
}

/** The editor of a user. `passwordMissing`: it signed in with a one-time password. */
type Editor = { self: boolean; role: Role; passwordMissing?: boolean }

/** The fields of a write besides the password. */
function otherFields({ contactDetails = {}, billingEmail, status }: UserPatch): string[] {
  const contact = Object.keys(contactDetails).map(field => `contactDetails.${field}`)
  return [...contact, ...Object.entries({ billingEmail, status }).flatMap(([f, v]) => (v === undefined ? [] : [f]))]
}

/**
 * The fields of a write that this caller may not set, by name (D41). Only users set their own password, and it must be
 * set first; only CCI sets the status, and not its own.
 */
export function refusedFields(patch: UserPatch, caller: Editor, user: Addressed): string[] {
  if (caller.passwordMissing) return otherFields(patch)
  const refused: string[] = []
  if (!caller.self) refused.push(...passwordFields.filter(field => patch[field] !== undefined))
  if ((caller.self || caller.role !== 'CCI') && patch.status !== undefined) refused.push('status')
  // The address is the account: changing another user's address would allow taking it over with a password reset.
  if (movesAddress(patch, user.email) && (caller.self || !isAddressOpen(user))) refused.push('contactDetails.email')
  return refused
}

/** Whether the write changes the address of the account. */
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
 * Errors in the data of a write, by path; absent fields are not checked (FORM-11, FORM-22 to FORM-25). A billing
 * address may be removed.
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

/** Data of a new user (API-24); its address is the account's. */
export type NewUser = { contactDetails: ContactDetails; billingEmail?: string }

/** Errors of a new user, by path: all data are required except the billing address (FORM-41). */
export function newUserErrors({ contactDetails, billingEmail }: NewUser): FieldErrors {
  const { name = '', surNames = '', position = '', tlf = '', email = '' } = contactDetails
  return userPatchErrors({ contactDetails: { name, surNames, position, tlf, email }, billingEmail })
}

/** The contact details of a write, in stored form. */
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
 * Decides a status that CCI sets by hand (API-28): only ACCEPTED, once its participant's documentation was accepted
 * (USR-11, D15). No move leads back.
 */
export function decideStatus(
  from: UserStatus,
  to: UserStatus,
  { onboarded, awaitsConfirmation, role }: { onboarded: boolean; awaitsConfirmation: boolean; role: Role },
): Decision<UserStatus> {
  if (!userMachine.is.accepted(to) || !onboarded) return { ok: false, reason: 'wrongState' }
  return decide(userMachine, 'acceptDocumentation', from, { awaitsAcceptance: true, awaitsConfirmation }, role)
}

/** Whether an actor sees the users of a participant: its own, and all for CCI (D15, ROLE-42). */
export function seesUsersOf(actor: Actor, participantId: string): boolean {
  return scopeOf(actor, 'user.read') === 'all' || participantId === actor.participantId
}

/**
 * Why an actor may not write to a user that it sees, or null. Every user edits itself, the principal and CCI edit the
 * others (D15); a user with a one-time password must choose its own first (D7).
 */
export function editRefusal(actor: Actor, user: { id: string }, patch: UserPatch = {}): Reason | null {
  if (user.id !== actor.userId && !scopeOf(actor, 'user.manage')) return 'forbidden'
  const isEarly = actor.passwordMissing && !changesPassword(patch) && otherFields(patch).length > 0
  return isEarly ? 'passwordMissing' : null
}

/**
 * Why an actor may not remove a user that it manages, or null: never itself, never the principal (D15), except one that
 * has no access yet (D101).
 */
export function userRemovalRefusal(
  actor: Actor,
  user: { id: string; isPrincipal: boolean; awaitsConfirmation: boolean },
): Reason | null {
  return user.id === actor.userId || (user.isPrincipal && !user.awaitsConfirmation) ? 'userNotDeletable' : null
}

/** 'Lucía Ferrer Casals'; '' for a user who has not entered a name yet. */
export function fullName({ contactDetails: { name = '', surNames = '' } }: { contactDetails: ContactDetails }): string {
  return `${name} ${surNames}`.trim()
}

/** Labels of a user's status (USR-07). */
export const userStatusLabels: Record<UserStatus, string> = texts({ PENDING: 'Pendiente', ACCEPTED: 'Aceptado' })

/** Role filters of user lists, as the wire carries them (LIM-34). */
export const roleFilters = roles.map(role => `ROLE_${role}` as const) satisfies BackendRole[]

const NOBODYS = '@destruido.invalid'

/** Unique placeholder address of a user with purged data. */
export const addressOfNobody = (id: string): string => `${id}${NOBODYS}`

/**
 * Display name of a user that is never empty: the name, the e-mail when there is no name yet, or a placeholder when the
 * data were purged.
 */
export function calledBy({ name, surnames, email }: { name: string; surnames: string; email: string }): string {
  if (email.endsWith(NOBODYS)) return 'Un usuario que ya no está'
  return `${name} ${surnames}`.trim() || email
}
