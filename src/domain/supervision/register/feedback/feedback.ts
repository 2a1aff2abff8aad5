import type { Edition, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { columnNamed, tableNamed } from '#domain/supervision/register/import/tables.ts'
import type { Fault, Linted } from '#domain/supervision/register/lint/lint.ts'
import type { EditionRows, RowChange } from '#domain/supervision/register/package/changes.ts'
import { rowKey } from '#domain/supervision/register/package/changes.ts'
import { FAULTS_SHOWN } from '#domain/supervision/register/package/format.ts'
import { foldForSearch } from '#domain/values/collate.ts'

/* What the authority answers to a file of the register (REG-22). */

/** What a row of its file says: which rule, in which table and row, in words. */
export const feedbackColumns = ['rule', 'table', 'row', 'text'] as const
export type FeedbackColumn = (typeof feedbackColumns)[number]
export const feedbackLabels: Readonly<Record<FeedbackColumn, string>> = {
  rule: 'Regla',
  table: 'Tabla',
  row: 'Fila o clave',
  text: 'Texto',
}
/** Without these a row says nothing. */
export const neededColumns: readonly FeedbackColumn[] = ['rule', 'text']
/** The heading of each column in a file; null: it has none. */
export type ColumnMatch = Record<FeedbackColumn, string | null>

/** The most rows of an answer, and the longest text of one. */
export const FEEDBACK_MAX = 2000
export const FEEDBACK_TEXT_MAX = 2000

const words: Readonly<Record<FeedbackColumn, RegExp>> = {
  rule: /regla|rule|codigo|validation|check|error ?(code|id)/,
  table: /tabla|table|template|plantilla|hoja/,
  row: /fila|row|clave|key|registro|record|linea/,
  text: /texto|text|mensaje|message|descrip|detalle|comment/,
}

/** The headings as they were matched the last time, as far as the file has them; else as their words say. */
export function matchedColumns(headings: readonly string[], before: ColumnMatch | null): ColumnMatch {
  const isKnown =
    before !== null && feedbackColumns.every(each => before[each] === null || headings.includes(before[each]))
  if (isKnown) return before
  const taken = new Set<string>()
  return Object.fromEntries(
    feedbackColumns.map(column => {
      const found = headings.find(each => !taken.has(each) && words[column].test(foldForSearch(each).toLowerCase()))
      if (found !== undefined) taken.add(found)
      return [column, found ?? null]
    }),
  ) as ColumnMatch
}

/** What is wrong with a match: a column that is needed is missing, or one stands for two things. */
export function matchFaults(match: ColumnMatch): Partial<Record<FeedbackColumn, string>> {
  const faults = feedbackColumns.flatMap((column, at) => {
    const heading = match[column]
    if (heading === null) return neededColumns.includes(column) ? [[column, 'Elija la columna del fichero.']] : []
    const isTaken = feedbackColumns.slice(0, at).some(each => match[each] === heading)
    return isTaken ? [[column, 'Elija una columna distinta para cada dato.']] : []
  })
  return Object.fromEntries(faults)
}

/** A row of the answer, as its file has it. */
export type FeedbackRow = { line: number } & Record<FeedbackColumn, string>
/** Where a row points; null where the file does not say, or says what no file of the register has. */
export type FeedbackPlace = { table: TableCode | null; column: string | null; key: string | null }
export type PlacedRow = Omit<FeedbackRow, 'table'> & FeedbackPlace & { tableText: string }

/** 'v8873', 'V 08873' and 'EBA_v8873_m' are one rule; any other is as it is. */
export function ruleNumber(rule: string): string {
  const [, number] = /v[_ ]?0*(\d{3,5})(?!\d)/i.exec(rule) ?? []
  return number === undefined ? rule.trim() : `v${number}`
}

/** Texts that differ in separators, case or the names of key columns are one key. */
const bareKey = (text: string) =>
  text
    .replace(/c\d{4}\s*[=:]/gi, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Finds the table, column and row of a file that rows of the answer mean. A row that could be several is none. */
export function placing({ edition, rows }: EditionRows): (fault: FeedbackRow) => PlacedRow {
  const finders = new Map<TableCode, RowFinder>()
  return ({ table: said, ...fault }) => {
    // Formulas of the authority say {tB_02.02, c0050}.
    const table = tableNamed(said.replace(/(^|[^a-z])t(?=b[_. ]?\d)/gi, '$1'))
    if (table === null) return { ...fault, tableText: said, table, column: null, key: null }
    const { columns } = edition.tables[table]
    const codes = [...said.matchAll(/(?:^|[^a-z\d])c?(\d{4})(?!\d)/gi)].map(([, number]) => columnNamed(`c${number}`))
    const column = codes.find(code => columns.some(each => each.code === code)) ?? null
    const find = finders.get(table) ?? rowFinder(edition, table, rows[table])
    finders.set(table, find)
    const found = find(fault.row)
    return { ...fault, tableText: said, table, column, key: found && rowKey(edition, table, found) }
  }
}

type RowFinder = (said: string) => readonly string[] | null

/** Finds a row by its key, whole or as far as one row has it, else by its number. */
function rowFinder(edition: Edition, table: TableCode, rows: readonly (readonly string[])[]): RowFinder {
  const { columns } = edition.tables[table]
  const bare = rows.map(cells => ({ cells, keys: cells.filter((_, at) => columns[at]?.isKey).map(bareKey) }))
  const whole = Map.groupBy(bare, ({ keys }) => keys.join(''))
  const partly = Map.groupBy(
    bare.flatMap(({ cells, keys }) => [...new Set(keys)].map(key => ({ cells, key }))),
    ({ key }) => key,
  )
  return said => {
    const wanted = bareKey(said)
    const all = wanted === '' ? bare : (whole.get(wanted) ?? partly.get(wanted))
    const [found, ...others] = all ?? []
    if (found) return others.length === 0 ? found.cells : null
    const [, number] = /^(?:fila|row|l[ií]nea|line|r)?\s*0*(\d{1,6})$/i.exec(said.trim()) ?? []
    return (number !== undefined && rows[Number(number) - 1]) || null
  }
}

/** A fault of a thing with very many rows is kept with some of them. */
const KEYS_MAX = 20

/** A fault that our lint found in a file, by the keys of its rows. */
export type KeptFault = { rule: string; authority: string | null; table: TableCode; column: string; keys: string[] }

/** What our lint found in the tables of a file. */
export function keptFaults({
  edition,
  tables,
  faults,
}: Pick<Linted, 'edition' | 'tables'> & { faults: readonly Fault[] }): KeptFault[] {
  const placeOf = ({ kind, id }: Fault['place']) => `${kind} ${id}`
  const byTable = new Map<TableCode, Map<string, string[]>>()
  const keysAt = (table: TableCode, place: Fault['place']) => {
    const known =
      byTable.get(table) ??
      new Map(
        [...Map.groupBy(tables[table], row => placeOf(row.place))].map(([at, rows]) => [
          at,
          rows.slice(0, KEYS_MAX).map(({ cells }) => rowKey(edition, table, cells)),
        ]),
      )
    byTable.set(table, known)
    return known.get(placeOf(place)) ?? []
  }
  return faults
    .filter(({ severity }) => severity !== 'UNKNOWN')
    .slice(0, FAULTS_SHOWN)
    .map(({ rule, authority, table, column, place }) => ({
      ...{ rule, authority, table, column },
      keys: keysAt(table, place),
    }))
}

/** Whether our lint found it too: the authority's rule in that row, or anything in that cell. */
export function isOurs({ rule, table, column, key }: PlacedRow, ours: readonly KeptFault[]): boolean {
  const number = ruleNumber(rule)
  return ours.some(each => {
    if (table !== null && each.table !== table) return false
    if (key !== null && each.keys.length > 0 && !each.keys.includes(key)) return false
    return each.authority === number || (key !== null && each.keys.includes(key) && each.column === column)
  })
}

/** What the next file for the authority changed, and what it answered to that; null where its answer is not read. */
export type NextFile = { changes: readonly RowChange[]; answer: readonly PlacedRow[] | null }

const isSame = (a: PlacedRow, b: PlacedRow) =>
  ruleNumber(a.rule) === ruleNumber(b.rule) && a.table === b.table && a.column === b.column && a.key === b.key

/**
 * Whether a fault is resolved: the answer to the next file does not repeat it; without that answer, its row, and
 * where the column is known that cell, is another one in the next file, or gone.
 */
export function isResolved(fault: PlacedRow, next: NextFile | null): boolean {
  if (!next) return false
  if (next.answer) return !next.answer.some(each => isSame(each, fault))
  const { table, column, key } = fault
  if (table === null) return false
  return next.changes.some(
    change =>
      change.table === table &&
      (key === null ||
        (change.key === key &&
          (change.kind !== 'CHANGED' || column === null || change.columns.some(each => each.column === column)))),
  )
}
