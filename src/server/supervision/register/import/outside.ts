import type { CodeType, OtherCodeType, PersonType } from '#domain/participant/company/company.ts'
import { codeErrors, normaliseCodes, otherCodeTypes } from '#domain/participant/company/company.ts'
import type { CompanyInput } from '#domain/participant/company/contract.ts'
import type { FieldValue } from '#domain/record/field.ts'
import type { OutsideInput } from '#domain/supervision/register/entry/chain.ts'
import { isSameOutside } from '#domain/supervision/register/entry/chain.ts'
import type { SheetKey, SheetRow } from '#domain/supervision/register/import/sheets.ts'
import { personTypeOf, typeOfKind } from '#domain/supervision/register/table/company-code.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { isSaid } from '#server/supervision/register/entry/party.ts'

export type Refuse = (sheet: SheetKey, row: SheetRow, column: string, rest: string) => void
export const folded = (text: string): string => foldForSearch(text.trim()).toLowerCase()
export const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '')

/** A company outside that is there, with its ultimate parent. */
type Standing = { company: CompanyInput; parent: CompanyInput | null }

const isOtherType = (type: CodeType | null): type is OtherCodeType => otherCodeTypes.includes(type as OtherCodeType)

/**
 * The company outside that some columns of a row name, `prefix` its own and that with 'Country', 'Lei' and so on; what is
 * blank is as in the one that is there. Null when it is wrong, which is refused.
 */
function wordsIn(
  sheet: SheetKey,
  row: SheetRow,
  prefix: 'company' | 'parent',
  now: CompanyInput | null | undefined,
  refuse: Refuse,
): CompanyInput | null {
  const of = (column: string) => row.values[`${prefix}${column}`]
  const country = of('Country') ?? now?.country
  if (!country) refuse(sheet, row, `${prefix}Country`, 'está vacío. Una empresa externa necesita país.')
  const type = typeOfKind(textOf(of('CodeKind')))
  if (type !== null && !isOtherType(type)) {
    refuse(sheet, row, `${prefix}CodeKind`, `tiene columna propia: escriba el ${type} en ella.`)
    return null
  }
  const input: CompanyInput = normaliseCodes({
    name: textOf(row.values[prefix]),
    latinName: textOf(of('Latin')) || (now?.latinName ?? ''),
    lei: textOf(of('Lei')) || (now?.lei ?? null),
    euid: textOf(of('Euid')) || (now?.euid ?? null),
    otherCode: textOf(of('Code')) || (now?.otherCode ?? null),
    otherCodeType: type ?? now?.otherCodeType ?? null,
    country: textOf(country),
    personType: personTypeOf(textOf(of('Person'))) ?? now?.personType ?? ('LEGAL' satisfies PersonType),
  })
  const errors = codeErrors(input)
  const columns = { lei: 'Lei', euid: 'Euid', otherCode: 'Code', otherCodeType: 'CodeKind' } as const
  for (const [field, column] of Object.entries(columns)) {
    const fault = errors[field as keyof typeof columns]
    if (fault) refuse(sheet, row, `${prefix}${column}`, fault)
  }
  return !country || Object.keys(errors).length > 0 ? null : input
}

/** Whether a company that is there is the one that a row names: by its codes or its name. */
export const isThat = (there: CompanyInput, named: CompanyInput): boolean =>
  isSameOutside(there, named) || folded(there.name) === folded(named.name)

/** Whether the columns of a row name the company that is there. */
function isNamedIn({ values }: SheetRow, prefix: 'company' | 'parent', there: CompanyInput): boolean {
  const codes = [values[`${prefix}Lei`], values[`${prefix}Euid`], values[`${prefix}Code`]].map(textOf)
  const { lei, euid, otherCode } = normaliseCodes({
    ...{ lei: codes[0] || null, euid: codes[1] || null, otherCode: codes[2] || null },
  })
  const pairs = [
    [lei, there.lei],
    [euid, there.euid],
    [otherCode, there.otherCode],
  ]
  if (pairs.some(([said, its]) => said !== null && said === its)) return true
  return folded(there.name) === folded(textOf(values[prefix]))
}

/**
 * The company outside that a row names, with its parent where the row says one; null: it is its own. What is blank of the
 * company that is there stays. Null when it is wrong, which is refused.
 */
export function companyIn(sheet: SheetKey, row: SheetRow, there: Standing | null, refuse: Refuse): OutsideInput | null {
  const now = there && isNamedIn(row, 'company', there.company) ? there : null
  const company = wordsIn(sheet, row, 'company', now?.company, refuse)
  const { parent: said } = row.values
  if (said === undefined) return company
  if (said === null) return company && { ...company, parent: null }
  const above = now?.parent && isNamedIn(row, 'parent', now.parent) ? now.parent : null
  const parent = wordsIn(sheet, row, 'parent', above, refuse)
  return company && parent && { ...company, parent }
}

/** Whether a company has the parent that a row says; one that says none leaves it. */
export const isParent = (said: OutsideInput['parent'], now: CompanyInput | null): boolean =>
  said === undefined || (said === null ? now === null : now !== null && isSaid(now, said))
