import type { FieldErrors } from '#domain/refusal.ts'
import type { Role } from '#domain/roles.ts'
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

/** The fields of a write that this caller may not set, by name (D41): one's password is one's own, the status is CCI's. */
export function refusedFields(patch: UserPatch, caller: { self: boolean; role: Role }, email: string): string[] {
  const refused: string[] = []
  if (!caller.self) refused.push(...passwordFields.filter(field => patch[field] !== undefined))
  if (caller.role !== 'CCI' && patch.status !== undefined) refused.push('status')
  const address = patch.contactDetails?.email
  // The address is the account: whoever could change it here would own the account by its next reset.
  if (address !== undefined && normaliseEmail(address) !== email) refused.push('contactDetails.email')
  return refused
}

const contactRules: Record<Exclude<keyof ContactDetails, 'email'>, readonly Rule[]> = {
  name: [notEmptyRule, lettersOnlyRule],
  surNames: [notEmptyRule, lettersOnlyRule],
  position: [notEmptyRule],
  tlf: [notEmptyRule, phoneRule],
}

/** What is wrong with the data of a write, by path; what is absent is not asked for (FORM-11, FORM-22 to FORM-25). */
export function userPatchErrors({ contactDetails = {}, billingEmail }: UserPatch): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, chain] of Object.entries(contactRules)) {
    const value = contactDetails[field as keyof typeof contactRules]
    const error = value === undefined ? null : firstError(value, chain)
    if (error) errors[`contactDetails.${field}`] = error
  }
  const billing = billingEmail === undefined ? null : firstError(billingEmail, [notEmptyRule, emailRule])
  if (billing) errors.billingEmail = billing
  return errors
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
  if (to !== 'ACCEPTED' || !onboarded) return { ok: false, reason: 'wrongState' }
  return decide(userMachine, 'acceptDocumentation', from, { invited: true }, role)
}
