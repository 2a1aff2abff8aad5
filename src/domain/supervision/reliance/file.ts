import { type Condition, conditions, hasClause } from '#domain/supervision/reliance/conditions.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, addMonths, formatDay } from '#domain/values/day.ts'
import { characterCount } from '#domain/values/text.ts'

export const ANSWER_TEXT = { min: 10, max: 1000 } as const
export const CLAUSE_MAX = 200
export const PLAN_REASON = { min: 10, max: 1000 } as const
export const MEASURES = { min: 10, max: 2000 } as const
/** How many months ahead a file is reviewed at the latest. */
export const REVIEW_MONTHS = 12

export const verdicts = ['HOLDS', 'RESERVATIONS', 'FAILS'] as const
export type Verdict = (typeof verdicts)[number]
export const conditionVerdictLabels: Readonly<Record<Verdict, string>> = {
  HOLDS: 'Se cumple',
  RESERVATIONS: 'Se cumple con reservas',
  FAILS: 'No se cumple',
}

export const conclusions = ['RELY', 'RELY_WITH_MEASURES', 'NOT_RELY'] as const
export type Conclusion = (typeof conclusions)[number]
export const conclusionLabels: Readonly<Record<Conclusion, string>> = {
  RELY: 'Nos apoyamos',
  RELY_WITH_MEASURES: 'Nos apoyamos con medidas',
  NOT_RELY: 'No nos apoyamos',
}

/** What a bank answers to a condition; `clause` is that of its contract. */
export type ConditionAnswer = { verdict: Verdict | null; text: string; clause: string }
export type Answers = Readonly<Record<Condition, ConditionAnswer>>

/** The ninth line: when the bank next audits by itself or with others, or why it does not. */
export type AuditPlan = { nextAuditOn: Day | null; reason: string }

/** What a bank writes in a file. */
export type Written = {
  answers: Answers
  plan: AuditPlan
  conclusion: Conclusion | null
  measures: string
  reviewOn: Day | null
}

const unanswered: ConditionAnswer = { verdict: null, text: '', clause: '' }
/** A file in which nothing is written. */
export const emptyFile = (): Written => ({
  answers: Object.fromEntries(conditions.map(condition => [condition, unanswered])) as Answers,
  plan: { nextAuditOn: null, reason: '' },
  conclusion: null,
  measures: '',
  reviewOn: null,
})

/** What the next file of a use begins with: all that the last one said but its review date, which is over. */
export const continued = (last: Written): Written => ({ ...last, reviewOn: null })

const lacks = (text: string, { min }: { min: number }) => characterCount(text) < min

/** What an answer still lacks, or null when it is complete (RELY-04). */
export function conditionFault(condition: Condition, { verdict, text, clause }: ConditionAnswer): string | null {
  if (verdict === null) return 'Elija una respuesta'
  if (verdict !== 'HOLDS' && lacks(text, ANSWER_TEXT)) {
    return `Explíquelo con al menos ${ANSWER_TEXT.min} caracteres`
  }
  return verdict !== 'FAILS' && hasClause(condition) && clause === '' ? 'Indique la cláusula del contrato' : null
}

/** What the ninth line still lacks, or null (RELY-06). */
export function planFault({ nextAuditOn, reason }: AuditPlan, today: Day): string | null {
  if (nextAuditOn && nextAuditOn >= today) return null
  if (!lacks(reason, PLAN_REASON)) return null
  return nextAuditOn === null
    ? `Escriba la fecha, o por qué no hay auditoría con al menos ${PLAN_REASON.min} caracteres`
    : 'La fecha ha pasado: escriba la de la próxima auditoría, o por qué no hay'
}

/** The conclusions that the answers allow, the unanswered ones aside (RELY-05). */
export function conclusionsAllowed(answers: Answers): Conclusion[] {
  const given = new Set(conditions.map(condition => answers[condition].verdict))
  if (given.has('FAILS')) return ['NOT_RELY']
  return given.has('RESERVATIONS') ? ['RELY_WITH_MEASURES', 'NOT_RELY'] : [...conclusions]
}

/** What the conclusion lacks in words, or null: the measures are written. */
export function conclusionFault({ conclusion, measures }: Pick<Written, 'conclusion' | 'measures'>): string | null {
  if (conclusion === null) return 'Elija la conclusión'
  return conclusion === 'RELY_WITH_MEASURES' && lacks(measures, MEASURES)
    ? `Escriba las medidas con al menos ${MEASURES.min} caracteres`
    : null
}

/** The days on which a file may be reviewed: from tomorrow to twelve months ahead (RELY-07). */
export const reviewDays = (today: Day): { from: Day; to: Day } => ({
  from: addDays(today, 1),
  to: addMonths(today, REVIEW_MONTHS),
})

/** The fault of a review date, or null. */
export function reviewFault(reviewOn: Day | null, today: Day): string | null {
  const { from, to } = reviewDays(today)
  if (reviewOn && reviewOn >= from && reviewOn <= to) return null
  return `Elija un día entre el ${formatDay(from)} y el ${formatDay(to)}`
}

/** What keeps a file from being signed. */
export type Missing = { conditions: Condition[]; plan: boolean; conclusion: boolean; reviewOn: boolean }

export function missingIn(written: Written, today: Day): Missing {
  return {
    conditions: conditions.filter(condition => conditionFault(condition, written.answers[condition]) !== null),
    plan: planFault(written.plan, today) !== null,
    conclusion: conclusionFault(written) !== null,
    reviewOn: written.reviewOn === null,
  }
}

/** Whether nothing is missing. */
export const isWhole = ({ conditions: open, plan, conclusion, reviewOn }: Missing): boolean =>
  open.length === 0 && !plan && !conclusion && !reviewOn

/** Whether the conclusion fits the answers; without one it does. */
export const conclusionFits = ({ answers, conclusion }: Pick<Written, 'answers' | 'conclusion'>): boolean =>
  conclusion === null || conclusionsAllowed(answers).includes(conclusion)
