import { setImmediate as letOthersPass } from 'node:timers/promises'
import { normaliseNrbe, nrbeRule } from '#domain/values/company/nrbe.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { readPastedEmail } from '#domain/values/contact/pasted-email.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { isBlank, normaliseText, TEXT_MAX, textRule } from '#domain/values/text.ts'
import {
  type EntityColumn,
  entityColumnNames,
  entityColumns,
  entityExample,
} from '#server/platform/spreadsheet/entity-columns.ts'
import { readTable, type SpreadsheetFile } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** `line` is the row number that the spreadsheet program shows. */
export type EntityRow = { line: number } & Record<EntityColumn, string>
export type EntityRowError = { line: number; column: EntityColumn; message: string }
type Headings = { line: number; at: Map<EntityColumn, number>; errors: EntityRowError[] }

/** Rows validated before yielding to the event loop; a long file at once would block it for 50 ms. */
const STRETCH = 500

/**
 * Parses the entities of a mass preload file (D28, INV-08): valid rows trimmed and normalised (e-mail in lower case,
 * NRBE `49` as `0049`, D56), and every fault with its line, its column and a Spanish sentence with the remedy. The
 * caller creates nothing if there is any fault.
 *
 * The four columns may be in any order, under their keys or Spanish headings, below other rows. Skips blank rows and
 * the template's example.
 *
 * @throws SpreadsheetError, 'empty' also when there are headings and nothing below
 */
export async function readEntityRows(file: SpreadsheetFile): Promise<{ rows: EntityRow[]; errors: EntityRowError[] }> {
  const { rows: table } = await readTable(file)
  const headings = await findHeadings(table)
  if (headings.errors.length > 0) return { rows: [], errors: headings.errors }

  const errors: EntityRowError[] = []
  const rows: EntityRow[] = []
  const seen = { codNRBE: new Map<string, number>(), email: new Map<string, number>() }
  let found = 0
  for (const [index, cells] of table.entries()) {
    const line = index + 1
    if (line % STRETCH === 0) await letOthersPass()
    if (line <= headings.line || cells.every(text => text.trim() === '')) continue
    const row = { line, ...fieldsOf(cells, headings.at) }
    if (row.codNRBE === entityExample.codNRBE && row.email === entityExample.email) continue
    found++
    const faults = faultsOf(row)
    for (const column of ['codNRBE', 'email'] as const) {
      if (faults.some(fault => fault.column === column)) continue
      const first = seen[column].get(row[column])
      if (first === undefined) seen[column].set(row[column], line)
      else faults.push({ line, column, message: repeated(column, row[column], first, line) })
    }
    if (faults.length === 0) rows.push(row)
    errors.push(...faults)
  }
  if (found === 0) throw new SpreadsheetError('empty', 'no row below the headings')
  return { rows, errors }
}

/** Removes case, accents, spaces and punctuation. */
function bare(heading: string): string {
  return heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
}

const columnByHeading = new Map<string, EntityColumn>(
  entityColumnNames.flatMap(column =>
    [entityColumns[column].heading, ...entityColumns[column].also].map(name => [bare(name), column] as const),
  ),
)

type Candidate = { line: number; columns: (EntityColumn | undefined)[]; count: number }

/** The first of the rows that contain the most column headings. */
async function bestOf(table: string[][]): Promise<Candidate> {
  let best: Candidate = { line: 1, columns: [], count: -1 }
  for (const [index, cells] of table.entries()) {
    const line = index + 1
    if (line % STRETCH === 0) await letOthersPass()
    const columns = cells.map(text => columnByHeading.get(bare(text)))
    const count = new Set(columns.filter(Boolean)).size
    if (count > best.count) best = { line, columns, count }
  }
  return best
}

async function findHeadings(table: string[][]): Promise<Headings> {
  const best = await bestOf(table)
  const at = new Map<EntityColumn, number>()
  const errors: EntityRowError[] = []
  // A title may contain one heading by chance; a heading row has at least two of the four.
  const line = best.count >= 2 ? best.line : 1
  for (const column of entityColumnNames) {
    const { heading } = entityColumns[column]
    const places = line === best.line ? best.columns.flatMap((found, i) => (found === column ? [i] : [])) : []
    if (places.length === 1) at.set(column, places[0]!)
    else {
      const fault = places.length === 0 ? 'Falta la columna' : 'Está repetida la columna'
      const remedy = places.length === 0 ? 'Añádala o use la plantilla.' : 'Deje solo una.'
      errors.push({ line, column, message: `Fila ${line}: ${fault.toLowerCase()} «${heading}». ${remedy}` })
    }
  }
  return { line, at, errors }
}

function fieldsOf(cells: string[], at: Map<EntityColumn, number>): Record<EntityColumn, string> {
  const text = (column: EntityColumn) => normaliseText(cells[at.get(column) ?? -1] ?? '')
  return {
    name: text('name'),
    codNRBE: normaliseNrbe(text('codNRBE')),
    contactPerson: text('contactPerson'),
    email: readPastedEmail(text('email')) ?? normaliseEmail(text('email')),
  }
}

/** The same rule as in API calls, so that imported values can be edited like all others. */
const storable = textRule(TEXT_MAX)

function faultsOf(row: EntityRow): EntityRowError[] {
  return entityColumnNames.flatMap(column => {
    const sentence = faultOf(column, row[column])
    const { heading } = entityColumns[column]
    return sentence ? [{ line: row.line, column, message: `Fila ${row.line}, «${heading}»: ${sentence}` }] : []
  })
}

function faultOf(column: EntityColumn, value: string): string | null {
  if (isBlank(value)) return 'está vacío. Escriba un valor o borre la fila.'
  if (column === 'codNRBE' && nrbeRule(value)) {
    return `«${excerpt(value)}» no es un código NRBE. Escriba cuatro cifras, por ejemplo 0049.`
  }
  if (column === 'email') {
    return emailRule(value) && `«${excerpt(value)}» no es un correo electrónico. Escríbalo como nombre@entidad.es.`
  }
  const fault = storable(value)
  // Turns the fault into the rest of a sentence after a colon.
  return fault && `${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, '')}.`
}

function excerpt(value: string): string {
  const first = firstCharacters(value, 60)
  return first === value ? value : `${first}…`
}

function repeated(column: 'codNRBE' | 'email', value: string, first: number, line: number): string {
  const what = column === 'codNRBE' ? 'el código NRBE' : 'el correo electrónico'
  return `Filas ${first} y ${line}: ${what} ${excerpt(value)} está repetido. Deje solo una de las dos.`
}
