/** The company types of a provider (LIM-26). */
export const COMPANY_TYPES = ['MICRO', 'PYME', 'MEDIANA', 'GRANDE'] as const

export type CompanyType = (typeof COMPANY_TYPES)[number]

/** What the select shows before CCI has chosen (DOC-13). */
export const DEFAULT_COMPANY_TYPE: CompanyType = 'MICRO'

export function isCompanyType(value: string): value is CompanyType {
  return COMPANY_TYPES.some(type => type === value)
}
