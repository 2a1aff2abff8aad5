import { msg, t } from '#domain/language/translate.ts'
/** Bands of `numEmployees` with their labels (PART-05, LIM-25). `_250` means 250 or more (D34). */
export const NUM_EMPLOYEES = [
  { code: '_1_9', label: '1-9' },
  { code: '_10_49', label: '10-49' },
  { code: '_50_249', label: '50-249' },
  { code: '_250', label: msg('Más de 250') },
] as const

export type NumEmployees = (typeof NUM_EMPLOYEES)[number]['code']

/** Default that a save without a choice stores (PART-06). */
export const DEFAULT_NUM_EMPLOYEES: NumEmployees = '_1_9'

export function isNumEmployees(value: string): value is NumEmployees {
  return NUM_EMPLOYEES.some(band => band.code === value)
}

export function numEmployeesLabel(code: NumEmployees): string {
  return t(NUM_EMPLOYEES.find(band => band.code === code)!.label)
}
