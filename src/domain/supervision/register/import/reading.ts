import { readCell } from '#domain/record/cell.ts'
import type { FieldValue, RecordField, RecordFields } from '#domain/record/field.ts'
import type { TableCode } from '#domain/supervision/register/edition/edition.ts'
import { functionKey } from '#domain/supervision/register/entry/function-code.ts'
import type { FactIndex, LineFacts, RegisterFacts } from '#domain/supervision/register/facts.ts'
import { YES } from '#domain/supervision/register/facts.ts'
import type { CellPlace, SheetFault, SheetRow } from '#domain/supervision/register/import/sheets.ts'
import { tableFault } from '#domain/supervision/register/import/sheets.ts'
import type { TableRow } from '#domain/supervision/register/import/tables.ts'
import { cellPlaceOf, textAt } from '#domain/supervision/register/import/tables.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'
import { normaliseLei } from '#domain/values/lei.ts'

/** A provider of the portal that a code names. */
export type KnownProvider = { id: string; cif: string }
/** A use of the bank, with the type that the provider gives its service. */
export type KnownUse = { providerId: string; ictType: string | null; key: string }

/** What a bank's register says now, and what the portal knows of those that a package names. */
export type Present = {
  facts: RegisterFacts
  /** The rows that it would file. */
  tables: Tables
  providers: ReadonlyMap<string, KnownProvider>
  uses: readonly KnownUse[]
}

/** What the portal does not take of a package, and why. */
export type Note = CellPlace & { why: string }

/** What is read of the tables of a package, beside what the register says now. */
export type Reading = {
  present: Present
  index: FactIndex
  rows: Readonly<Record<TableCode, readonly TableRow[]>>
  /** The bank's own LEI: what its register says, else what the package says. */
  lei: string
  /** The LEIs of the entities that the register is of, or that the package adds to it. */
  group: ReadonlySet<string>
  /** By contract: the code of the company that it is with, and the provider of the portal that it is linked with. */
  parties: Map<string, string>
  linked: Map<string, string>
  faults: SheetFault[]
  notes: Note[]
}

export const refuseCell = ({ faults }: Reading, row: TableRow, column: string, rest: string): void =>
  void faults.push(tableFault(cellPlaceOf(row, column), rest))
export const noteOnRow = ({ notes }: Reading, row: TableRow, column: string, why: string): void =>
  void notes.push({ ...cellPlaceOf(row, column), why })

/** The values of a row under the names of fields, and where each comes from. */
export type Taken = { values: Record<string, FieldValue>; cells: Record<string, CellPlace> }

/** Takes the columns of a row into fields, `columns` by field. */
export function take(
  reading: Reading,
  row: TableRow,
  fields: RecordFields,
  columns: Readonly<Record<string, string>>,
): Taken {
  const taken: Taken = { values: {}, cells: {} }
  for (const [name, column] of Object.entries(columns)) {
    const value = row.values.get(column)
    if (value === undefined) continue
    const fitted = fit(fields[name]!, value)
    if ('fault' in fitted) refuseCell(reading, row, column, fitted.fault)
    else taken.values[name] = fitted.value
    taken.cells[name] = cellPlaceOf(row, column)
  }
  return taken
}

function fit(field: RecordField, value: FieldValue): { value: FieldValue } | { fault: string } {
  if (field.kind === 'flag') return { value: value === YES }
  if (field.kind === 'text' || field.kind === 'code') return readCell({ ...field, kind: 'text' }, String(value))
  return { value }
}

/** A row for the plan. */
export const rowFrom = (
  { table, line }: TableRow,
  { values, cells }: Taken,
  more: Partial<SheetRow> = {},
): SheetRow => ({
  line,
  values,
  from: { table, cells },
  ...more,
})

/** The LEI of the entity that a row is of; '' of the bank itself. */
export function entityIn({ lei }: Reading, row: TableRow, column: string): string {
  const said = normaliseLei(textAt(row, column))
  return said === lei ? '' : said
}

/** The keys of the functions that the register has, by id; one of an entity without LEI is in no package. */
export function presentKeys({ lei: own, present }: Reading): ReadonlyMap<string, string> {
  const leis = new Map(present.facts.members.map(({ id, lei }) => [id, lei === own ? '' : (lei ?? id)]))
  return new Map(
    present.facts.functions.map(({ id, code, memberId }) => [
      id,
      functionKey(memberId === null ? '' : (leis.get(memberId) ?? memberId), code),
    ]),
  )
}

/** The rows of a table that are of the bank or of its group; others are noted. */
export function groupRows(reading: Reading, table: TableCode, column: string): TableRow[] {
  return reading.rows[table].filter(row => {
    const entity = entityIn(reading, row, column)
    const isKnown = entity === '' || reading.group.has(entity)
    if (!isKnown) noteOnRow(reading, row, column, 'es de otra entidad, que no está en B_01.02.')
    return isKnown
  })
}

/** The countries of a line, each list in order. */
export const countriesOf = ({ provisionCountries, storageCountries, processingCountries }: LineFacts) => ({
  provisionCountries: [...provisionCountries].toSorted(),
  storageCountries: [...storageCountries].toSorted(),
  processingCountries: [...processingCountries].toSorted(),
})
