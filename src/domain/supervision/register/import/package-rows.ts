import type { FieldValue, RecordFields } from '#domain/record/field.ts'
import type { Edition } from '#domain/supervision/register/edition/edition.ts'
import { arrangementFields, entityFields, functionFields } from '#domain/supervision/register/entry/fields.ts'
import { TERM_MAX, terms } from '#domain/supervision/register/entry/terms.ts'
import type { CompanyFacts } from '#domain/supervision/register/facts.ts'
import { indexOf, NEVER } from '#domain/supervision/register/facts.ts'
import type { MemberRow } from '#domain/supervision/register/import/group-rows.ts'
import { memberRows } from '#domain/supervision/register/import/group-rows.ts'
import type { Companies } from '#domain/supervision/register/import/package-companies.ts'
import {
  companiesOf,
  companyChangesOf,
  outsideFrom,
  sameCode,
} from '#domain/supervision/register/import/package-companies.ts'
import { chainRows, lineRows } from '#domain/supervision/register/import/package-lines.ts'
import { contractMembers } from '#domain/supervision/register/import/package-members.ts'
import type { Note, Present, Reading, Taken } from '#domain/supervision/register/import/reading.ts'
import {
  entityIn,
  groupRows,
  noteOnRow,
  refuseCell,
  rowFrom,
  take,
} from '#domain/supervision/register/import/reading.ts'
import type { SheetFault, SheetKey, SheetRow } from '#domain/supervision/register/import/sheets.ts'
import { tableFault } from '#domain/supervision/register/import/sheets.ts'
import type { ReadTables, TableRow } from '#domain/supervision/register/import/tables.ts'
import { cellPlaceOf, tableRows, textAt } from '#domain/supervision/register/import/tables.ts'
import { companyCode } from '#domain/supervision/register/table/company-code.ts'
import { leiRule, normaliseLei } from '#domain/values/lei.ts'

/** The fields of the entity, with its definitions under the columns of B_99.01. */
export const entitySheetFields: RecordFields = {
  ...entityFields,
  ...Object.fromEntries(
    terms.map(({ column, name }) => [column, { label: name, kind: 'text', max: TERM_MAX } as const]),
  ),
}

export type PackageRows = {
  rows: Record<SheetKey, SheetRow[]>
  entity: SheetRow | null
  members: MemberRow[]
  notes: Note[]
  faults: SheetFault[]
}

/** The tables of a package as rows for the plan of an import, beside what the register says now (REG-20). */
export function packageRows(edition: Edition, read: ReadTables, present: Present): PackageRows {
  const { rows, faults } = tableRows(edition, read, present.tables)
  const said = rows['B_01.01'][0]
  const own = present.facts.entity.lei ?? (said ? normaliseLei(textAt(said, 'c0010')) : '')
  const bare: Reading = {
    ...{ present, index: indexOf(present.facts), rows, lei: own, group: new Set() },
    ...{ parties: new Map(), linked: new Map(), faults, notes: [] },
  }
  const parent = parentRow(bare)
  const entity = said ? entityRow(bare, said, parent) : null
  const members = memberRows(bare, parent)
  const reading = { ...bare, group: leisOf([...present.facts.members, ...members.map(({ values }) => values)]) }
  if (!said) faults.push(tableFault({ table: 'B_01.01', line: 1, column: 'c0010' }, 'falta la fila de su entidad.'))
  const companies = companiesOf(reading)
  const contracts = contractRows(reading, companies)
  const taken = {
    functions: functionRows(reading),
    arrangements: contracts,
    lines: lineRows(reading),
    subcontracts: chainRows(reading, companies),
  }
  noteRest(reading, companies)
  return { rows: taken, entity, members, notes: reading.notes, faults }
}

const leisOf = (members: readonly { lei?: FieldValue }[]) =>
  new Set(members.flatMap(({ lei }) => (lei ? [String(lei)] : [])))

/** The row of the parent that the bank names, unless its register has that one as an entity of its group. */
function parentRow({ rows, lei, present }: Reading): TableRow | undefined {
  const byLei = new Map(rows['B_01.02'].map(each => [normaliseLei(textAt(each, 'c0010')), each]))
  const own = byLei.get(lei)
  const above = own ? normaliseLei(textAt(own, 'c0060')) : lei
  return above === lei || present.facts.members.some(each => each.lei === above) ? undefined : byLei.get(above)
}

function entityRow(reading: Reading, row: TableRow, parent: TableRow | undefined): SheetRow {
  const { lei, present, rows } = reading
  const said = normaliseLei(textAt(row, 'c0010'))
  const fault = leiRule(said)
  if (fault) refuseCell(reading, row, 'c0010', fault)
  else if (said !== lei) refuseCell(reading, row, 'c0010', `es de otra entidad: el LEI de la suya es ${lei}.`)
  const taken = take(reading, row, entitySheetFields, { country: 'c0030', type: 'c0040', authority: 'c0050' })
  const add = (more: Taken) => {
    Object.assign(taken.values, more.values)
    Object.assign(taken.cells, more.cells)
  }
  add({ values: { lei: said }, cells: { lei: cellPlaceOf(row, 'c0010') } })
  const name = textAt(row, 'c0020')
  if (name && name !== present.facts.entity.name)
    noteOnRow(reading, row, 'c0020', `queda «${present.facts.entity.name}».`)
  const member = rows['B_01.02'].find(each => normaliseLei(textAt(each, 'c0010')) === said)
  if (member) {
    add(take(reading, member, entitySheetFields, { hierarchy: 'c0050', currency: 'c0100', totalAssets: 'c0110' }))
    const above = normaliseLei(textAt(member, 'c0060'))
    const wasUnder = (present.facts.entity.parentLei ?? said) !== said
    if (above === said && wasUnder) add({ values: { parentLei: null }, cells: {} })
    const wrong = above ? leiRule(above) : null
    if (wrong) refuseCell(reading, member, 'c0060', wrong)
    if (above && above !== said)
      add({ values: { parentLei: above }, cells: { parentLei: cellPlaceOf(member, 'c0060') } })
    if (parent) {
      const columns = {
        parentName: 'c0020',
        parentCountry: 'c0030',
        parentType: 'c0040',
        parentHierarchy: 'c0050',
      }
      add(take(reading, parent, entitySheetFields, columns))
    }
  }
  const [defined] = rows['B_99.01']
  if (defined)
    add(take(reading, defined, entitySheetFields, Object.fromEntries(terms.map(({ column }) => [column, column]))))
  return rowFrom(row, taken)
}

function functionRows(reading: Reading): SheetRow[] {
  const columns = {
    code: 'c0010',
    activity: 'c0020',
    name: 'c0030',
    critical: 'c0050',
    reason: 'c0060',
    assessedOn: 'c0070',
    rtoHours: 'c0080',
    rpoHours: 'c0090',
    impact: 'c0100',
  }
  return groupRows(reading, 'B_06.01', 'c0040').map(row => {
    const taken = take(reading, row, functionFields, columns)
    taken.values.entity = entityIn(reading, row, 'c0040')
    // What is said not to be assessed is filed so: it has no date.
    if (taken.values.critical === NOT_ASSESSED && taken.values.assessedOn === NEVER) delete taken.values.assessedOn
    return rowFrom(row, taken)
  })
}
const NOT_ASSESSED = 'x21'

const termsOfContract = {
  startsOn: 'c0070',
  endsOn: 'c0080',
  endReason: 'c0090',
  noticeEntityDays: 'c0100',
  noticeProviderDays: 'c0110',
  lawCountry: 'c0120',
} as const

function contractRows(reading: Reading, companies: Companies): SheetRow[] {
  const lines = Map.groupBy(reading.rows['B_02.02'], row => textAt(row, 'c0010'))
  const signed = Map.groupBy(reading.rows['B_03.02'], row => textAt(row, 'c0010'))
  const byReference = new Map(reading.present.facts.arrangements.map(each => [each.reference, each]))
  const membersOf = contractMembers(reading)
  return reading.rows['B_02.01'].map(row => {
    const reference = textAt(row, 'c0010')
    const columns = { reference: 'c0010', type: 'c0020', currency: 'c0040', annualCost: 'c0050' }
    const taken = take(reading, row, arrangementFields, columns)
    const above = textAt(row, 'c0030')
    taken.cells.overarching = cellPlaceOf(row, 'c0030')
    if (above) taken.values.overarching = above
    const its = lines.get(reference) ?? []
    takeTerms(reading, its, taken)
    const now = byReference.get(reference)
    const company = now && reading.index.companies.get(now.companyId)
    const party = partyFrom(reading, companies, reference, { its, signed: signed.get(reference) ?? [], now: company })
    if (!party && !now) refuseCell(reading, row, 'c0010', 'no tiene proveedor en B_03.02.')
    for (const { values, cells } of [membersOf(row, reference, now), ...(party ? [party] : [])]) {
      Object.assign(taken.values, values)
      Object.assign(taken.cells, cells)
    }
    return rowFrom(row, taken)
  })
}

/** Dates, notices and law stand in each service of a contract: the portal keeps one of them for all, the first. */
function takeTerms(reading: Reading, rows: readonly TableRow[], taken: Taken): void {
  for (const row of rows) {
    const { values, cells } = take(reading, row, arrangementFields, termsOfContract)
    if (values.endsOn === NEVER) delete values.endsOn
    for (const [name, value] of Object.entries(values)) {
      const column = termsOfContract[name as keyof typeof termsOfContract]
      if (taken.values[name] === undefined) {
        taken.values[name] = value
        taken.cells[name] = cells[name]!
      } else if (taken.values[name] !== value) {
        noteOnRow(
          reading,
          row,
          column,
          `el portal guarda una para todo el contrato: la de la fila ${taken.cells[name]!.line}.`,
        )
      }
    }
  }
}

type Signed = {
  its: readonly TableRow[]
  signed: readonly TableRow[]
  now: CompanyFacts | undefined
}

/** Who a contract is with, where that is another than now or says something else; null where nothing says it. */
function partyFrom(
  reading: Reading,
  companies: Companies,
  reference: string,
  { its, signed, now }: Signed,
): Taken | null {
  const is = now && companyCode(now)?.code
  if (now && is) reading.parties.set(reference, is)
  if (now && (now.keptBy === 'PROVIDER' || now.isGone)) reading.linked.set(reference, now.id)
  const named = signed.length > 0 ? signed.map(row => [row, 'c0020'] as const) : its.map(row => [row, 'c0030'] as const)
  const isNow = ([row, at]: (typeof named)[number]) => is !== undefined && sameCode(textAt(row, at)) === sameCode(is)
  const chosen = named.find(isNow) ?? named.find(([row, at]) => textAt(row, at) !== '')
  if (!chosen) return null
  const [row, column] = chosen
  const code = textAt(row, column)
  for (const [other, at] of named) {
    if (sameCode(textAt(other, at)) !== sameCode(code)) {
      noteOnRow(reading, other, at, `el portal guarda un proveedor por contrato: ${code}.`)
    }
  }
  const nothing: Taken = { values: {}, cells: { cif: cellPlaceOf(row, column), company: cellPlaceOf(row, column) } }
  if (isNow(chosen)) return companyChangesOf(reading, companies, code, now!) ?? nothing
  reading.parties.set(reference, code)
  reading.linked.delete(reference)
  const provider = companies.providerOf(code)
  const said = companies.rowOf(code)
  if (provider) {
    reading.linked.set(reference, provider.id)
    return { ...nothing, values: { cif: provider.cif } }
  }
  if (said) return outsideFrom(reading, companies, said) ?? nothing
  refuseCell(reading, row, column, 'no es el código de ninguna empresa de B_05.01.')
  return nothing
}

/** Notes what the portal has no place for. */
function noteRest(reading: Reading, companies: Companies): void {
  const keyOf = (row: TableRow) => `${textAt(row, 'c0010')} ${sameCode(textAt(row, 'c0020'))}`
  const providers = new Set(reading.rows['B_03.02'].map(keyOf))
  for (const row of reading.rows['B_03.03']) {
    if (!providers.has(keyOf(row))) noteOnRow(reading, row, 'c0020', 'no es el proveedor del contrato en B_03.02.')
  }
  for (const row of reading.rows['B_05.01']) {
    const code = textAt(row, 'c0010')
    const isNamed = companies.asked.has(sameCode(code)) || companies.presentOf(code) || companies.providerOf(code)
    if (!isNamed) noteOnRow(reading, row, 'c0010', 'ningún contrato ni ninguna cadena la nombra.')
  }
}
