import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { newUserErrors, userPatchErrors } from '#domain/identity/user/user.ts'
import { texts } from '#domain/language/texts.ts'
import { normaliseEmail } from '#domain/values/contact/email.ts'
import { normalisePhone, phoneRule } from '#domain/values/contact/phone.ts'
import { normaliseText } from '#domain/values/text.ts'

/** Fields of a user, in form order (USR-08). */
export const userFields = ['name', 'surNames', 'position', 'tlf', 'email', 'billingEmail'] as const
export type UserField = (typeof userFields)[number]
export type UserValues = Record<UserField, string>
export type UserErrors = Partial<UserValues>

export const userFieldLabels: UserValues = texts({
  name: 'Nombre',
  surNames: 'Apellidos',
  position: 'Cargo',
  tlf: 'Teléfono',
  email: 'Correo electrónico',
  billingEmail: 'Correo de facturación',
})

/** Form values of a user, or of a new one. */
export function userValues(user: UserWire | null): UserValues {
  const { name = '', surNames = '', position = '', tlf = '' } = user?.contactDetails ?? {}
  return { name, surNames, position, tlf, email: user?.email ?? '', billingEmail: user?.billingEmail ?? '' }
}

/** Normalized value. */
export function tidyUserField(field: UserField, value: string): string {
  if (field === 'tlf') return phoneRule(value) === null ? normalisePhone(value) : value.trim()
  return field === 'email' || field === 'billingEmail' ? normaliseEmail(value) : normaliseText(value)
}

/** Values in wire format. */
export function userBody({ billingEmail, ...contactDetails }: UserValues) {
  return { contactDetails, billingEmail }
}

/** Changed fields of a user, as an edit sends them; null without changes. */
export function userChanges(before: UserValues, after: UserValues) {
  const changed = userFields.filter(field => tidyUserField(field, after[field]) !== before[field])
  if (changed.length === 0) return null
  const contact = changed.filter(field => field !== 'billingEmail').map(field => [field, after[field]] as const)
  return {
    ...(contact.length > 0 ? { contactDetails: Object.fromEntries(contact) as Partial<UserValues> } : {}),
    ...(changed.includes('billingEmail') ? { billingEmail: after.billingEmail } : {}),
  }
}

/** Errors by field: all fields of a new user, the changed ones of an existing user (FORM-41). */
export function userFieldErrors(before: UserValues | null, values: UserValues): UserErrors {
  if (!before) return byUserField(newUserErrors(userBody(values)))
  return byUserField(userPatchErrors(userChanges(before, values) ?? {}))
}

/** Maps errors by call path to fields. */
export function byUserField(errors: FieldErrors): UserErrors {
  const entries = Object.entries(errors).map(([path, message]) => [path.split('.').at(-1), message])
  return Object.fromEntries(entries.filter(([field]) => userFields.some(known => known === field)))
}
