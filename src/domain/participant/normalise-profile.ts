import type { InvitableKind } from '#domain/identity/roles.ts'
import { profileFields, textFields } from '#domain/participant/field-lists.ts'
import { fieldRules } from '#domain/participant/field-rules.ts'
import type { TextField } from '#domain/participant/fields.ts'
import type { ContactDetails, Profile } from '#domain/participant/participant.ts'
import { profileFieldError } from '#domain/participant/participant.ts'
import type { CifSetting } from '#domain/values/company/cif.ts'
import type { EconomicDraft } from '#domain/values/company/economic-info.ts'
import { readEconomicInfo } from '#domain/values/company/economic-info.ts'
import type { AddressDraft } from '#domain/values/contact/address.ts'
import { normaliseAddress } from '#domain/values/contact/address.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { normalisePhone, phoneRule } from '#domain/values/contact/phone.ts'
import { normaliseText } from '#domain/values/text.ts'

/**
 * Normalises a profile: valid identifiers, phones, addresses and e-mails in their normal form, invalid values as typed,
 * and a structured part without content as null. Absent parts stay absent.
 */
export function normaliseProfile(kind: InvitableKind, profile: Profile, cif: CifSetting): Profile {
  const { numEmployees, contactDetails, address, billingAddress, economicInfo, extraData } = profile
  const normal: Profile = {}
  for (const field of textFields) {
    const value = profile[field]
    if (value !== undefined) normal[field] = normaliseField(kind, field, value, cif)
  }
  if (numEmployees !== undefined) normal.numEmployees = numEmployees
  if (contactDetails !== undefined) normal.contactDetails = normaliseContact(contactDetails)
  if (address !== undefined) normal.address = addressOrNull(address)
  if (billingAddress !== undefined) normal.billingAddress = addressOrNull(billingAddress)
  if (economicInfo !== undefined) normal.economicInfo = figuresOrNull(economicInfo)
  if (extraData !== undefined) normal.extraData = withoutEmpty(extraData)
  return normal
}

function normaliseField(kind: InvitableKind, field: TextField, value: string, cif: CifSetting): string {
  const spec = profileFields[kind].find(candidate => candidate.field === field)
  const text = normaliseText(value)
  if (!spec || profileFieldError(kind, field, text, cif) !== null) return text
  return fieldRules[spec.rule].normalise(text)
}

function normaliseContact(contact: ContactDetails): Required<ContactDetails> {
  const textOf = (field: keyof ContactDetails) => normaliseText(contact[field] ?? '')
  const [tlf, email] = [textOf('tlf'), textOf('email')]
  return {
    name: textOf('name'),
    surNames: textOf('surNames'),
    position: textOf('position'),
    tlf: phoneRule(tlf) === null ? normalisePhone(tlf) : tlf,
    email: emailRule(email) === null ? normaliseEmail(email) : email,
  }
}

function addressOrNull(draft: AddressDraft | null) {
  const address = normaliseAddress(draft ?? {})
  return Object.values(address).every(value => value === '') ? null : address
}

function figuresOrNull(draft: EconomicDraft | null) {
  const info = readEconomicInfo(draft ?? {})
  const figures = Object.values(info).flatMap(group => Object.values(group))
  return figures.every(figure => figure === null) ? null : info
}

function withoutEmpty(data: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== ''))
}
