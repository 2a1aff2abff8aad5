import { DomainError } from '#domain/contract/domain-error.ts'
import { endingOf } from '#domain/document/file-types.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import { loadedEditions } from '#domain/supervision/register/edition/editions.ts'
import { ROWS_MAX, sheetKeys, sheetNames } from '#domain/supervision/register/import/sheets.ts'
import { TABLE_ROWS_MAX } from '#domain/supervision/register/import/tables.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import { rowsWrong, understood } from '#server/platform/spreadsheet/import-sheet.ts'
import type { WorkbookKind } from '#server/platform/spreadsheet/parse.ts'
import { spreadsheetTask } from '#server/platform/spreadsheet/read.ts'
import type { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'
import type { ReadFile, work } from '#server/supervision/register/import/rows-task.ts'

const fileIn = spreadsheetTask<typeof work>(new URL('./rows-task.ts', import.meta.url))

/** What is read: workbooks, and the ZIP of a package. */
const kindOf = (name: string): WorkbookKind | 'zip' | null =>
  workbookFormat(name) ?? (endingOf(name) === '.zip' ? 'zip' : null)

/**
 * Reads a file of a register: the workbook of the bank by its sheets (DORA-09), or the tables of a package (REG-20).
 * @throws DomainError importExtension, rowsWrong, unavailable
 */
export async function readRegister({ name, path }: Upload): Promise<ReadFile> {
  const kind = kindOf(name)
  if (!kind) throw new DomainError('importExtension')
  const read = await understood(
    () => fileIn({ path }, { kind, loaded: loadedEditions() }),
    error => sentenceOf(error, kind),
  )
  if ('headings' in read) throw rowsWrong(read.headings)
  if ('long' in read) {
    throw rowsWrong([], `La hoja «${read.long}» pasa de ${ROWS_MAX} filas. Repártalas en varios libros.`)
  }
  if ('rows' in read && read.faults.length === 0 && sheetKeys.every(key => read.rows[key].length === 0)) {
    throw rowsWrong([], NOTHING)
  }
  return read
}

const NOTHING = `El archivo no tiene filas en las hojas ${Object.values(sheetNames).join(', ')}, ni en las de las tablas (B_01.01 a B_99.01).`

function sentenceOf({ code, message }: SpreadsheetError, kind: WorkbookKind | 'zip'): string {
  if (code === 'empty') return NOTHING
  if (kind !== 'zip') return message
  return code === 'too-large'
    ? `El archivo es demasiado grande: se leen como mucho ${TABLE_ROWS_MAX} filas de cada tabla.`
    : 'El archivo no se puede leer. Suba el .zip tal como se presentó, con un .csv por tabla (b_01.01.csv y los demás).'
}
