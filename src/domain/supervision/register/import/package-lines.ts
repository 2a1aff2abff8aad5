import { lineFields } from '#domain/supervision/register/entry/fields.ts'
import { functionKey } from '#domain/supervision/register/entry/function-code.ts'
import type { LineFacts } from '#domain/supervision/register/facts.ts'
import { CRITICAL, ictTypeOf, isCritical, NEVER } from '#domain/supervision/register/facts.ts'
import type { CountryLists } from '#domain/supervision/register/import/merge-countries.ts'
import { mergeCountries } from '#domain/supervision/register/import/merge-countries.ts'
import type { Companies } from '#domain/supervision/register/import/package-companies.ts'
import { companyChangesOf, outsideFrom, sameCode } from '#domain/supervision/register/import/package-companies.ts'
import type { Reading, Taken } from '#domain/supervision/register/import/reading.ts'
import {
  countriesOf,
  entityIn,
  groupRows,
  noteOnRow,
  presentKeys,
  refuseCell,
  rowFrom,
  take,
} from '#domain/supervision/register/import/reading.ts'
import type { SheetRow } from '#domain/supervision/register/import/sheets.ts'
import type { TableRow } from '#domain/supervision/register/import/tables.ts'
import { cellPlaceOf, textAt } from '#domain/supervision/register/import/tables.ts'
import { valueIn } from '#domain/values/certain.ts'

const listColumns = {
  provisionCountries: 'c0130',
  storageCountries: 'c0150',
  processingCountries: 'c0160',
} as const
const listNames = Object.keys(listColumns) as (keyof CountryLists)[]
const otherColumns = { holdsData: 'c0140', sensitivity: 'c0170', reliance: 'c0180' } as const
const assessedColumns = {
  substitutability: 'c0050',
  noSubstituteReason: 'c0060',
  ownAuditOn: 'c0070',
  exitPlan: 'c0080',
  reintegration: 'c0090',
  impact: 'c0100',
  alternatives: 'c0110',
  alternativeNames: 'c0120',
} as const

const countriesIn = (row: TableRow): CountryLists => {
  const of = (list: keyof CountryLists) => [textAt(row, listColumns[list])].filter(Boolean)
  return {
    provisionCountries: of('provisionCountries'),
    storageCountries: of('storageCountries'),
    processingCountries: of('processingCountries'),
  }
}
const combination = (lists: readonly string[]) => lists.join(' ')
/** The combinations of countries that a line makes rows of. */
function combinationsOf(line: CountryLists): string[] {
  const of = (countries: readonly string[]) => (countries.length > 0 ? countries : [''])
  return of(line.provisionCountries).flatMap(a =>
    of(line.storageCountries).flatMap(b => of(line.processingCountries).map(c => combination([a, b, c]))),
  )
}

/** A line that the rows of a contract, function and type make: one that is there, or a new one. */
type Found = { rows: readonly [TableRow, ...TableRow[]]; countries: CountryLists; now: LineFacts | undefined }

/**
 * Which lines the rows of a contract, function and type are: first those that are there with all their combinations, then,
 * of what is left, as few as there can be, which change those that are there and are not among the first.
 */
function linesOf(rows: readonly TableRow[], present: readonly LineFacts[]): Found[] {
  const left = new Map(rows.map(row => [combination(listNames.map(list => textAt(row, listColumns[list]))), row]))
  const found: Found[] = []
  const changed: LineFacts[] = []
  for (const now of present) {
    const its = combinationsOf(now)
    const [row, ...others] = its.flatMap(each => left.get(each) ?? [])
    if (row === undefined || others.length + 1 < its.length) changed.push(now)
    else {
      found.push({ rows: [row, ...others], countries: countriesOf(now), now })
      for (const each of its) left.delete(each)
    }
  }
  const kind = (row: TableRow) => JSON.stringify(Object.values(otherColumns).map(column => textAt(row, column)))
  const more = mergeCountries([...left.values()], { countries: countriesIn, kind })
  return [...found, ...more.map((each, at) => ({ ...each, now: changed[at] }))]
}

/** The services of contracts (B_02.02), each with the assessment of its contract and type (B_07.01). */
export function lineRows(reading: Reading): SheetRow[] {
  const { index, present, rows, parties } = reading
  const functionKeys = presentKeys(reading)
  const usable = groupRows(reading, 'B_02.02', 'c0020').filter(row => {
    const party = parties.get(textAt(row, 'c0010'))
    if (!textAt(row, 'c0050')) noteOnRow(reading, row, 'c0050', 'sin función: el portal no guarda servicios sin ella.')
    else if (party && sameCode(textAt(row, 'c0030')) !== sameCode(party)) {
      noteOnRow(reading, row, 'c0030', `el portal guarda un proveedor por contrato: ${party}.`)
    } else return true
    return false
  })
  const keyOf = (reference: string, ofFunction: string, type: string | null) =>
    JSON.stringify([reference, ofFunction, type ?? ''])
  const there = Map.groupBy(present.facts.lines, line => {
    const contract = index.arrangements.get(line.arrangementId)?.reference ?? ''
    return keyOf(contract, functionKeys.get(line.functionId) ?? '', ictTypeOf(line))
  })
  const groups = Map.groupBy(usable, row =>
    keyOf(
      textAt(row, 'c0010'),
      functionKey(entityIn(reading, row, 'c0020'), textAt(row, 'c0050')),
      textAt(row, 'c0060'),
    ),
  )
  const assessed = assessmentsOf(reading, usable)
  const made = [...groups].flatMap(([key, its]) =>
    linesOf(its, there.get(key) ?? []).map(found => {
      const taken = lineFrom(reading, found)
      const [row] = found.rows
      const assessment = assessed(row)
      Object.assign(taken.values, assessment?.values)
      Object.assign(taken.cells, assessment?.cells)
      if (!found.now) setUse(reading, row, taken)
      return rowFrom(row, taken, found.now ? { id: found.now.id } : {})
    }),
  )
  const pairs = new Set(usable.map(row => `${textAt(row, 'c0010')} ${textAt(row, 'c0060')}`))
  for (const row of rows['B_07.01']) {
    if (!pairs.has(`${textAt(row, 'c0010')} ${textAt(row, 'c0040')}`)) {
      noteOnRow(reading, row, 'c0040', 'ningún servicio de B_02.02 es de este contrato y tipo.')
    }
  }
  return made.toSorted((a, b) => a.line - b.line)
}

function lineFrom(reading: Reading, { rows, countries, now }: Found): Taken {
  const [row] = rows
  const own = take(reading, row, lineFields, { ...otherColumns, ictType: 'c0060' })
  for (const list of listNames) {
    own.cells[list] = cellPlaceOf(row, listColumns[list])
    if (countries[list].length > 0) own.values[list] = countries[list]
  }
  // What the provider says stays what the provider says.
  const is = now && { ...now, ...countriesOf(now), ictType: ictTypeOf(now) }
  for (const name of ['ictType', 'holdsData', ...listNames] as const) {
    if (is && JSON.stringify(is[name]) === JSON.stringify(own.values[name])) delete own.values[name]
  }
  own.values.reference = textAt(row, 'c0010')
  own.values.code = textAt(row, 'c0050')
  own.values.entity = entityIn(reading, row, 'c0020')
  Object.assign(own.cells, { reference: cellPlaceOf(row, 'c0010'), code: cellPlaceOf(row, 'c0050') })
  return own
}

/** A service of a provider of the portal is of a use; the one of this type, where there is just one. */
function setUse(reading: Reading, row: TableRow, taken: Taken): void {
  const { present, linked } = reading
  const provider = linked.get(textAt(row, 'c0010'))
  if (provider === undefined) return
  const uses = present.uses.filter(use => use.providerId === provider && use.ictType === textAt(row, 'c0060'))
  const [use, ...others] = uses
  if (use && others.length === 0) taken.values.service = use.key
  else noteOnRow(reading, row, 'c0060', 'entra sin servicio utilizado: elíjalo después en «Servicios».')
}

/**
 * The assessment that a row of B_02.02 takes from B_07.01: critical ones of a contract and type share it; without any
 * critical one all have it.
 */
function assessmentsOf(reading: Reading, usable: readonly TableRow[]) {
  const { present, rows } = reading
  const functionKeys = presentKeys(reading)
  const critical = new Map(present.facts.functions.map(each => [valueIn(functionKeys, each.id), isCritical(each)]))
  const keyIn = (row: TableRow, entity: string, code: string) =>
    functionKey(entityIn(reading, row, entity), textAt(row, code))
  for (const row of rows['B_06.01']) {
    if (row.values.has('c0050')) critical.set(keyIn(row, 'c0040', 'c0010'), row.values.get('c0050') === CRITICAL)
  }
  const isOfCritical = (row: TableRow) => critical.get(keyIn(row, 'c0020', 'c0050')) === true
  const pairOf = (row: TableRow, column: string) => `${textAt(row, 'c0010')} ${textAt(row, column)}`
  const pairs = new Set(usable.filter(isOfCritical).map(row => pairOf(row, 'c0060')))
  const taken = new Map(
    rows['B_07.01'].map(row => {
      const assessment = take(reading, row, lineFields, assessedColumns)
      if (assessment.values.ownAuditOn === NEVER) delete assessment.values.ownAuditOn
      return [pairOf(row, 'c0040'), assessment]
    }),
  )
  return (row: TableRow): Taken | undefined => {
    const pair = pairOf(row, 'c0060')
    return !pairs.has(pair) || isOfCritical(row) ? taken.get(pair) : undefined
  }
}

/** Who works for companies outside (B_05.02 from rank 2 on). */
export function chainRows(reading: Reading, companies: Companies): SheetRow[] {
  const { index, present, rows, linked } = reading
  const keyOf = (cells: readonly string[]) => cells.map(sameCode).join(' ')
  const filed = new Map(
    present.tables['B_05.02'].map(({ cells, place }) => {
      const [reference, type, code, , rank, recipient] = cells as [string, string, string, string, string, string]
      return [keyOf([reference, type.replace(/^.*:/, ''), code, rank, recipient]), place]
    }),
  )
  return rows['B_05.02'].flatMap((row): SheetRow[] => {
    const [reference, type, code, rank, recipient] = ['c0010', 'c0020', 'c0030', 'c0050', 'c0060'].map(column =>
      textAt(row, column),
    ) as [string, string, string, string, string]
    if (Number(rank) < 2) return []
    const values: Taken['values'] = { reference, ictType: type }
    const cells = {
      reference: cellPlaceOf(row, 'c0010'),
      ictType: cellPlaceOf(row, 'c0020'),
      company: cellPlaceOf(row, 'c0030'),
      recipient: cellPlaceOf(row, 'c0060'),
    }
    const place = filed.get(keyOf([reference, type, code, rank, recipient]))
    if (place?.kind === 'subcontract') {
      const company = companies.presentOf(code)
      const changed = company && companyChangesOf(reading, companies, code, company)
      if (!index.writtenIn.has(place.id)) return []
      return [
        rowFrom(
          row,
          { values: { ...values, ...changed?.values }, cells: { ...changed?.cells, ...cells } },
          { id: place.id },
        ),
      ]
    }
    if (linked.has(reference)) {
      noteOnRow(reading, row, 'c0030', 'la cadena de este contrato la declara el proveedor del portal.')
      return []
    }
    const said = companies.rowOf(code)
    const outside = said && outsideFrom(reading, companies, said)
    if (!said) refuseCell(reading, row, 'c0030', 'no es el código de ninguna empresa de B_05.01.')
    if (!outside) return []
    if (Number(rank) > 2) values.recipient = nameOf(companies, recipient)
    const taken = { values: { ...values, ...outside.values }, cells: { ...outside.cells, ...cells } }
    return [rowFrom(row, taken, { rank: Number(rank) })]
  })
}

/** The name under which a chain finds a company. */
function nameOf(companies: Companies, code: string): string {
  const row = companies.rowOf(code)
  return (row && textAt(row, 'c0050')) || code
}
