import {
  answerControls,
  beginAssessment,
  changeAssessment,
  discardAssessment,
  editAssessment,
  listAssessments,
} from '#domain/assessment/contract.ts'
import type { FrameworkWire } from '#domain/assessment/framework/contract.ts'
import { changeFramework, frameworkTemplate, importFramework } from '#domain/assessment/framework/contract.ts'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import { ANSWER_SHEET, answerHeadings, MARK_SHEET } from '#domain/assessment/workbook.ts'
import { shownIn } from '#domain/list/cell.ts'
import { parseSheets } from '#server/platform/spreadsheet/parse.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import { ok } from '#test/support/answers.ts'
import type { Caller } from '#test/support/portal.ts'

/** A small framework: each dimension has a control of level D, and Continuidad stops Disponibilidad. */
export const smallFramework = [
  ['AC-01', 'Accesos', 'Cuentas propias', 'C, I', 'D'],
  ['AC-02', 'Accesos', 'Segundo factor', 'Confidencialidad', 'B'],
  ['CR-01', 'Criptografía', 'Cifrado en tránsito', 'CI', 'C'],
  ['RE-01', 'Continuidad', 'Copias diarias', 'D', 'D'],
  ['RE-02', 'Continuidad', 'Segundo emplazamiento', 'Disponibilidad', 'A'],
  ['RE-03', 'Continuidad', 'Sin interrupción', 'D', 'A+'],
]

let serial = 0

export const sheetOf = (rows: readonly (readonly string[])[], name = 'marco.csv') => ({
  name,
  content: [['Control', 'Dominio', 'Enunciado', 'Dimensión', 'Nivel'], ...rows]
    .map(row => row.map(cell => `"${cell}"`).join(';'))
    .join('\r\n'),
})

export const importOf = (
  cci: Caller,
  rows: readonly (readonly string[])[] = smallFramework,
  body: Record<string, unknown> = {},
) =>
  cci.call(importFramework, {
    body: { name: 'Marco de prueba', edition: `E${++serial}`, ...body },
    files: { file: sheetOf(rows) },
  })

/** Imports a framework and publishes it. */
export async function publishedFramework(
  cci: Caller,
  rows: readonly (readonly string[])[] = smallFramework,
): Promise<FrameworkWire> {
  const { framework } = await ok(importOf(cci, rows))
  return ok(cci.call(changeFramework, { params: { id: framework.id }, body: { status: 'PUBLISHED' } }))
}

/** The open evaluation of a request as the caller sees it. */
export async function assessmentsOf(caller: Caller, validationId: string): Promise<AssessmentWire[]> {
  return (await ok(caller.call(listAssessments, { query: { validationId } }))).content
}

export const begin = (evaluator: Caller, validationId: string, target = 'A/A/A') =>
  evaluator.call(beginAssessment, { body: { validationId, target } })

export const wholeHeader = {
  scope: 'El servicio y sus dos centros de datos',
  standard: 'ISAE_3402_II',
  opinion: 'FAVOURABLE',
  periodFrom: '2025-11-01',
  periodTo: '2026-10-31',
  reportDate: '2026-11-20',
  subservices: 'NONE',
  userControls: 'Custodiar sus claves',
} as const

export const answering = (evaluator: Caller, id: string, answers: Record<string, string>, version?: number) =>
  evaluator.call(answerControls, {
    params: { id },
    body: {
      answers: Object.entries(answers).map(([controlKey, answer]) => ({
        controlKey,
        answer: (answer || null) as 'YES' | null,
        justification: answer === 'NOT_APPLICABLE' ? 'El servicio no lo usa' : '',
      })),
      version,
    },
  })

/** The answer Sí to every control of `smallFramework` that A/A/A asks, save some. */
export const allYes = (but: Record<string, string> = {}) => ({
  ...Object.fromEntries(['AC-01', 'AC-02', 'CR-01', 'RE-01', 'RE-02'].map(key => [key, 'YES'])),
  ...but,
})

export const change = (evaluator: Caller, id: string, status: 'CONFIRMED' | 'DRAFT', version?: number) =>
  evaluator.call(changeAssessment, { params: { id }, body: { status, version } })

/** An evaluation by `smallFramework`, filled and confirmed. */
export async function confirmedAssessment(
  evaluator: Caller,
  validationId: string,
  but: Record<string, string> = {},
): Promise<AssessmentWire> {
  const { id } = await ok(begin(evaluator, validationId))
  await ok(evaluator.call(editAssessment, { params: { id }, body: wholeHeader }))
  await ok(answering(evaluator, id, allYes(but)))
  return ok(change(evaluator, id, 'CONFIRMED'))
}

export const discard = (evaluator: Caller, id: string) => evaluator.call(discardAssessment, { params: { id } })

export const template = (caller: Caller, frameworkId: string, query: { validationId?: string; target: string }) =>
  caller.call(frameworkTemplate, { params: { id: frameworkId }, query })

/** A template's bytes with answers filled in: the answer, or the answer and its justification, by control. */
export async function filled(bytes: Uint8Array, answers: Record<string, string | readonly [string, string]>) {
  const [sheet, marks] = await parseSheets({ bytes }, { kind: 'xlsx', reach: { rows: 3000, columns: 10 }, most: 2 })
  const rows = sheet!.rows.slice(1).map(row => {
    const [key = '', domain = '', statement = '', of = '', level = ''] = row.map(shownIn)
    const [answer = '', justification = ''] = [answers[key] ?? []].flat()
    return [key, domain, statement, of, level, answer, justification, '']
  })
  return Buffer.from(
    await writeXlsx({
      sheet: ANSWER_SHEET,
      columns: answerHeadings.map(header => ({ header })),
      rows,
      about: { sheet: MARK_SHEET, rows: marks!.rows.map(([name, text]) => [shownIn(name), shownIn(text)] as const) },
    }),
  )
}
