import { z } from 'zod'
import type { AnswerOf, Contract, ParamsOf } from '#domain/contract.ts'
import { contract } from '#domain/contract.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { Reason } from '#domain/messages.ts'
import type { Role } from '#domain/roles.ts'
import type { Day } from '#domain/values/day.ts'
import { text } from '#domain/wire.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The most rows of one workbook, which is made in memory and as a whole; a CSV has no limit. */
export const WORKBOOK_MAX = 10_000

/** A contract whose answer is a page of rows (API-05, API-06). */
// biome-ignore lint/suspicious/noExplicitAny: any list
export type ListContract = Contract<any, z.ZodObject<any>, undefined, any>
export type RowOf<List> = AnswerOf<List> extends { content: (infer Row)[] } ? Row : never

/** What the columns and the name of an exported list depend on. */
export type Reader<List> = { role: Role; params: ParamsOf<List>; today: Day }

type ParamsSchema<List> = List extends Contract<infer Params, infer _Q, infer _B, infer _A> ? Params : never
type QueryShape<List> = List extends { query?: z.ZodObject<infer Shape> } ? Shape : never
type Asked = {
  format: z.ZodDefault<z.ZodEnum<{ csv: 'csv'; xlsx: 'xlsx' }>>
  columns: z.ZodOptional<z.ZodString>
}
type ExportQuery<List> = z.ZodObject<Omit<QueryShape<List>, 'page' | 'size'> & Asked, z.core.$strict>

/** The contract of an export, with the list that it exports and how its file is written. */
export type ListExport<List extends ListContract = ListContract> = Contract<
  ParamsSchema<List>,
  ExportQuery<List>,
  undefined,
  'file'
> & {
  readonly list: List
  /** What the file and its sheet are called: 'invitaciones'. */
  readonly fileOf: (reader: Reader<List>) => string
  readonly columnsOf: (reader: Reader<List>) => readonly ListColumn<RowOf<List>>[]
  /** What an export without rows answers, by format. */
  readonly whenEmpty: Record<ExportFormat, Reason>
}

const columnsAsked = text(400).optional().describe('Claves de las columnas que se ven, separadas por comas')

/**
 * The export of a list: the same callers, path parameters, filters and order, and all pages at once, as CSV or XLSX. Its
 * path ends in `/export`, which no `{id}` can be: an identifier has 26 characters (D3), and no e-mail lacks its '@'.
 */
export function exportOf<const List extends ListContract>(
  list: List,
  options: {
    name: string
    summary: string
    file: string | ListExport<List>['fileOf']
    columns: readonly ListColumn<RowOf<List>>[] | ListExport<List>['columnsOf']
    emptyCsv?: Reason
  },
): ListExport<List> {
  const { name, summary, file, columns, emptyCsv = 'exportEmpty' } = options
  const { page: _page, size: _size, ...filters } = list.query!.shape
  const query = z.strictObject({ ...filters, format: z.enum(exportFormats).default('csv'), columns: columnsAsked })
  const whenEmpty = { csv: emptyCsv, xlsx: 'exportEmpty' } as const
  const base = contract({
    name,
    method: 'GET',
    path: `${list.path}/export`,
    summary,
    who: list.who,
    params: list.params,
    query,
    answer: 'file',
    refusals: [...new Set([...(list.refusals ?? []), ...Object.values(whenEmpty), 'exportTooLarge' as const])],
  })
  return {
    ...(base as unknown as Contract<ParamsSchema<List>, ExportQuery<List>, undefined, 'file'>),
    list,
    fileOf: typeof file === 'string' ? () => file : file,
    columnsOf: typeof columns === 'function' ? columns : () => columns,
    whenEmpty,
  }
}

/** `invitaciones-2026-11-21.csv`. */
export function exportFileName(file: string, today: Day, format: ExportFormat): string {
  return `${file}-${today}.${format}`
}
