import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { CifSetting } from '#domain/values/company/cif.ts'
import type { EconomicDraft } from '#domain/values/company/economic-info.ts'
import { economicInfoErrors } from '#domain/values/company/economic-info.ts'
import { nrbeRule } from '#domain/values/company/nrbe.ts'
import type { Address, AddressDraft } from '#domain/values/contact/address.ts'
import { addressErrors } from '#domain/values/contact/address.ts'
import { emailRule } from '#domain/values/contact/email.ts'
import { phoneRule } from '#domain/values/contact/phone.ts'
import { webAddressRule } from '#domain/values/contact/web-address.ts'
import type { Rule } from '#domain/values/rule.ts'
import { rulesWith } from '#domain/values/rules.ts'
import { notEmptyRule } from '#domain/values/text.ts'

/** The text fields of a participant's profile, by their wire names (PART-01). */
export const textFields = [
  'name',
  'commercialName',
  'businessName',
  'cif',
  'web',
  'billingContact',
  'billingEmail',
  'cnae',
  'securityLeader',
  'issuesContact',
  'email',
  'roac',
  'partnerAudit',
  'partnerISAE30',
  'tlf',
  'codNRBE',
] as const
export type TextField = (typeof textFields)[number]

/** The contact person of a participant; every field may be empty. */
export const contactFields = ['name', 'surNames', 'position', 'tlf', 'email'] as const
export type ContactDetails = { [F in (typeof contactFields)[number]]?: string }

/** Profile data of a participant; a draft may lack any field. */
export type Profile = { [F in TextField]?: string } & {
  numEmployees?: string
  contactDetails?: ContactDetails
  address?: AddressDraft | null
  billingAddress?: AddressDraft | null
  economicInfo?: EconomicDraft | null
  extraData?: Record<string, string>
}

type FieldSpec = {
  readonly field: TextField
  readonly label: string
  readonly rule: 'notnull' | 'email' | 'telefono' | 'cif' | 'cnae' | 'web' | 'nrbe'
  readonly optional?: true
  /** May be changed after onboarding only by CCI; by its owner when absent (PART-10, PART-12, D33, decision 020). */
  readonly afterOnboarding?: 'CCI'
  /** Comes from the invitation; the participant never writes it (D33). */
  readonly fromInvitation?: true
}

/** Fields of each kind's profile in form order, with their rules (PART-09, PART-11, PART-15). */
export const profileFields: Record<InvitableKind, readonly FieldSpec[]> = {
  PROVIDER: [
    { field: 'name', label: 'Nombre', rule: 'notnull', afterOnboarding: 'CCI' },
    { field: 'cif', label: 'CIF', rule: 'cif', afterOnboarding: 'CCI' },
    { field: 'commercialName', label: 'Nombre comercial', rule: 'notnull', afterOnboarding: 'CCI' },
    { field: 'cnae', label: 'CNAE', rule: 'cnae', afterOnboarding: 'CCI' },
    { field: 'web', label: 'Web', rule: 'web' },
    { field: 'email', label: 'Correo electrónico', rule: 'email' },
    { field: 'billingContact', label: 'Contacto de facturación', rule: 'notnull' },
    { field: 'billingEmail', label: 'Correo de facturación', rule: 'email' },
    { field: 'securityLeader', label: 'Correo del responsable de seguridad', rule: 'email' },
    { field: 'issuesContact', label: 'Correo para incidencias', rule: 'email' },
  ],
  AUDIT: [
    { field: 'businessName', label: 'Razón social', rule: 'notnull', afterOnboarding: 'CCI' },
    { field: 'cif', label: 'CIF', rule: 'cif', afterOnboarding: 'CCI' },
    { field: 'commercialName', label: 'Nombre comercial', rule: 'notnull', afterOnboarding: 'CCI' },
    { field: 'roac', label: 'Número de ROAC', rule: 'notnull', afterOnboarding: 'CCI' },
    { field: 'partnerAudit', label: 'Socio firmante de auditoría de sistemas', rule: 'notnull' },
    { field: 'partnerISAE30', label: 'Socio firmante de informes ISAE 3000', rule: 'notnull', optional: true },
    { field: 'tlf', label: 'Teléfono', rule: 'telefono' },
    { field: 'email', label: 'Correo electrónico', rule: 'email' },
    { field: 'billingContact', label: 'Contacto de facturación', rule: 'notnull' },
    { field: 'billingEmail', label: 'Correo de facturación', rule: 'email' },
  ],
  ENTITY: [
    { field: 'name', label: 'Nombre', rule: 'notnull', afterOnboarding: 'CCI', fromInvitation: true },
    { field: 'codNRBE', label: 'Código NRBE', rule: 'nrbe', afterOnboarding: 'CCI', fromInvitation: true },
  ],
}

/** The structured parts of each kind's profile. */
export const profileParts: Record<
  InvitableKind,
  { numEmployees: boolean; billingAddress: boolean; economicInfo: boolean; addressAfterOnboarding: 'own' | 'CCI' }
> = {
  PROVIDER: { numEmployees: true, billingAddress: true, economicInfo: true, addressAfterOnboarding: 'own' },
  AUDIT: { numEmployees: false, billingAddress: true, economicInfo: false, addressAfterOnboarding: 'own' },
  ENTITY: { numEmployees: false, billingAddress: false, economicInfo: false, addressAfterOnboarding: 'CCI' },
}

/** An additional field that CCI asks of a kind of participant (CONF-06, D55). */
export type RequiredDatum = { field: string; required: boolean }

export type ProfileRules = { cif: CifSetting; data: readonly RequiredDatum[] }

function ruleOf(spec: FieldSpec, cif: CifSetting): Rule {
  if (spec.rule === 'web') return value => notEmptyRule(value) ?? webAddressRule(value)
  if (spec.rule === 'nrbe') return value => notEmptyRule(value) ?? nrbeRule(value)
  const rule = rulesWith(cif)[spec.rule]
  return value => notEmptyRule(value) ?? rule(value)
}

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
  return ruleOf(spec, cif)(text)
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
  const { numEmployees, billingAddress, economicInfo } = profileParts[kind]
  return new Set<keyof Profile>([
    ...profileFields[kind].map(spec => spec.field),
    'contactDetails',
    'extraData',
    'address',
    ...(numEmployees ? ['numEmployees' as const] : []),
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

/** Label of a text field of a profile, for any kind. */
export function profileFieldLabel(field: string): string {
  const specs = Object.values(profileFields).flat()
  return specs.find(spec => spec.field === field)?.label ?? field
}

/** The parts of its profile that a participant may write itself, before or after onboarding (D33). */
export function writableByOwner(kind: InvitableKind, onboardingSent: boolean): Set<keyof Profile> {
  const writable = new Set<keyof Profile>(['contactDetails', 'extraData'])
  for (const spec of profileFields[kind]) {
    if (!spec.fromInvitation && !(onboardingSent && spec.afterOnboarding === 'CCI')) writable.add(spec.field)
  }
  const parts = profileParts[kind]
  if (!onboardingSent || parts.addressAfterOnboarding === 'own') writable.add('address')
  if (parts.billingAddress) writable.add('billingAddress')
  if (parts.economicInfo) writable.add('economicInfo')
  if (parts.numEmployees) writable.add('numEmployees')
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
