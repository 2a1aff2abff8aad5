import type { Column } from '#domain/supervision/register/edition/edition.ts'
import { tableCodes, tableFile } from '#domain/supervision/register/edition/edition.ts'
import type { Fault } from '#domain/supervision/register/lint/lint.ts'
import { breachSeverityLabels, ownerLabels } from '#domain/supervision/register/lint/rule.ts'
import type { PackageFacts } from '#domain/supervision/register/package/files.ts'
import { packageFiles, packageName } from '#domain/supervision/register/package/files.ts'
import type { PackageFormat } from '#domain/supervision/register/package/format.ts'
import { zipInWorker } from '#server/audit-log/case-file/case-file-archive.ts'
import { writeWorkbook } from '#server/platform/spreadsheet/workbook.ts'
import { writeCsv } from '#server/platform/spreadsheet/write.ts'

export type MadeFile = { name: string; bytes: Uint8Array }

const faultHeadings = [
  'Regla',
  'Regla de la autoridad',
  'Gravedad',
  'Tabla',
  'Columna',
  'Fila',
  'Falta',
  'Quién puede arreglarla',
]
const faultRow = ({ rule, authority, severity, table, column, row, sentence, owner }: Fault) => [
  rule,
  authority ?? '',
  breachSeverityLabels[severity],
  table,
  column,
  row,
  sentence,
  ownerLabels[owner],
]

/** The file of a register in a format; those for people carry the list of its faults (DORA-21). */
export async function registerFile(
  format: PackageFormat,
  facts: PackageFacts,
  faults: readonly Fault[],
): Promise<MadeFile> {
  const name = packageName(facts)
  const makers: Record<PackageFormat, () => Promise<MadeFile>> = {
    XBRL_CSV: async () => ({ name: `${name}.zip`, bytes: await zipInWorker(packageFiles(facts), facts.madeAt) }),
    CSV: async () => ({
      name: `${name}_CSV.zip`,
      bytes: await zipInWorker(await plainFiles(facts, faults), facts.madeAt),
    }),
    XLSX: async () => ({ name: `${name}.xlsx`, bytes: await workbookOf(facts, faults) }),
  }
  return makers[format]()
}

/** The tables for people: formulas are neutralised (D27), as in every CSV that a spreadsheet program opens. */
async function plainFiles({ edition, tables }: PackageFacts, faults: readonly Fault[]) {
  const csv = async (columns: readonly string[], rows: readonly (readonly string[])[]) =>
    new TextDecoder().decode(
      await writeCsv({ columns: [...columns], rows: rows.map(row => [...row]), separator: ',', bom: false }),
    )
  return [
    { path: 'faltas.csv', text: await csv(faultHeadings, faults.map(faultRow)) },
    ...(await Promise.all(
      tableCodes.map(async table => ({
        path: tableFile(table),
        text: await csv(
          edition.tables[table].columns.map(({ code }) => code),
          tables[table].map(({ cells }) => cells),
        ),
      })),
    )),
  ]
}

/** Numbers and amounts are numbers in a workbook (REG-21); what is no number is a text. */
const asNumber = ({ kind }: Column, cell: string): string | number =>
  (kind === 'number' || kind === 'amount') && /^\d{1,15}(\.\d+)?$/.test(cell) ? Number(cell) : cell

function workbookOf({ edition, tables, madeAt }: PackageFacts, faults: readonly Fault[]): Promise<Uint8Array> {
  return writeWorkbook({
    sheet: 'Faltas',
    columns: faultHeadings.map((header, at) => ({ header, width: at === 6 ? 70 : 18, wrap: at === 6 })),
    rows: faults.map(faultRow),
    modified: new Date(madeAt),
    more: tableCodes.map(table => ({
      sheet: table,
      columns: edition.tables[table].columns.map(({ code, name, kind }) => ({
        header: `${code} ${name}`,
        width: 24,
        ...(kind === 'number' || kind === 'amount' ? { holds: kind } : {}),
      })),
      rows: tables[table].map(({ cells }) =>
        cells.map((cell, at) => asNumber(edition.tables[table].columns[at]!, cell)),
      ),
    })),
  })
}
