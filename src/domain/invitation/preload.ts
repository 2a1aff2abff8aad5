import { valueIn } from '#domain/values/certain.ts'
import type { CifSetting } from '#domain/values/company/cif.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { readPastedEmail } from '#domain/values/contact/pasted-email.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { isBlank, normaliseText, TEXT_MAX, textRule } from '#domain/values/text.ts'

/** The maximum number of rows in one bulk import (D28), far above a typical one. Each gets a mail at once. */
export const IMPORT_MAX = 500

/** The maximum number of rows that the browser shows before the sending; they are sent in parts of IMPORT_MAX. */
export const PREVIEW_MAX = 1000

/** `line` is the row number that the spreadsheet program shows. */
export type SheetRow<Column extends string> = { line: number } & Record<Column, string>

/** `reason` is for a place beside the cell; `message` also names row and column. */
export type CellFault<Column extends string> = { line: number; column: Column; reason: string; message: string }

/** What the rules of a preload depend on besides the sheet. */
export type PreloadSettings = { productName: string; cifRule: CifSetting }

/** A sheet from which participants of one kind are invited (D28, EASE-13). */
export type Preload<Column extends string, Unique extends Column> = {
  columns: Readonly<Record<Column, { readonly heading: string; readonly also: readonly string[] }>>
  /** The example row of the template; imports skip it. */
  example: Readonly<Record<Column, string>>
  /** The columns whose values identify a participant: each may occur once, in the sheet and in the portal. */
  unique: readonly Unique[]
  normalise: (row: Readonly<Record<Column, string>>) => Record<Column, string>
  /** What a normalised value identifies, whatever its spelling. */
  keyOf: (column: Unique, value: string) => string
  /** What is wrong with a normalised value that is not blank: the rest of a sentence after a colon. */
  faultOf: (column: Column, value: string, settings: PreloadSettings) => string | null
  /** The name of an identifying column in a sentence, with its article. */
  nameOf: Readonly<Record<Unique, string>>
  /** The sentence of a value that another participant has, without a remedy. */
  takenBy: (column: Exclude<Unique, 'email'>, value: string) => string
}

export const preloadColumnsOf = <Column extends string>(preload: Pick<Preload<Column, never>, 'columns'>) =>
  Object.keys(preload.columns) as Column[]

export function normalisePreloadedEmail(value: string): string {
  const email = normaliseText(value)
  return readPastedEmail(email) ?? normaliseEmail(email)
}

export const preloadedEmailFault = (value: string, example: string): string | null =>
  emailRule(value) && `«${excerpt(value)}» no es un correo electrónico. Escríbalo como ${example}.`

/** The same rule as in API calls, so that imported values can be edited like all others. */
const storable = textRule(TEXT_MAX)

export function preloadedTextFault(value: string): string | null {
  const fault = storable(value)
  return fault && `${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, '')}.`
}

export function excerpt(value: string): string {
  const first = firstCharacters(value, 60)
  return first === value ? value : `${first}…`
}

/** Whether a normalised row is the example of the template. */
export const isExampleRow = <Column extends string, Unique extends Column>(
  { unique, example }: Preload<Column, Unique>,
  row: Readonly<Record<Column, string>>,
) => unique.every(column => row[column] === example[column])

/** Checks the normalised rows of one preload in order: each by itself, and against the rows before it. */
export function preloadCheck<Column extends string, Unique extends Column>(
  preload: Preload<Column, Unique>,
  settings: PreloadSettings,
): (row: SheetRow<Column>) => CellFault<Column>[] {
  const seen = new Map(preload.unique.map(column => [column, new Map<string, number>()]))
  return row => {
    const cells: Record<Column, string> = row
    const faults = preloadColumnsOf(preload).flatMap(column => {
      if (isBlank(cells[column])) {
        const reason = 'Está vacío. Escriba un valor o deje la fila fuera.'
        return [faultAt(preload, row.line, column, 'está vacío. Escriba un valor o borre la fila.', reason)]
      }
      const rest = preload.faultOf(column, cells[column], settings)
      return rest ? [faultAt(preload, row.line, column, rest)] : []
    })
    for (const column of preload.unique) {
      if (faults.some(fault => fault.column === column)) continue
      const lines = valueIn(seen, column)
      const key = preload.keyOf(column, cells[column])
      const first = lines.get(key)
      if (first === undefined) lines.set(key, row.line)
      else faults.push(repeatedFault(column, row.line, `${preload.nameOf[column]} ${excerpt(cells[column])}`, first))
    }
    return faults
  }
}

/** The faults of a row whose identifying values the portal already has, by the keys that it has. */
export function takenFaults<Column extends string, Unique extends Column>(
  preload: Preload<Column, Unique>,
  row: SheetRow<Column>,
  taken: Readonly<Record<Unique, ReadonlySet<string>>>,
  { productName }: PreloadSettings,
): CellFault<Column>[] {
  const cells: Record<Column, string> = row
  return preload.unique
    .filter(column => taken[column].has(preload.keyOf(column, cells[column])))
    .map(column => {
      if (column === 'email') {
        const rest = `ya tiene una invitación a ${productName}. Introduzca otro correo.`
        return faultAt(preload, row.line, column, `${cells[column]} ${rest}`, sentenceOf(rest))
      }
      const rest = preload.takenBy(column as Exclude<Unique, 'email'>, cells[column])
      return faultAt(preload, row.line, column, `${rest} Borre la fila.`, `${sentenceOf(rest)} Deje la fila fuera.`)
    })
}

/** @param rest the sentence after a colon, for one who corrects the file */
function faultAt<Column extends string>(
  { columns }: Pick<Preload<Column, never>, 'columns'>,
  line: number,
  column: Column,
  rest: string,
  reason = sentenceOf(rest),
): CellFault<Column> {
  return { line, column, reason, message: `Fila ${line}, «${columns[column].heading}»: ${rest}` }
}

const sentenceOf = (rest: string) => `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`

function repeatedFault<Column extends string>(
  column: Column,
  line: number,
  value: string,
  first: number,
): CellFault<Column> {
  const what = `${value} está repetido`
  return {
    line,
    column,
    reason: `${sentenceOf(what)}: también está en la fila ${first}. Deje solo una de las dos.`,
    message: `Filas ${first} y ${line}: ${what}. Deje solo una de las dos.`,
  }
}
