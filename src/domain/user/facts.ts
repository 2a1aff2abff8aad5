import type { Facts } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import type { UserStatus } from '#domain/states/user.ts'
import type { UserPatch } from '#domain/user/user.ts'
import { normaliseContact, userStatusLabels } from '#domain/user/user.ts'
import { normaliseEmail } from '#domain/values/email.ts'

/** What an edit of a user can be in conflict about; a password is not among it. */
export const userLabels = labelsOf({
  'contactDetails.name': 'Nombre',
  'contactDetails.surNames': 'Apellidos',
  'contactDetails.position': 'Cargo',
  'contactDetails.tlf': 'Teléfono',
  'contactDetails.email': 'Correo electrónico',
  billingEmail: 'Correo de facturación',
  status: 'Estado',
})

/** What a write brings, or a user is, as it is kept. */
export function userFacts({
  contactDetails,
  billingEmail,
  status,
}: Pick<UserPatch, 'contactDetails' | 'billingEmail'> & { status?: UserStatus }): Facts {
  const facts: Record<string, string> = {}
  for (const [field, value] of Object.entries(normaliseContact(contactDetails ?? {}))) {
    if (value !== undefined) facts[`contactDetails.${field}`] = value
  }
  if (contactDetails?.email !== undefined) facts['contactDetails.email'] = normaliseEmail(contactDetails.email)
  if (billingEmail !== undefined) facts.billingEmail = normaliseEmail(billingEmail)
  if (status !== undefined) facts.status = userStatusLabels[status]
  return facts
}
