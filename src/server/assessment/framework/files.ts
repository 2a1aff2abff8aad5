import type { Answer } from '#domain/assessment/assessment.ts'
import { answerLabels, answerValues } from '#domain/assessment/assessment.ts'
import { illustrativeControls } from '#domain/assessment/framework/illustrative.ts'
import { frameworkHeadings, rowsOfControls } from '#domain/assessment/framework/rows.ts'
import type { TemplateMarks } from '#domain/assessment/workbook.ts'
import {
  ANSWER_COLUMN,
  ANSWER_SHEET,
  answerHeadings,
  answerRows,
  MARK_SHEET,
  markRows,
} from '#domain/assessment/workbook.ts'
import { controlsOf } from '#server/assessment/framework/queries.ts'
import type { MadeAnswer } from '#server/http/route.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { writeWorkbook } from '#server/platform/spreadsheet/workbook.ts'
import { writeCsv } from '#server/platform/spreadsheet/write.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The template of an import, filled with the list that comes with the product. */
export async function frameworkExampleFile(format: 'xlsx' | 'csv', now: string): Promise<MadeAnswer> {
  const headings = Object.values(frameworkHeadings)
  const rows = rowsOfControls(illustrativeControls)
  const name = `plantilla-marco-de-controles.${format}`
  if (format === 'csv') {
    return { mediaType: 'text/csv; charset=utf-8', name, bytes: await writeCsv({ columns: headings, rows }) }
  }
  const widths = [12, 18, 90, 14, 10]
  const columns = headings.map((header, at) => ({ header, width: widths[at]!, wrap: at === 2 }))
  const bytes = await writeWorkbook({ sheet: 'Controles', columns, rows, modified: new Date(now) })
  return { mediaType: workbookType, name, bytes }
}

/** The sheet of an evaluation: one row for each control asked, with the answers that there are (DICT-08). */
export async function answerWorkbook(
  db: Db,
  {
    marks,
    framework,
    provider = '',
    service = '',
    answers = [],
    name,
  }: {
    marks: TemplateMarks
    framework: { name: string; edition: string; illustrative: boolean }
    provider?: string
    service?: string
    answers?: readonly Answer[]
    name: string
  },
  now: string,
): Promise<MadeAnswer> {
  const controls = await controlsOf(db, marks.frameworkId)
  const widths = [12, 18, 70, 14, 8, 14, 40, 40]
  const columns = answerHeadings.map((header, at) => ({
    header,
    width: widths[at]!,
    wrap: [2, 6, 7].includes(at),
    ...(at === ANSWER_COLUMN ? { oneOf: answerValues.map(value => answerLabels[value]) } : {}),
  }))
  const bytes = await writeWorkbook({
    sheet: ANSWER_SHEET,
    columns,
    rows: answerRows(controls, marks.target, answers),
    about: { sheet: MARK_SHEET, rows: markRows(marks, { ...framework, provider, service }) },
    modified: new Date(now),
  })
  return { mediaType: workbookType, name, bytes }
}
