/** The company types of a provider (LIM-26). */
export const COMPANY_TYPES = ['MICRO', 'PYME', 'MEDIANA', 'GRANDE'] as const

export type CompanyType = (typeof COMPANY_TYPES)[number]

const words: Record<CompanyType, string> = {
  MICRO: 'Microempresa',
  PYME: 'Pyme',
  MEDIANA: 'Mediana empresa',
  GRANDE: 'Gran empresa',
}

/** A company type in words; '' for what is none. The select that CCI chooses from shows the types themselves. */
export function companyTypeLabel(value: string): string {
  return isCompanyType(value) ? words[value] : ''
}

/** What the select shows before CCI has chosen (DOC-13). */
export const DEFAULT_COMPANY_TYPE: CompanyType = 'MICRO'

export function isCompanyType(value: string): value is CompanyType {
  return COMPANY_TYPES.some(type => type === value)
}
