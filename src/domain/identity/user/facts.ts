import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import type { UserPatch } from '#domain/identity/user/user.ts'
import { normaliseContact, userStatusLabels } from '#domain/identity/user/user.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { normaliseEmail } from '#domain/values/contact/email.ts'

/** Labels of the user fields that an edit can conflict about; the password is not one of them. */
export const userLabels = labelsOf({
  'contactDetails.name': 'Nombre',
  'contactDetails.surNames': 'Apellidos',
  'contactDetails.position': 'Cargo',
  'contactDetails.tlf': 'Teléfono',
  'contactDetails.email': 'Correo electrónico',
  billingEmail: 'Correo de facturación',
  status: 'Estado',
})

/** The fields of a user or of a write, in stored form. */
export function userFacts({
  contactDetails,
  billingEmail,
  status,
}: Pick<UserPatch, 'contactDetails' | 'billingEmail'> & { status?: UserStatus }): FieldValues {
  const facts: Record<string, string> = {}
  for (const [field, value] of Object.entries(normaliseContact(contactDetails ?? {}))) {
    if (value !== undefined) facts[`contactDetails.${field}`] = value
  }
  if (contactDetails?.email !== undefined) facts['contactDetails.email'] = normaliseEmail(contactDetails.email)
  if (billingEmail !== undefined) facts.billingEmail = normaliseEmail(billingEmail)
  if (status !== undefined) facts.status = userStatusLabels[status]
  return facts
}
