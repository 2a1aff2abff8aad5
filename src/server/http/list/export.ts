import type { AnswerOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { isPrivate } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { shownColumns, unknownKeys } from '#domain/list/columns.ts'
import type { ExportFormat, ListContract, ListExport, RowOf } from '#domain/list/export.ts'
import { exportFileName, WORKBOOK_MAX } from '#domain/list/export.ts'
import { notedFilters } from '#domain/list/noted-filters.ts'
import { shapeOf } from '#server/http/answer-shape.ts'
import type { Spool } from '#server/http/list/spool.ts'
import { spoolIn } from '#server/http/list/spool.ts'
import type { FileAnswer, ReadCall, Route } from '#server/http/route.ts'
import { fromReplica, read } from '#server/http/route.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { writeWorkbook } from '#server/platform/spreadsheet/workbook.ts'
import type { OutColumn } from '#server/platform/spreadsheet/write.ts'
import { csvLine } from '#server/platform/spreadsheet/write.ts'

/** Rows per batch: the server handles other calls between two batches. */
const BATCH = 2000
const WIDEST = 60

/**
 * `after` is the last row of the previous batch of an export. Only handlers with `goesOn` get it: they return the rows
 * after it and need not count a total.
 */
type Handler<List> = (call: ReadCall<List> & { after?: RowOf<List> }) => Promise<AnswerOf<List>>
type Options = {
  /**
   * The handler supports keyset pagination. Without it every batch uses an offset, which is fine for some thousands of
   * rows.
   */
  goesOn?: boolean
}
type Asked = { format: ExportFormat; columns?: string; sort?: string }
type Page = { content: unknown[]; totalElements: number }

/**
 * Registers a list and its export with one handler, so that visibility, filters and order are the same. The audit log
 * records an export before it is sent.
 */
export function withExport<const List extends ListContract>(
  contract: ListExport<List>,
  handler: Handler<List>,
  options: Options = {},
): [Route, Route] {
  // The types above check each caller against its list; from here on, a row is opaque.
  const anyList = contract as unknown as ListExport
  const anyHandler = handler as unknown as Handler<ListContract>
  return [
    fromReplica(read(anyList.list, anyHandler)),
    fromReplica(read(anyList, call => exported(anyList, anyHandler, call, options))),
  ]
}

async function exported(
  contract: ListExport,
  handler: Handler<ListContract>,
  call: ReadCall<ListExport>,
  options: Options,
): Promise<FileAnswer> {
  const { app, actor } = call
  const { format, columns: keys, ...asked } = call.query as Asked
  // One point in time for all batches, like their snapshot of the database.
  const now = app.clock.now()
  const today = app.clock.today()
  const still = { ...call, app: { ...app, clock: { now: () => now, today: () => today } } }
  const reader = { role: actor.role, params: call.params, today }
  const columns = chosen(contract.columnsOf(reader), keys)
  const file = contract.fileOf(reader)
  const sheet =
    format === 'csv' ? csvSheet(columns, spoolIn(app.settings.dataDir)) : workbook(columns, file, new Date(now))
  try {
    const rows = await eachBatch(contract, handler, still, asked, options, async page => {
      if (format === 'xlsx' && page.totalElements > WORKBOOK_MAX) throw tooLarge(page.totalElements)
      await sheet.add(page.content)
    })
    if (rows === 0) throw new DomainError(contract.whenEmpty[format])
    const content = await sheet.end()
    const { sort, ...given } = asked
    const noted = notedFilters(contract.list.query!, given)
    const onSend = () =>
      inTransaction(app, actor, async tx => {
        const isOwn = isPrivate(contract.who) || contract.ownOf === actor.role
        tx.record({
          event: 'list.exported',
          object: { kind: isOwn ? 'supervision' : 'list', id: contract.list.name },
          participantId: actor.participantId,
          data: isOwn
            ? {}
            : { format, params: call.params, ...noted, sort, columns: columns.map(column => column.key), rows },
        })
      })
    return { ...content, mediaType: mediaTypes[format], name: exportFileName(file, today, format), onSend }
  } catch (error) {
    await sheet.discard()
    throw error
  }
}

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

function tooLarge(rows: number): DomainError {
  const values = { rows: rows.toLocaleString('es-ES'), max: WORKBOOK_MAX.toLocaleString('es-ES') }
  return new DomainError('exportTooLarge', { values })
}

function chosen<Row>(columns: readonly ListColumn<Row>[], keys: string | undefined): ListColumn<Row>[] {
  const shown = keys === undefined ? null : keys.split(',')
  const unknown = unknownKeys(columns, shown ?? [])
  if (unknown.length > 0) {
    throw new DomainError('invalid', { fields: { columns: t`La lista no tiene esta columna: ${unknown.join(', ')}` } })
  }
  return shownColumns(columns, shown)
}

/**
 * Reads the whole list from one snapshot, so that no row is missing or duplicated.
 * @returns the number of rows
 */
function eachBatch(
  { list }: ListExport,
  handler: Handler<ListContract>,
  call: ReadCall<ListExport>,
  query: object,
  { goesOn = false }: Options,
  take: (page: Page) => Promise<void>,
): Promise<number> {
  const shape = shapeOf(list)
  return call.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async db => {
      let after: unknown
      for (let batch = 0, rows = 0; ; batch++) {
        const page = goesOn ? 0 : batch
        const answer = await handler({ ...call, db, query: { ...query, page, size: BATCH }, after })
        // Strips fields that are not in the list's contract, as the list call does.
        const found = shape(answer) as Page
        await take(found)
        rows += found.content.length
        if (found.content.length < BATCH) return rows
        if (goesOn) after = found.content.at(-1)
      }
    })
}

type Sheet<Row> = Pick<Spool, 'end' | 'discard'> & { add(rows: readonly Row[]): Promise<void> }

const cellsOf = <Row>(columns: readonly ListColumn<Row>[], row: Row) => columns.map(column => column.text(row))

/** The format of the login statistics: semicolons, CRLF and a byte-order mark (STAT-05, STAT-06, D27). */
function csvSheet<Row>(columns: readonly ListColumn<Row>[], spool: Spool): Sheet<Row> {
  let heading = `\ufeff${csvLine(columns.map(column => column.label))}\r\n`
  return {
    ...spool,
    add: async rows => {
      await spool.add(Buffer.from(heading + rows.map(row => `${csvLine(cellsOf(columns, row))}\r\n`).join('')))
      heading = ''
    },
  }
}

function workbook<Row>(columns: readonly ListColumn<Row>[], sheet: string, modified: Date): Sheet<Row> {
  const rows: string[][] = []
  const labels = columns.map(({ label }) => label)
  return {
    add: async batch => void rows.push(...batch.map(row => cellsOf(columns, row))),
    end: async () => ({
      bytes: await writeWorkbook({
        sheet,
        modified,
        rows,
        columns: labels.map((label, c) => columnOf(label, rows, c)),
      }),
    }),
    discard: async () => {},
  }
}

/** Fits the width to the content and wraps longer texts. */
function columnOf(header: string, rows: readonly string[][], index: number): OutColumn {
  const longest = rows.reduce((most, row) => Math.max(most, row[index]!.length), header.length)
  return { header, width: Math.min(WIDEST, Math.max(12, longest + 4)), wrap: longest > WIDEST }
}
