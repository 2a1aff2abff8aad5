import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'
import type { Reason } from '#domain/messages.ts'
import type { IndependenceStatus } from '#domain/states/independence.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { characterCount } from '#domain/values/text.ts'
import { workingDaysBetween } from '#domain/values/working-days.ts'

/** What an evaluator is asked, in this order, and the words of the form. */
export const independenceQuestions = texts({
  financialInterest: '¿Tiene su firma, o alguien del equipo, un interés financiero en el proveedor?',
  otherServices: '¿Ha prestado al proveedor en los últimos 24 meses servicios que no sean evaluaciones?',
  relatedStaff: '¿Es alguien del equipo empleado del proveedor, o tiene con él un vínculo personal o familiar?',
  ownWork: '¿Ha participado en el diseño o en la operación de lo que se evalúa?',
  contingentFees: '¿Dependen sus honorarios del resultado de la evaluación?',
})
export type IndependenceQuestion = keyof typeof independenceQuestions
export const questionKeys = Object.keys(independenceQuestions) as IndependenceQuestion[]
export type IndependenceAnswers = Record<IndependenceQuestion, boolean>

/** Lengths of the explanation of an answer yes, and of CCI's reason, in characters. */
export const CONFLICT_TEXT = { min: 10, max: 1000 } as const
export const DECISION_REASON = { min: 10, max: 500 } as const

/** One answer yes is a possible conflict (SEAL-02). */
export const hasConflict = (answers: IndependenceAnswers): boolean => questionKeys.some(key => answers[key])

/** What the answers say. CCI's decision about a possible conflict is `independenceLabels`. */
export const conflictLabel = (conflict: boolean): string =>
  conflict ? t('Con posible conflicto') : t('Sin conflicto declarado')

export const independenceLabels: Readonly<Record<IndependenceStatus, string>> = texts({
  DECLARED: 'Sin conflicto declarado',
  CONFLICT: 'Con posible conflicto',
  ADMITTED: 'Con posible conflicto, admitido por el CCI',
  REFUSED: 'Con posible conflicto, no admitido por el CCI',
})

/** The errors of a declaration, by field (SEAL-01): an answer yes is explained, and without one nothing is. */
export function declarationFaults(answers: IndependenceAnswers, text: string): FieldErrors {
  const { min } = CONFLICT_TEXT
  if (!hasConflict(answers) || characterCount(text) >= min) return {}
  return { text: t`Explique la respuesta afirmativa, con al menos ${min} caracteres` }
}

/** The machine's action for a declaration with these answers, made where there is one with this status, or none. */
export function declareMove(answers: IndependenceAnswers, status: IndependenceStatus | null) {
  if (hasConflict(answers)) return 'declareConflict'
  return independenceMachine.is.undecided(status) ? 'clear' : 'declare'
}

/** Whether the score of the present round of a request is still to be published. */
export const isScoreOpen = (status: ReportRequestStatus): boolean => reportRequestMachine.is.openRenewal(status)

type Listed = { independence?: object | undefined; sentAt: string | null }

/** The evaluator's requests: first those without a declaration, then the last sent. */
export const declarationOrder = (a: Listed, b: Listed): number =>
  Number(a.independence !== undefined) - Number(b.independence !== undefined) ||
  (b.sentAt ?? '').localeCompare(a.sentAt ?? '')

/** Why a score cannot be published with this declaration, where the rule `requireIndependence` is on (SEAL-03). */
export function independenceRefusal(status: IndependenceStatus | null): Reason | null {
  if (status === null) return 'independenceMissing'
  if (independenceMachine.is.undecided(status)) return 'conflictUndecided'
  return independenceMachine.is.refused(status) ? 'conflictRefused' : null
}

/** Working days after which an evaluator is reminded of a missing declaration (SEAL-06). */
export const REMINDER_STEPS = [5, 10] as const

/** The reminder that is due, in working days since the request was sent, or null. `reminded` is the last one, or 0. */
export function reminderDue(sentOn: Day, today: Day, reminded: number, holidays: readonly Day[]): number | null {
  const passed = workingDaysBetween(sentOn, today, holidays)
  const step = REMINDER_STEPS.findLast(each => each <= passed)
  return step !== undefined && step > reminded ? step : null
}

/**
 * How many ratings in a row one evaluator has given to a provider for a service, without another's between (SEAL-07).
 * @param evaluators who gave each rating, the newest first; corrections are no ratings of their own
 */
export function ratingsInARow(evaluators: readonly string[], evaluatorId: string): number {
  const others = evaluators.findIndex(each => each !== evaluatorId)
  return others === -1 ? evaluators.length : others
}

/** Whether CCI is warned of that many ratings in a row, by its rule `rotationCount`. */
export const isRotationDue = (inARow: number, rotationCount: number): boolean => inARow >= rotationCount

/** The ratings in a row as CCI reads them before it publishes the next, which counts. */
export function rotationText(before: number): string {
  if (before === 0) return 'Sería su 1.ª calificación consecutiva'
  return `Sería su ${before + 1}.ª calificación consecutiva`
}

/** The same of what is published. */
export const rotationPublished = (inARow: number): string => `${inARow}.ª calificación consecutiva de este evaluador`
