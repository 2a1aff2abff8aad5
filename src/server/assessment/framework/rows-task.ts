import { controlsOfRows } from '#domain/assessment/framework/rows.ts'
import { answering, parse, type SpreadsheetKind } from '#server/platform/spreadsheet/parse.ts'

/** The controls of a sheet, or its faults. */
export const work = answering(async (kind: SpreadsheetKind, file) => controlsOfRows(await parse(file, kind)))
