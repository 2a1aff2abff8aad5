import { texts } from '#domain/language/texts.ts'
import { msg, t } from '#domain/language/translate.ts'
import { parseRating, RATING_SCALE } from '#domain/values/rating.ts'
import { characterCount, isBlank } from '#domain/values/text.ts'

/** The dimensions of the rating, in its order. */
export const dimensions = ['C', 'I', 'D'] as const
export type Dimension = (typeof dimensions)[number]
export const dimensionLabels: Readonly<Record<Dimension, string>> = texts({
  C: 'Confidencialidad',
  I: 'Integridad',
  D: 'Disponibilidad',
})

/** The levels of the rating, from worst to best. */
export const levels = ['D', 'C', 'B', 'A', 'A+'] as const
export type Level = (typeof levels)[number]

/** A requirement of a control framework. It counts at its level, in each of its dimensions. */
export type Control = {
  key: string
  domain: string
  position: number
  statement: string
  dimensions: readonly Dimension[]
  level: Level
}

export const answerValues = ['YES', 'NO', 'NOT_APPLICABLE'] as const
export type AnswerValue = (typeof answerValues)[number]
export const answerLabels: Readonly<Record<AnswerValue, string>> = texts({
  YES: 'Sí',
  NO: 'No',
  NOT_APPLICABLE: 'No aplica',
})

/** The answer to a control; `inherited` was copied from an earlier evaluation and not reviewed yet. */
export type Answer = {
  controlKey: string
  answer: AnswerValue | null
  note: string
  justification: string
  inherited: boolean
}

/** The level aimed at in each dimension. */
export type Target = Readonly<Record<Dimension, Level>>

/** What the levels are computed from. `target` is 'A/B/A+', the levels aimed at in the order of the dimensions. */
export type Evaluated = { controls: readonly Control[]; target: string; answers: readonly Answer[] }

/** Shortest justification of a 'No aplica', in characters (DICT-07). */
export const JUSTIFICATION_MIN = 10
export const JUSTIFICATION_MAX = 500
export const ANSWER_NOTE_MAX = 500

/** Shown wherever the framework of the product, or an evaluation by it, is shown (DICT-04). */
export const ILLUSTRATIVE = msg('Marco ilustrativo, no oficial')

/** Parses 'A/B/A+'. Throws a RangeError when it is no rating: stored targets are. */
export function parseTarget(target: string): Target {
  const [C, I, D] = (parseRating(target) ?? []) as Level[]
  if (!C || !I || !D) throw new RangeError(`Not a target: ${target}`)
  return { C, I, D }
}

/** Negative when `a` is the worse level; for `sort`. */
export const compareLevels = (a: Level, b: Level): number =>
  RATING_SCALE.levels.indexOf(a) - RATING_SCALE.levels.indexOf(b)

/** Whether a control counts in a dimension: it is of that dimension, and its level is not above the one aimed at. */
export const isAskedOf = (control: Control, dimension: Dimension, target: Target): boolean =>
  control.dimensions.includes(dimension) && compareLevels(control.level, target[dimension]) <= 0

/** The controls to answer for a target, in the order of the framework: those that count in a dimension at least. */
export function askedControls(controls: readonly Control[], target: string): Control[] {
  const aimed = parseTarget(target)
  return controls
    .filter(control => dimensions.some(dimension => isAskedOf(control, dimension, aimed)))
    .sort((a, b) => a.position - b.position)
}

/** Met by Sí, or by No aplica with a justification. */
export function isMet(answer: Answer | undefined): boolean {
  if (answer?.answer === 'NOT_APPLICABLE') return isJustified(answer.justification)
  return answer?.answer === 'YES'
}

export const isAnswered = (answer: Answer | undefined): boolean => Boolean(answer?.answer)

const isJustified = (justification: string) => characterCount(justification.trim()) >= JUSTIFICATION_MIN

/** The error of an answer, or null. A control that is not asked takes none (DICT-07). */
export function answerFault(answer: Pick<Answer, 'answer' | 'justification'>, isAsked: boolean): string | null {
  if (!isAsked) return t('El nivel objetivo no pide este control.')
  if (answer.answer !== 'NOT_APPLICABLE' || isJustified(answer.justification)) return null
  return isBlank(answer.justification)
    ? t`Justifique por qué no aplica, con al menos ${JUSTIFICATION_MIN} caracteres.`
    : t`La justificación debe tener al menos ${JUSTIFICATION_MIN} caracteres.`
}

/** The answers by control. */
export const answersByKey = (answers: readonly Answer[]): ReadonlyMap<string, Answer> =>
  new Map(answers.map(answer => [answer.controlKey, answer]))

export type Progress = {
  asked: number
  answered: number
  /** 'No aplica' without its justification. */
  unjustified: number
  /** Copied from an earlier evaluation and not reviewed yet. */
  inherited: number
  /** Not met, of those answered. */
  unmet: number
}

/** How far the answers to the controls asked have come. */
export function progressOf({ controls, target, answers }: Evaluated): Progress {
  return progressOver(askedControls(controls, target), answersByKey(answers))
}

/** The same of some of the controls asked, for instance those of a domain. */
export function progressOver(asked: readonly Control[], answers: ReadonlyMap<string, Answer>): Progress {
  const progress = { asked: asked.length, answered: 0, unjustified: 0, inherited: 0, unmet: 0 }
  for (const { key } of asked) {
    const answer = answers.get(key)
    if (!answer || !isAnswered(answer)) continue
    progress.answered++
    if (answerFault(answer, true)) progress.unjustified++
    if (answer.inherited) progress.inherited++
    if (!isMet(answer)) progress.unmet++
  }
  return progress
}

/** The controls asked that keep an evaluation from being confirmed, with their domains in the order of the framework. */
export function missingAnswers({ controls, target, answers }: Evaluated): { keys: string[]; domains: string[] } {
  const byKey = answersByKey(answers)
  const missing = askedControls(controls, target).filter(({ key }) => !isSettled(byKey.get(key)))
  return { keys: missing.map(({ key }) => key), domains: [...new Set(missing.map(({ domain }) => domain))] }
}

/** Answered, by this evaluator, and justified where it must be. */
export const isSettled = (answer: Answer | undefined): boolean =>
  answer !== undefined && isAnswered(answer) && !answer.inherited && answerFault(answer, true) === null

/** Controls by domain, in the order of the framework. */
export function byDomain(controls: readonly Control[]): Map<string, Control[]> {
  const domains = new Map<string, Control[]>()
  for (const control of [...controls].sort((a, b) => a.position - b.position)) {
    const sameDomain = domains.get(control.domain)
    if (sameDomain) sameDomain.push(control)
    else domains.set(control.domain, [control])
  }
  return domains
}
