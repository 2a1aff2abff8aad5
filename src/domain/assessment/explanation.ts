import type { Dimension, Evaluated, Level } from '#domain/assessment/assessment.ts'
import {
  answersByKey,
  dimensionLabels,
  dimensions,
  isAnswered,
  isAskedOf,
  isMet,
  levels,
  parseTarget,
} from '#domain/assessment/assessment.ts'
import type { Reached } from '#domain/assessment/levels.ts'
import { levelsReached } from '#domain/assessment/levels.ts'
import { t } from '#domain/language/translate.ts'

export type Explanation = {
  dimension: Dimension
  level: Reached
  target: Level
  /** The level that was not reached, and the controls of that level that stop it; null when the target is reached. */
  next: Level | null
  unmet: string[]
  unanswered: string[]
  sentence: string
}

/** Keys that a sentence names; of more it says how many. `unmet` and `unanswered` hold all. */
const NAMED_MAX = 20

/** Why each dimension has its level: 'Disponibilidad B: no se cumplen 2 controles de nivel A (RE-03, RE-07)' (DICT-15). */
export function explain(evaluated: Evaluated): Explanation[] {
  const target = parseTarget(evaluated.target)
  const answers = answersByKey(evaluated.answers)
  const reached = levelsReached(evaluated)
  const ordered = [...evaluated.controls].sort((a, b) => a.position - b.position)
  return dimensions.map(dimension => {
    const level = reached[dimension]
    const next = level === null || level === target[dimension] ? null : above(level)
    const stopping = ordered.filter(
      control => control.level === next && isAskedOf(control, dimension, target) && !isMet(answers.get(control.key)),
    )
    const unmet = stopping.filter(({ key }) => isAnswered(answers.get(key))).map(({ key }) => key)
    const unanswered = stopping.filter(({ key }) => !isAnswered(answers.get(key))).map(({ key }) => key)
    const explained = { dimension, level, target: target[dimension], next, unmet, unanswered }
    return { ...explained, sentence: sentenceOf(explained) }
  })
}

const above = (level: Exclude<Reached, null>): Level => levels[level === 'NONE' ? 0 : levels.indexOf(level) + 1]!

function sentenceOf({ dimension, level, next, unmet, unanswered }: Omit<Explanation, 'sentence'>): string {
  const name = dimensionLabels[dimension]
  if (level === null) return t`${name}: el nivel objetivo no pide ningún control`
  if (next === null) return t`${name} ${level}: se cumple el nivel objetivo`
  if (level === 'NONE') return `${name}: ${belowScale(next, unmet, unanswered)}`
  const met = unmet.length === 1 ? t('no se cumple 1 control') : t`no se cumplen ${unmet.length} controles`
  if (unanswered.length === 0) return t`${name} ${level}: ${met} de nivel ${next} ${named(unmet)}`
  if (unmet.length === 0)
    return t`${name} ${level}: ${counted(unanswered)} de nivel ${next} sin responder ${named(unanswered)}`
  return t`${name} ${level}: ${met} de nivel ${next} ${named(unmet)} y ${unanswered.length} sin responder ${named(unanswered)}`
}

function belowScale(next: Level, unmet: readonly string[], unanswered: readonly string[]): string {
  const said = t`no alcanza el nivel ${next}`
  if (unanswered.length === 0) return `${said} ${named(unmet)}`
  const open = t`${counted(unanswered)} sin responder ${named(unanswered)}`
  return unmet.length === 0 ? `${said}, ${open}` : `${said} ${named(unmet)}, ${open}`
}

const counted = ({ length }: readonly string[]) => (length === 1 ? t('1 control') : t`${length} controles`)

function named(keys: readonly string[]): string {
  const rest = keys.length - NAMED_MAX
  return rest > 0 ? t`(${keys.slice(0, NAMED_MAX).join(', ')} y ${rest} más)` : `(${keys.join(', ')})`
}
