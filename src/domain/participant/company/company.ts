import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'
import { euidRule, normaliseEuid } from '#domain/values/company/euid.ts'
import type { Country } from '#domain/values/countries.ts'
import { isCountry } from '#domain/values/countries.ts'
import type { Day } from '#domain/values/day.ts'
import { leiRule, normaliseLei } from '#domain/values/lei.ts'
import { MESSAGES } from '#domain/values/messages.ts'

export const COMPANY_NAME_MAX = 200
export const OTHER_CODE_MAX = 50

/** A legal person, or an individual in business. */
export const personTypes = ['LEGAL', 'INDIVIDUAL'] as const
export type PersonType = (typeof personTypes)[number]
export const personTypeLabels: Record<PersonType, string> = texts({
  LEGAL: 'Persona jurídica',
  INDIVIDUAL: 'Persona física en actividad empresarial',
})

/** What may identify an individual in business without a LEI or EUID. */
export const otherCodeTypes = ['CRN', 'VAT', 'PNR', 'NIN'] as const
export type OtherCodeType = (typeof otherCodeTypes)[number]
export const otherCodeLabels: Record<OtherCodeType, string> = texts({
  CRN: 'Número en el registro de empresas (CRN)',
  VAT: 'NIF-IVA (VAT)',
  PNR: 'Número de pasaporte (PNR)',
  NIN: 'Número de identidad nacional (NIN)',
})

/** What identifies a company, as far as it is known. */
export type CompanyCodes = {
  lei: string | null
  euid: string | null
  personType: PersonType | null
  country: Country | null
  otherCode?: string | null
  otherCodeType?: OtherCodeType | null
}

/** The kinds of code that a register of information knows. */
export type CodeType = 'LEI' | 'EUID' | OtherCodeType
export type CompanyCode = { code: string; type: CodeType }

/**
 * The code of a company in a register (DORA-04): its LEI, else its EUID; of an individual in business, else another one.
 * Null when it has none of these: a legal person's CIF is no code.
 */
export function companyCodeOf({ lei, euid, personType, otherCode, otherCodeType }: CompanyCodes): CompanyCode | null {
  if (lei) return { code: lei, type: 'LEI' }
  if (euid) return { code: euid, type: 'EUID' }
  if (personType === 'INDIVIDUAL' && otherCode && otherCodeType) return { code: otherCode, type: otherCodeType }
  return null
}

/** A company's codes in the form that is stored. */
export function normaliseCodes<T extends { lei: string | null; euid: string | null }>(company: T): T {
  return {
    ...company,
    lei: company.lei ? normaliseLei(company.lei) || null : null,
    euid: company.euid ? normaliseEuid(company.euid) || null : null,
  }
}

/** The faults of a company's codes, by field (DORA-02, DORA-03). */
export function codeErrors({ lei, euid, country, otherCode = null, otherCodeType = null }: CompanyCodes): {
  lei?: string
  euid?: string
  country?: string
  otherCode?: string
  otherCodeType?: string
} {
  const wrongLei = lei ? leiRule(lei) : null
  const wrongEuid = euid ? euidRule(euid, country) : null
  return {
    ...(wrongLei ? { lei: wrongLei } : {}),
    ...(wrongEuid ? { euid: wrongEuid } : {}),
    ...(country && !isCountry(country) ? { country: MESSAGES.country } : {}),
    ...(otherCode && !otherCodeType ? { otherCodeType: t('Indique de qué clase es el código.') } : {}),
    ...(!otherCode && otherCodeType ? { otherCode: t('Escriba el código o quite su clase.') } : {}),
  }
}

/** Whether two companies are one: they share a LEI or an EUID. */
export const isSameCompany = (a: CompanyCodes, b: CompanyCodes): boolean =>
  (a.lei !== null && a.lei === b.lei) || (a.euid !== null && a.euid === b.euid)

/** How a participant is named in the registers of its clients. */
export type RegisterIdentity = Required<CompanyCodes> & {
  leiRenewalOn: Day | null
  latinName: string
}

/** The faults of an identity, by field. */
export function identityErrors(identity: RegisterIdentity): Record<string, string> {
  const { personType, otherCode, lei, leiRenewalOn } = identity
  const errors: Record<string, string> = { ...codeErrors(identity) }
  if (otherCode && personType !== 'INDIVIDUAL') {
    errors.otherCode = t('Solo una persona física se identifica así. Una persona jurídica necesita LEI o EUID.')
  }
  if (leiRenewalOn && !lei) errors.leiRenewalOn = t('Escriba antes el LEI.')
  return errors
}
