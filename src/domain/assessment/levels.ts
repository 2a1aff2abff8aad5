import type { Answer, Control, Dimension, Evaluated, Level, Target } from '#domain/assessment/assessment.ts'
import {
  answersByKey,
  byDomain,
  compareLevels,
  dimensions,
  isAskedOf,
  isMet,
  levels,
  parseTarget,
} from '#domain/assessment/assessment.ts'
import { t } from '#domain/language/translate.ts'
import { formatRating } from '#domain/values/rating.ts'

/** The level reached in a dimension: 'NONE' below level D, null where no control is asked. */
export type Reached = Level | 'NONE' | null
export type Levels = Readonly<Record<Dimension, Reached>>

/** The text of a level reached (DICT-13, DICT-14). */
export function reachedLabel(reached: Reached): string {
  if (reached === null) return '–'
  return reached === 'NONE' ? t('No alcanza el nivel D') : reached
}

/** The level reached in each dimension (DICT-12). An unanswered control is not met. */
export const levelsReached = ({ controls, target, answers }: Evaluated): Levels =>
  reachedBy(controls, parseTarget(target), answersByKey(answers))

/** The same within each domain, in the order of the framework (DICT-14). */
export function levelsByDomain({ controls, target, answers }: Evaluated): { domain: string; levels: Levels }[] {
  const aimed = parseTarget(target)
  const byKey = answersByKey(answers)
  return [...byDomain(controls)].map(([domain, within]) => ({ domain, levels: reachedBy(within, aimed, byKey) }))
}

/** The levels as a rating 'A/B/A+', or null when a dimension has none: the scale begins at D. */
export function computedRating(reached: Levels): string | null {
  const rating = dimensions.map(dimension => reached[dimension])
  return rating.every(level => level !== null && level !== 'NONE') ? formatRating(rating as Level[]) : null
}

/** The dimensions without a level, for the refusal to publish (DICT-19). */
export const belowScale = (reached: Levels): Dimension[] =>
  dimensions.filter(dimension => reached[dimension] === null || reached[dimension] === 'NONE')

/**
 * The worst level at which a control is not met stops a dimension: the one below it is reached. Levels without controls
 * of their own stop nothing.
 */
function reachedBy(controls: readonly Control[], target: Target, answers: ReadonlyMap<string, Answer>): Levels {
  const reached = { C: null, I: null, D: null } as Record<Dimension, Reached>
  for (const dimension of dimensions) {
    const asked = controls.filter(control => isAskedOf(control, dimension, target))
    if (asked.length === 0) continue
    const stopping = asked.filter(({ key }) => !isMet(answers.get(key))).map(({ level }) => level)
    reached[dimension] = stopping.length === 0 ? target[dimension] : below(worst(stopping))
  }
  return reached
}

const worst = (some: readonly Level[]): Level => some.reduce((a, b) => (compareLevels(a, b) <= 0 ? a : b))
const below = (level: Level): Reached => levels[levels.indexOf(level) - 1] ?? 'NONE'
