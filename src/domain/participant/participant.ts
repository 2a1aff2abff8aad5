import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { fieldNames, fieldsOf, profileFields } from '#domain/participant/field-lists.ts'
import { fieldRules } from '#domain/participant/field-rules.ts'
import { type Field, fields, type TextField } from '#domain/participant/fields.ts'
import type { CifSetting } from '#domain/values/company/cif.ts'
import type { EconomicDraft } from '#domain/values/company/economic-info.ts'
import { economicInfoErrors } from '#domain/values/company/economic-info.ts'
import type { Address, AddressDraft } from '#domain/values/contact/address.ts'
import { addressErrors } from '#domain/values/contact/address.ts'
import { emailRule } from '#domain/values/contact/email.ts'
import { phoneRule } from '#domain/values/contact/phone.ts'
import { notEmptyRule } from '#domain/values/text.ts'

/** The contact person of a participant; every field may be empty. */
export const contactFields = ['name', 'surNames', 'position', 'tlf', 'email'] as const
export type ContactDetails = { [F in (typeof contactFields)[number]]?: string }

/** Profile data of a participant; a draft may lack any field. */
export type Profile = { [F in Field]?: string } & {
  contactDetails?: ContactDetails
  address?: AddressDraft | null
  billingAddress?: AddressDraft | null
  economicInfo?: EconomicDraft | null
  extraData?: Record<string, string>
}

/** The structured parts of each kind's profile. */
export const profileParts: Record<
  InvitableKind,
  { billingAddress: boolean; economicInfo: boolean; addressAfterOnboarding: 'own' | 'CCI' }
> = {
  PROVIDER: { billingAddress: true, economicInfo: true, addressAfterOnboarding: 'own' },
  AUDIT: { billingAddress: true, economicInfo: false, addressAfterOnboarding: 'own' },
  ENTITY: { billingAddress: false, economicInfo: false, addressAfterOnboarding: 'CCI' },
}

/** An additional field that CCI asks of a kind of participant (CONF-06, D55). */
export type RequiredDatum = { field: string; required: boolean }

export type ProfileRules = { cif: CifSetting; data: readonly RequiredDatum[] }

/** The error of one text field of a profile, or null (FORM-19, FORM-22 to FORM-31, FORM-40). */
export function profileFieldError(
  kind: InvitableKind,
  field: TextField,
  value: string | undefined,
  cif: CifSetting,
): string | null {
  const spec = profileFields[kind].find(candidate => candidate.field === field)
  if (!spec) return null
  const text = (value ?? '').trim()
  if (spec.optional && text === '') return null
  return notEmptyRule(text) ?? fieldRules[spec.rule].check(text, cif)
}

/**
 * All errors of a profile, by path ('cif', 'address.postalCode', 'economicInfo.results.exercise1',
 * 'extraData.<field>'). Empty when the profile may be sent (PART-09, PART-11, PART-15, FORM-40, FORM-42).
 */
export function profileErrors(kind: InvitableKind, profile: Profile, { cif, data }: ProfileRules): FieldErrors {
  const errors: FieldErrors = {}
  for (const { field } of profileFields[kind]) {
    const error = profileFieldError(kind, field, profile[field], cif)
    if (error) errors[field] = error
  }
  const parts = profileParts[kind]
  addPrefixed(errors, 'contactDetails', contactErrors(profile.contactDetails ?? {}))
  addPrefixed(errors, 'address', addressErrors(profile.address ?? {}))
  if (parts.billingAddress) addPrefixed(errors, 'billingAddress', addressErrors(profile.billingAddress ?? {}))
  if (parts.economicInfo) addPrefixed(errors, 'economicInfo', economicInfoErrors(profile.economicInfo ?? {}))
  for (const { field, required } of data) {
    const error = required ? notEmptyRule(profile.extraData?.[field] ?? '') : null
    if (error) errors[`extraData.${field}`] = error
  }
  return errors
}

/** A contact person is optional, but given data must be valid. */
function contactErrors({ email = '', tlf = '' }: ContactDetails): Record<string, string | undefined> {
  return {
    email: email === '' ? undefined : (emailRule(email) ?? undefined),
    tlf: tlf === '' ? undefined : (phoneRule(tlf) ?? undefined),
  }
}

function addPrefixed(errors: FieldErrors, prefix: string, more: Record<string, string | undefined>): void {
  for (const [path, error] of Object.entries(more)) if (error) errors[`${prefix}.${path}`] = error
}

/** The parts of a participant's profile that CCI may write: all that its kind has (ROLE-13). */
export function writableByCci(kind: InvitableKind): Set<keyof Profile> {
  const { billingAddress, economicInfo } = profileParts[kind]
  return new Set<keyof Profile>([
    ...fieldsOf(kind).map(({ field }) => field),
    'contactDetails',
    'extraData',
    'address',
    ...(billingAddress ? ['billingAddress' as const] : []),
    ...(economicInfo ? ['economicInfo' as const] : []),
  ])
}

/** The text fields that only CCI changes after onboarding; the audit log keeps earlier values (decision 020). */
export function keptByCci(kind: InvitableKind): TextField[] {
  return profileFields[kind].filter(spec => spec.afterOnboarding === 'CCI').map(spec => spec.field)
}

/** Fields that identify a participant to others: decisions about its requests rely on them (decision 014). */
export const identityFields = ['name', 'commercialName', 'businessName', 'cif'] as const satisfies readonly TextField[]

/** Label of a field of a profile, for any kind. */
export function profileFieldLabel(path: string): string {
  const field = fieldNames.find(name => name === path)
  return field ? fields[field].label : path
}

/** The parts of its profile that a participant may write itself, before or after onboarding (D33). */
export function writableByOwner(kind: InvitableKind, onboardingSent: boolean): Set<keyof Profile> {
  const writable = new Set<keyof Profile>(['contactDetails', 'extraData'])
  for (const { field, definition, place } of fieldsOf(kind)) {
    if (!place.fromInvitation && !(onboardingSent && definition.afterOnboarding === 'CCI')) writable.add(field)
  }
  const parts = profileParts[kind]
  if (!onboardingSent || parts.addressAfterOnboarding === 'own') writable.add('address')
  if (parts.billingAddress) writable.add('billingAddress')
  if (parts.economicInfo) writable.add('economicInfo')
  return writable
}

/** Display name of a participant: its name, else its business or commercial name, else a placeholder. */
export function displayName(participant: { name: string; commercialName?: string; businessName?: string }): string {
  return participant.name || participant.businessName || participant.commercialName || 'Sin nombre todavía'
}

/** Whether an evaluator's accreditation is valid on a day: until the end of its last day (D4, D49). */
export function isAccredited(accreditedUntil: string | null, today: string): boolean {
  return accreditedUntil !== null && accreditedUntil >= today
}

export type { Address }

/** Whether a field is validated on blur; number fields are validated only on save (FORM-17, FORM-19). */
export function isFlaggedOnLeaving(path: string): boolean {
  return !path.startsWith('economicInfo.')
}
