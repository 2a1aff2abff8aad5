import type { Answer, AnswerValue, Control, Dimension, Evaluated, Level } from '#domain/assessment/assessment.ts'
import { answersByKey, askedControls, compareLevels, dimensions, isMet } from '#domain/assessment/assessment.ts'
import type { Levels, Reached } from '#domain/assessment/levels.ts'
import { levelsByDomain, levelsReached } from '#domain/assessment/levels.ts'
import { texts } from '#domain/language/texts.ts'

export const controlChanges = ['WORSE', 'BETTER', 'NEW', 'GONE', 'NO_LONGER_APPLIES'] as const
export type ControlChangeKind = (typeof controlChanges)[number]
export const controlChangeLabels: Readonly<Record<ControlChangeKind, string>> = texts({
  BETTER: 'Mejora',
  WORSE: 'Empeora',
  NEW: 'Nuevo',
  GONE: 'Ya no se pide',
  NO_LONGER_APPLIES: 'Ya no aplica',
})

export type ControlChange = {
  key: string
  domain: string
  statement: string
  level: Level
  change: ControlChangeKind
  before: AnswerValue | null
  now: AnswerValue | null
}

/** `change` is null where one of both has no control asked: there is nothing to compare. */
export type LevelChange = {
  dimension: Dimension
  before: Reached
  now: Reached
  change: 'BETTER' | 'WORSE' | 'SAME' | null
}

export type EvaluationComparison = {
  dimensions: LevelChange[]
  domains: { domain: string; dimensions: LevelChange[] }[]
  /** Only controls that changed, in the order of the later framework; those that are gone come last. */
  controls: ControlChange[]
}

/** What changed from one evaluation to the next, by control key (DICT-24). */
export function compareEvaluations(before: Evaluated, now: Evaluated): EvaluationComparison {
  return {
    dimensions: levelChanges(levelsReached(before), levelsReached(now)),
    domains: domainChanges(before, now),
    controls: controlsChanged(before, now),
  }
}

function controlsChanged(before: Evaluated, now: Evaluated): ControlChange[] {
  const [answersBefore, answersNow] = [answersByKey(before.answers), answersByKey(now.answers)]
  const askedBefore = new Map(askedControls(before.controls, before.target).map(control => [control.key, control]))
  const askedNow = askedControls(now.controls, now.target)
  const keysNow = new Set(askedNow.map(({ key }) => key))
  const said = (control: Control, change: ControlChangeKind | null): ControlChange[] => {
    if (change === null) return []
    const { key, domain, statement, level } = control
    const answers = { before: answersBefore.get(key)?.answer ?? null, now: answersNow.get(key)?.answer ?? null }
    return [{ key, domain, statement, level, change, ...answers }]
  }
  return [
    ...askedNow.flatMap(control => {
      const isNew = !askedBefore.has(control.key)
      return said(control, isNew ? 'NEW' : answerChange(answersBefore.get(control.key), answersNow.get(control.key)))
    }),
    ...[...askedBefore.values()].filter(({ key }) => !keysNow.has(key)).flatMap(control => said(control, 'GONE')),
  ]
}

/** A justified 'No aplica' is met, but it is no improvement: the control does not apply any more. */
function answerChange(before: Answer | undefined, now: Answer | undefined): ControlChangeKind | null {
  const excused = (answer: Answer | undefined) => answer?.answer === 'NOT_APPLICABLE' && isMet(answer)
  if (excused(now)) return excused(before) ? null : 'NO_LONGER_APPLIES'
  if (isMet(before) === isMet(now)) return null
  return isMet(now) ? 'BETTER' : 'WORSE'
}

function domainChanges(before: Evaluated, now: Evaluated): EvaluationComparison['domains'] {
  const levelsBefore = new Map(levelsByDomain(before).map(({ domain, levels }) => [domain, levels]))
  const levelsNow = new Map(levelsByDomain(now).map(({ domain, levels }) => [domain, levels]))
  const unasked: Levels = { C: null, I: null, D: null }
  return [...new Set([...levelsNow.keys(), ...levelsBefore.keys()])].map(domain => ({
    domain,
    dimensions: levelChanges(levelsBefore.get(domain) ?? unasked, levelsNow.get(domain) ?? unasked),
  }))
}

function levelChanges(before: Levels, now: Levels): LevelChange[] {
  return dimensions.map(dimension => {
    const [from, to] = [before[dimension], now[dimension]]
    return { dimension, before: from, now: to, change: levelChange(from, to) }
  })
}

function levelChange(from: Reached, to: Reached): LevelChange['change'] {
  if (from === null || to === null) return null
  if (from === to) return 'SAME'
  if (from === 'NONE' || to === 'NONE') return from === 'NONE' ? 'BETTER' : 'WORSE'
  return compareLevels(from, to) < 0 ? 'BETTER' : 'WORSE'
}
