import { z } from 'zod'
import type { AnswerOf, Contract, ParamsOf } from '#domain/contract/contract.ts'
import { contract } from '#domain/contract/contract.ts'
import { text } from '#domain/contract/wire.ts'
import type { Role } from '#domain/identity/roles.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import type { Reason } from '#domain/messages.ts'
import type { Day } from '#domain/values/day.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The maximum number of rows in a workbook, which is built in memory. A CSV has no limit. */
export const WORKBOOK_MAX = 10_000

/** A contract with a page of rows as its response (API-05, API-06). */
// biome-ignore lint/suspicious/noExplicitAny: any list
export type ListContract = Contract<any, z.ZodObject<any>, undefined, any>
export type RowOf<List> = AnswerOf<List> extends { content: (infer Row)[] } ? Row : never

/** The reader's data that determines the columns and the file name of an export. */
export type Reader<List> = { role: Role; params: ParamsOf<List>; today: Day }

type ParamsSchema<List> = List extends Contract<infer Params, infer _Q, infer _B, infer _A> ? Params : never
type QueryShape<List> = List extends { query?: z.ZodObject<infer Shape> } ? Shape : never
type Asked = {
  format: z.ZodDefault<z.ZodEnum<{ csv: 'csv'; xlsx: 'xlsx' }>>
  columns: z.ZodOptional<z.ZodString>
}
type ExportQuery<List> = z.ZodObject<Omit<QueryShape<List>, 'page' | 'size'> & Asked, z.core.$strict>

/** The contract of an export, with its list and the file's name and columns. */
export type ListExport<List extends ListContract = ListContract> = Contract<
  ParamsSchema<List>,
  ExportQuery<List>,
  undefined,
  'file'
> & {
  readonly list: List
  /** The name of the file and its sheet: 'invitaciones'. */
  readonly fileOf: (reader: Reader<List>) => string
  readonly columnsOf: (reader: Reader<List>) => readonly ListColumn<RowOf<List>>[]
  /** The role whose exports of it are its own: the audit log says nothing of them but that there was one (BASE-11). */
  readonly ownOf?: Role
  /** How its screen shows the list. */
  readonly shown?: ListShown
  /** The error of an export without rows, by format. */
  readonly whenEmpty: Record<ExportFormat, Reason>
}

const columnsAsked = text(400).optional().describe('Claves de las columnas que se ven, separadas por comas')

/**
 * Builds the export of a list as CSV or XLSX: the same callers, path parameters, filters and order, without paging. The
 * path ends in `/export`, which cannot be an `{id}`: an identifier has 26 characters (D3), and an e-mail has an '@'.
 */
export function exportOf<const List extends ListContract>(
  list: List,
  options: {
    name: string
    summary: string
    file: string | ListExport<List>['fileOf']
    columns: readonly ListColumn<RowOf<List>>[] | ListExport<List>['columnsOf']
    emptyCsv?: Reason
    ownOf?: Role
    shown?: ListShown
  },
): ListExport<List> {
  const { name, summary, file, columns, emptyCsv = 'exportEmpty', ownOf, shown } = options
  const { page: _page, size: _size, ...filters } = list.query!.shape
  const query = z.strictObject({ ...filters, format: z.enum(exportFormats).default('csv'), columns: columnsAsked })
  const whenEmpty = { csv: emptyCsv, xlsx: 'exportEmpty' } as const
  const base = contract({
    name,
    method: 'GET',
    path: `${list.path}/export`,
    summary,
    who: list.who,
    ...(list.scope ? { scope: list.scope } : {}),
    params: list.params,
    query,
    answer: 'file',
    refusals: [...new Set([...(list.refusals ?? []), ...Object.values(whenEmpty), 'exportTooLarge' as const])],
  })
  return {
    ...(base as unknown as Contract<ParamsSchema<List>, ExportQuery<List>, undefined, 'file'>),
    list,
    ...(ownOf ? { ownOf } : {}),
    ...(shown ? { shown } : {}),
    fileOf: typeof file === 'string' ? () => file : file,
    columnsOf: typeof columns === 'function' ? columns : () => columns,
    whenEmpty,
  }
}

/** `invitaciones-2026-11-21.csv`. */
export function exportFileName(file: string, today: Day, format: ExportFormat): string {
  return `${file}-${today}.${format}`
}
