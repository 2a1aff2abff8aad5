import type { OtherCodeType } from '#domain/participant/company/company.ts'
import { COMPANY_NAME_MAX, OTHER_CODE_MAX, otherCodeTypes } from '#domain/participant/company/company.ts'
import type { FieldValue } from '#domain/record/field.ts'
import type { CompanyFacts } from '#domain/supervision/register/facts.ts'
import type { KnownProvider, Reading, Taken } from '#domain/supervision/register/import/reading.ts'
import { noteOnRow, refuseCell } from '#domain/supervision/register/import/reading.ts'
import type { TableRow } from '#domain/supervision/register/import/tables.ts'
import { cellPlaceOf, textAt } from '#domain/supervision/register/import/tables.ts'
import {
  companyCode,
  personKinds,
  secondCode,
  typeOfKind,
  ultimateParentOf,
} from '#domain/supervision/register/table/company-code.ts'
import { normaliseCif } from '#domain/values/company/cif.ts'
import { normaliseEuid } from '#domain/values/company/euid.ts'
import { leiRule, normaliseLei } from '#domain/values/lei.ts'
import { textRule } from '#domain/values/text.ts'

/** A code of a company as all tables write it: those of one company are equal. */
export const sameCode = (code: string): string => code.replace(/\s/g, '').toUpperCase()

/** What a code may be called by in the portal: itself, and a number without the country before it. */
export const codeVariants = (code: string): string[] => [
  ...new Set([sameCode(code), normaliseLei(code), normaliseEuid(code), normaliseCif(code.replace(/^ES/i, ''))]),
]

/** The companies of a package by code, and what the register says of them. */
export type Companies = {
  rowOf(code: string): TableRow | undefined
  /** The company that the register has under a code. */
  presentOf(code: string): CompanyFacts | undefined
  providerOf(code: string): KnownProvider | undefined
  /** Which codes were asked for. */
  asked: Set<string>
}

export function companiesOf({ rows, present }: Reading): Companies {
  const byCode = new Map(rows['B_05.01'].map(row => [sameCode(textAt(row, 'c0010')), row]))
  const known = new Map<string, CompanyFacts>()
  // A company that a contract names comes before one of the same code that is only above others.
  for (const company of present.facts.companies) {
    const code = companyCode(company)
    if (code && !known.has(sameCode(code.code))) known.set(sameCode(code.code), company)
  }
  const asked = new Set<string>()
  return {
    asked,
    rowOf: code => {
      asked.add(sameCode(code))
      return byCode.get(sameCode(code))
    },
    presentOf: code => known.get(sameCode(code)),
    providerOf: code =>
      codeVariants(code)
        .map(each => present.providers.get(each))
        .find(each => each !== undefined),
  }
}

const columns = { '': 'c0050', Latin: 'c0060', Country: 'c0080', Person: 'c0070' } as const

/** What the row of a company says, under the columns of a sheet; null when that is wrong, which is refused. */
function wordsFrom(reading: Reading, row: TableRow, prefix: 'company' | 'parent'): Taken | null {
  const taken: Taken = { values: {}, cells: {} }
  const set = (name: string, value: FieldValue | undefined, column: string) => {
    taken.cells[prefix + name] = cellPlaceOf(row, column)
    if (value !== undefined && value !== '') taken.values[prefix + name] = value
  }
  for (const [name, column] of Object.entries(columns)) set(name, row.values.get(column), column)
  for (const column of [columns[''], columns.Latin]) {
    const fault = textRule(COMPANY_NAME_MAX)(textAt(row, column))
    if (fault) {
      refuseCell(reading, row, column, `${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, '')}.`)
      return null
    }
  }
  if (textAt(row, 'c0060') === textAt(row, 'c0050')) delete taken.values[`${prefix}Latin`]
  if (!taken.values[prefix]) {
    refuseCell(reading, row, 'c0050', 'está vacío. Escriba el nombre.')
    return null
  }
  for (const [code, kind] of [
    ['c0010', 'c0020'],
    ['c0030', 'c0040'],
  ] as const) {
    const value = textAt(row, code)
    if (!value) continue
    const type = typeOfKind(textAt(row, kind)) ?? (leiRule(value) === null ? 'LEI' : null)
    if (type === null) {
      refuseCell(reading, row, kind, 'está vacío. Indique de qué clase es el código.')
      return null
    }
    if (!otherCodeTypes.includes(type as OtherCodeType)) set(type === 'LEI' ? 'Lei' : 'Euid', value, code)
    else if (value.length > OTHER_CODE_MAX) refuseCell(reading, row, code, `pasa de ${OTHER_CODE_MAX} caracteres.`)
    else if (!taken.values[`${prefix}Code`]) {
      set('Code', value, code)
      set('CodeKind', textAt(row, kind), kind)
    }
  }
  return taken
}

/** A company outside as a package says it, with its ultimate parent, under the columns of a sheet. */
export function outsideFrom(reading: Reading, companies: Companies, row: TableRow): Taken | null {
  const taken = wordsFrom(reading, row, 'company')
  const above = textAt(row, 'c0110')
  if (!taken || !above) return taken
  taken.cells.parent = cellPlaceOf(row, 'c0110')
  if (sameCode(above) === sameCode(textAt(row, 'c0010'))) return { ...taken, values: { ...taken.values, parent: null } }
  const parentRow = companies.rowOf(above)
  if (!parentRow) {
    refuseCell(reading, row, 'c0110', 'no es el código de ninguna empresa de B_05.01.')
    return null
  }
  const parent = wordsFrom(reading, parentRow, 'parent')
  return parent && { values: { ...taken.values, ...parent.values }, cells: { ...taken.cells, ...parent.cells } }
}

/** What the row of a company says otherwise than the register: by column, both in the words of the file. */
function differences(reading: Reading, row: TableRow, company: CompanyFacts) {
  const parent = companyCode(ultimateParentOf(company, reading.index.companies))
  const second = secondCode(company)
  const now: Record<string, string | null | undefined> = {
    c0050: company.name,
    c0060: company.latinName || company.name,
    c0070: company.personType && personKinds[company.personType],
    c0080: company.country,
    c0030: second?.code,
    c0110: parent?.code,
  }
  return Object.entries(now).flatMap(([column, is]) => {
    const says = textAt(row, column)
    const isSame =
      column === 'c0030' || column === 'c0110' ? sameCode(says) === sameCode(is ?? '') : says === (is ?? '')
    return says === '' || isSame ? [] : [{ column, is: is ?? '', says }]
  })
}

/**
 * What a package says otherwise of a company that the register has. The bank's own takes it; what a provider or CCI says of
 * a company stays, and the difference is noted.
 */
export function companyChangesOf(
  reading: Reading,
  companies: Companies,
  code: string,
  company: CompanyFacts,
): Taken | null {
  const row = companies.rowOf(code)
  if (!row) return null
  const different = differences(reading, row, company)
  const parentCode = textAt(row, 'c0110')
  const above = parentCode && sameCode(parentCode) !== sameCode(code) ? companies.rowOf(parentCode) : undefined
  const top = ultimateParentOf(company, reading.index.companies)
  const isAbove = above && different.every(({ column }) => column !== 'c0110')
  const ofParent = isAbove ? differences(reading, above, top).filter(({ column }) => column !== 'c0110') : []
  if (different.length === 0 && ofParent.length === 0) return null
  const isOwn = company.keptBy === 'BANK' && !company.isGone
  const isParentOwn = ofParent.length === 0 || (top.keptBy === 'BANK' && !top.isGone)
  if (isOwn && isParentOwn) return outsideFrom(reading, companies, row)
  const who = company.keptBy === 'PROVIDER' ? 'lo dice el proveedor' : 'así consta en el portal'
  for (const { column, is } of different) noteOnRow(reading, row, column, `queda «${is}»: ${who}.`)
  for (const { column, is } of above ? ofParent : [])
    noteOnRow(reading, above!, column, `queda «${is}»: así consta en el portal.`)
  return null
}
