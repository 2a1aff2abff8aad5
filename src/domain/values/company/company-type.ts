import { texts } from '#domain/language/texts.ts'
/** The company types of a provider (LIM-26). */
export const COMPANY_TYPES = ['MICRO', 'PYME', 'MEDIANA', 'GRANDE'] as const

export type CompanyType = (typeof COMPANY_TYPES)[number]

const words: Record<CompanyType, string> = texts({
  MICRO: 'Microempresa',
  PYME: 'Pyme',
  MEDIANA: 'Mediana empresa',
  GRANDE: 'Gran empresa',
})

/** Label of a company type; '' for any other value. The select for CCI shows the types themselves. */
export function companyTypeLabel(value: string): string {
  return isCompanyType(value) ? words[value] : ''
}

/** Default of CCI's select (DOC-13). */
export const DEFAULT_COMPANY_TYPE: CompanyType = 'MICRO'

export function isCompanyType(value: string): value is CompanyType {
  return COMPANY_TYPES.some(type => type === value)
}
