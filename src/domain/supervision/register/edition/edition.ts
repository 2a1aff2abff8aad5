import type { Day } from '#domain/values/day.ts'

/** A value of a list: its code without the prefix of the list, and its words. */
export type ListValue = { readonly code: string; readonly label: string }

/** A closed list of values of an edition. The portal stores a value's code; a file carries prefix and code. */
export type CodeList = {
  readonly name: string
  readonly prefix: string
  readonly values: readonly ListValue[]
  /** Those that it had before: records that hold one are still read; it cannot be chosen. */
  readonly past?: readonly ListValue[]
  /** The document that the values come from. */
  readonly source: string
  /** When the values were compared with the list that the European Banking Authority publishes; null: not yet. */
  readonly comparedOn: Day | null
}

export const listNames = [
  'country',
  'currency',
  'codeKind',
  'entityType',
  'memberType',
  'hierarchy',
  'arrangementType',
  'endReason',
  'ictType',
  'activity',
  'yesNo',
  'yesNoUnknown',
  'sensitivity',
  'reliance',
  'substitutability',
  'noSubstituteReason',
  'reintegration',
  'impact',
  'personType',
  'userNature',
] as const
export type ListName = (typeof listNames)[number]
export type CodeLists = Readonly<Record<ListName, CodeList>>

/** A list for each name. */
export const byList = <T>(of: (list: ListName) => T): Record<ListName, T> =>
  Object.fromEntries(listNames.map(name => [name, of(name)])) as Record<ListName, T>

export type ColumnKind = 'text' | 'day' | 'number' | 'amount' | 'link' | ListName

/** Who writes a column: the bank, the provider, or the portal itself. */
export type ColumnAuthor = 'BANK' | 'PROVIDER' | 'PORTAL'

export type Column = {
  readonly code: string
  readonly name: string
  readonly kind: ColumnKind
  readonly author: ColumnAuthor
  readonly isKey: boolean
  /** What a key column carries when there is no value; null: it needs one. */
  readonly notApplicable: string | null
}

export const tableCodes = [
  'B_01.01',
  'B_01.02',
  'B_01.03',
  'B_02.01',
  'B_02.02',
  'B_02.03',
  'B_03.01',
  'B_03.02',
  'B_03.03',
  'B_04.01',
  'B_05.01',
  'B_05.02',
  'B_06.01',
  'B_07.01',
  'B_99.01',
] as const
export type TableCode = (typeof tableCodes)[number]

/** A value for each table. */
export const byTable = <T>(of: (table: TableCode) => T): Record<TableCode, T> =>
  Object.fromEntries(tableCodes.map(table => [table, of(table)])) as Record<TableCode, T>

export type TableLayout = { readonly name: string; readonly columns: readonly Column[] }

/** A column of a table: 'B_02.01 c0010'. */
export type Cell = `${TableCode} ${string}`
/** Each value of one column must be among those of another, save the exception. */
export type Relation = { readonly from: Cell; readonly to: Cell; readonly except?: string }

/** The layouts, keys, relations and lists of the register's files, and the columns to fill. */
export type Edition = {
  readonly number: string
  /** The load that brought it (REG-18); null: the program did. */
  readonly load: string | null
  /** The first reference date that it is for. */
  readonly from: Day
  /** What `report.json` extends. */
  readonly entryPoint: string
  /** The parts of the file's name. */
  readonly module: string
  readonly framework: string
  readonly tables: Readonly<Record<TableCode, TableLayout>>
  readonly relations: readonly Relation[]
  /** The columns that each row must fill, beside those that rules ask for with words of their own. */
  readonly mustBeFilled: readonly Cell[]
  readonly lists: CodeLists
}

/** The file of a table: 'b_02.02.csv'. */
export const tableFile = (table: TableCode): string => `${table.toLowerCase()}.csv`

/** Table and column of one end of a relation. */
export function tableCellOf(cell: Cell): [TableCode, string] {
  const [table, column = ''] = cell.split(' ')
  return [table as TableCode, column]
}

export const isInList = (list: CodeList, code: string): boolean => list.values.some(value => value.code === code)
