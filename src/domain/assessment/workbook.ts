import type { Answer, AnswerValue, Control } from '#domain/assessment/assessment.ts'
import {
  ANSWER_NOTE_MAX,
  answerFault,
  answerLabels,
  answersByKey,
  answerValues,
  askedControls,
  ILLUSTRATIVE,
  JUSTIFICATION_MAX,
} from '#domain/assessment/assessment.ts'
import { t } from '#domain/language/translate.ts'
import { type Cells, cellFault, entered, isBlankCell, shownIn } from '#domain/list/cell.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { isRating } from '#domain/values/rating.ts'
import { normaliseText, textRule } from '#domain/values/text.ts'

/** The sheets of the template: the answers, and what the template is of (DICT-08). */
export const ANSWER_SHEET = 'Evaluación'
export const MARK_SHEET = 'Plantilla'

/** The columns of the answers, in order. Reading needs the control and the answer. */
export const answerHeadings = [
  'Control',
  'Dominio',
  'Enunciado',
  'Dimensión',
  'Nivel',
  'Respuesta',
  'Justificación de «No aplica»',
  'Nota',
] as const
export const ANSWER_COLUMN = 5

/** Faults of a workbook that are listed; of the others there is only the number (DICT-09). */
export const FAULTS_LISTED = 100

/** What a template is of. `validationId` is null in one for a request that is still to be sent. */
export type TemplateMarks = { frameworkId: string; validationId: string | null; target: string }

const markNames = { frameworkId: 'Código del marco', validationId: 'Código de la solicitud', target: 'Nivel objetivo' }

/** The rows of the sheet that says what the template is of. */
export function markRows(
  { frameworkId, validationId, target }: TemplateMarks,
  said: { name: string; edition: string; illustrative: boolean; provider: string; service: string },
): [string, string][] {
  return [
    ['Marco', said.illustrative ? `${said.name} (${ILLUSTRATIVE})` : said.name],
    ['Edición', said.edition],
    ['Proveedor', said.provider],
    ['Servicio', said.service],
    [markNames.target, target],
    [markNames.frameworkId, frameworkId],
    [markNames.validationId, validationId ?? ''],
    [
      'Cómo se rellena',
      'Elija Sí, No o No aplica en cada control. «No aplica» se justifica en al menos 10 caracteres.',
    ],
  ]
}

/** The rows of the controls that a target asks, with the answers that there are. */
export function answerRows(controls: readonly Control[], target: string, answers: readonly Answer[]): string[][] {
  const given = answersByKey(answers)
  return askedControls(controls, target).map(({ key, domain, statement, dimensions, level }) => {
    const { answer = null, justification = '', note = '' } = given.get(key) ?? {}
    const said = answer === null ? '' : answerLabels[answer]
    return [key, domain, statement, dimensions.join(', '), level, said, justification, note]
  })
}

type Sheet = { readonly name: string; readonly rows: readonly Cells[] }
/** A workbook that is a template: what it is of, and its rows of answers below the headings of line `headingLine`. */
export type FilledTemplate = { marks: TemplateMarks; headingLine: number; at: Columns; rows: Sheet['rows'] }
type Columns = { key: number; answer: number; justification: number; note: number }

const fold = (text: string) => foldForSearch(normaliseText(text))
const HEADINGS_WITHIN = 20

/** Finds the template in a workbook's sheets, in any order; null when it is none. */
export function templateIn(sheets: readonly Sheet[]): FilledTemplate | null {
  const marks = sheets.map(({ rows }) => marksOf(rows)).find(found => found !== null)
  if (!marks) return null
  for (const { rows } of sheets) {
    const top = rows.slice(0, HEADINGS_WITHIN).findIndex(row => columnsOf(row) !== null)
    const at = top === -1 ? null : columnsOf(rows[top]!)
    if (at) return { marks, headingLine: top + 1, at, rows: rows.slice(top + 1) }
  }
  return null
}

function columnsOf(row: Cells): Columns | null {
  const headings = row.map(cell => fold(shownIn(cell)))
  const place = (name: string) => headings.findIndex(heading => heading.startsWith(fold(name)))
  const at = {
    key: headings.indexOf('control'),
    answer: place('Respuesta'),
    justification: place('Justificación'),
    note: headings.indexOf('nota'),
  }
  return at.key === -1 || at.answer === -1 ? null : at
}

function marksOf(rows: Sheet['rows']): TemplateMarks | null {
  const values = new Map(rows.slice(0, 2 * HEADINGS_WITHIN).map(row => [fold(shownIn(row[0])), entered(row[1]).trim()]))
  const said = (mark: keyof TemplateMarks) => values.get(fold(markNames[mark]))
  const [frameworkId, validationId, target] = [said('frameworkId'), said('validationId'), said('target')]
  if (!frameworkId || validationId === undefined || !target || !isRating(target)) return null
  return { frameworkId, validationId: validationId || null, target }
}

/** A fault of a filled template, with its line as the spreadsheet program shows it (DICT-09). */
export type WorkbookFault = { row: number; control: string; reason: string }

const byWord = new Map<string, AnswerValue>([
  ...answerValues.map(value => [fold(answerLabels[value]), value] as const),
  ['s', 'YES'],
  ['n', 'NO'],
  ['n/a', 'NOT_APPLICABLE'],
  ['na', 'NOT_APPLICABLE'],
])

/**
 * The answers of a filled template to the controls that `target` asks, and every fault of it: a control that is unknown,
 * repeated or not asked, an answer that is none, a 'No aplica' without its justification, a text that is too long.
 * Empty rows are skipped.
 */
export function answersIn(
  { headingLine, at, rows }: FilledTemplate,
  controls: readonly Control[],
  target: string,
): { answers: Answer[]; faults: WorkbookFault[] } {
  const known = new Map(controls.map(control => [control.key, control]))
  const asked = new Set(askedControls(controls, target).map(({ key }) => key))
  const answers: Answer[] = []
  const faults: WorkbookFault[] = []
  const lines = new Map<string, number>()
  for (const [index, cells] of rows.entries()) {
    if (cells.every(isBlankCell)) continue
    const row = headingLine + 1 + index
    const cell = (column: number) => entered(cells[column]).trim().normalize('NFC')
    const control = normaliseText(cell(at.key))
    const [word, justification, note] = [cell(at.answer), cell(at.justification), cell(at.note)]
    const isEmpty = word === '' && justification === '' && note === ''
    const answer = byWord.get(fold(word)) ?? null
    const reason = (): string | null => {
      const unread = unreadIn(cells, row, at)
      if (unread) return unread
      if (control === '') return t('Falta el control.')
      if (lines.has(control)) return t`El control ya está en la fila ${lines.get(control)}.`
      if (!known.has(control)) return t('El marco no tiene este control.')
      if (isEmpty) return null
      if (word !== '' && answer === null)
        return t`«${word.slice(0, 40)}» no es una respuesta: escriba Sí, No o No aplica.`
      const tooLong = textRule(JUSTIFICATION_MAX)(justification) ?? textRule(ANSWER_NOTE_MAX)(note)
      return tooLong ?? answerFault({ answer, justification }, asked.has(control))
    }
    const fault = reason()
    if (control !== '' && !lines.has(control)) lines.set(control, row)
    if (fault) faults.push({ row, control, reason: fault })
    else if (!isEmpty) answers.push({ controlKey: control, answer, note, justification, inherited: false })
  }
  return { answers, faults }
}

/** What is wrong with the first cell of a row that has no value. */
function unreadIn(cells: Cells, row: number, at: Columns): string | null {
  const faults = Object.values(at).map(place => cellFault(cells[place], row, place))
  const fault = faults.find(each => each !== null) ?? ''
  return fault ? `${fault.charAt(0).toUpperCase()}${fault.slice(1)}` : null
}
