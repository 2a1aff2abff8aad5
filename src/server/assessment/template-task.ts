import { controlLimits } from '#domain/assessment/framework/framework.ts'
import { answerHeadings, templateIn } from '#domain/assessment/workbook.ts'
import { answering, parseSheets, type WorkbookKind } from '#server/platform/spreadsheet/parse.ts'

const reach = { rows: controlLimits.controls + 50, columns: answerHeadings.length + 4 }
const SHEETS = 6

/** The filled template in a workbook, if it is one. */
export const work = answering(async (kind: WorkbookKind, file) =>
  templateIn(await parseSheets(file, { kind, reach, most: SHEETS })),
)
