import { codeErrors, normaliseCodes } from '#domain/participant/company/company.ts'
import type { CompanyInput } from '#domain/participant/company/contract.ts'
import type { FieldValue } from '#domain/supervision/register/entry/fields.ts'
import type { SheetKey, SheetRow } from '#domain/supervision/register/import/sheets.ts'
import { foldForSearch } from '#domain/values/collate.ts'

export type Refuse = (sheet: SheetKey, row: SheetRow, column: string, rest: string) => void
export const folded = (text: string): string => foldForSearch(text.trim()).toLowerCase()
export const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '')

/**
 * The company outside that some columns of a row name, `prefix` its own and that with 'Country', 'Lei' and 'Euid'; what is
 * blank is as in the one that is there. Null when it is wrong, which is refused.
 */
export function companyIn(
  sheet: SheetKey,
  row: SheetRow,
  prefix: 'company' | 'parent',
  now: CompanyInput | null | undefined,
  refuse: Refuse,
): CompanyInput | null {
  const of = (column: string) => row.values[`${prefix}${column}`]
  const country = of('Country') ?? now?.country
  if (!country) refuse(sheet, row, `${prefix}Country`, 'está vacío. Una empresa externa necesita país.')
  const input: CompanyInput = normaliseCodes({
    name: textOf(row.values[prefix]),
    latinName: now?.latinName ?? '',
    lei: textOf(of('Lei')) || (now?.lei ?? null),
    euid: textOf(of('Euid')) || (now?.euid ?? null),
    country: textOf(country),
    personType: now?.personType ?? 'LEGAL',
  })
  const errors = codeErrors(input)
  if (errors.lei) refuse(sheet, row, `${prefix}Lei`, errors.lei)
  if (errors.euid) refuse(sheet, row, `${prefix}Euid`, errors.euid)
  return !country || errors.lei || errors.euid ? null : input
}
