import { texts } from '#domain/language/texts.ts'

/** The fields of a company whose change its customers hear of (ALERT-04), as a sentence says them. */
const companyParts: Readonly<Record<string, string>> = texts({
  name: 'el nombre',
  businessName: 'la razón social',
  commercialName: 'el nombre comercial',
  cif: 'el CIF',
  address: 'la dirección',
})

/** Which of the changed fields of a profile a customer hears of, in words. */
export const changedCompanyParts = (changed: readonly string[]): string[] =>
  Object.entries(companyParts).flatMap(([field, label]) => (changed.includes(field) ? [label] : []))
