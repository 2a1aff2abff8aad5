import type { Control, Dimension, Level } from '#domain/assessment/assessment.ts'
import { byDomain, dimensions, levels } from '#domain/assessment/assessment.ts'
import { t } from '#domain/language/translate.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { textRule } from '#domain/values/text.ts'

/** The least level: a dimension that does not reach it has no rating. */
const LEAST_LEVEL: Level = levels[0]

export const controlLimits = { key: 40, domain: 80, statement: 1000, controls: 2000, name: 120, edition: 40 } as const

/** What is wrong with a control by itself, by field; the texts are already trimmed. */
export function controlErrors(control: {
  key: string
  domain: string
  statement: string
  dimensions: readonly string[]
  level: string
}): Partial<Record<'key' | 'domain' | 'statement' | 'dimensions' | 'level', string>> {
  const errors: ReturnType<typeof controlErrors> = {}
  for (const field of ['key', 'domain', 'statement'] as const) {
    const wrong = control[field] === '' ? t('Falta') : textRule(controlLimits[field])(control[field])
    if (wrong) errors[field] = wrong
  }
  const known: readonly string[] = dimensions
  if (control.dimensions.length === 0) errors.dimensions = 'Falta: escriba C, I, D o varias'
  else if (control.dimensions.some(each => !known.includes(each))) errors.dimensions = 'Debe ser C, I o D'
  else if (new Set(control.dimensions).size < control.dimensions.length)
    errors.dimensions = t('Una dimensión se repite')
  if (!RATING_SCALE.levels.includes(control.level)) {
    errors.level = control.level === '' ? t('Falta') : t`Debe ser uno de ${RATING_SCALE.levels.join(', ')}`
  }
  return errors
}

/** The dimensions without a control of the least level: with one of them a framework is not published (DICT-03). */
export function dimensionsWithoutLeast(controls: readonly Control[]): Dimension[] {
  return dimensions.filter(
    dimension => !controls.some(({ level, dimensions: of }) => level === LEAST_LEVEL && of.includes(dimension)),
  )
}

/** What an import changes against the published framework, by control key. */
export type FrameworkChanges = { added: string[]; changed: string[]; removed: string[]; same: number }

export function frameworkChanges(before: readonly Control[], after: readonly Control[]): FrameworkChanges {
  const said = ({ domain, statement, dimensions: of, level }: Control) =>
    JSON.stringify([domain, statement, [...of].sort(), level])
  const old = new Map(before.map(control => [control.key, said(control)]))
  const now = new Map(after.map(control => [control.key, said(control)]))
  const kept = after.filter(({ key }) => old.has(key))
  const changed = kept.filter(({ key }) => old.get(key) !== now.get(key)).map(({ key }) => key)
  return {
    added: after.filter(({ key }) => !old.has(key)).map(({ key }) => key),
    changed,
    removed: before.filter(({ key }) => !now.has(key)).map(({ key }) => key),
    same: kept.length - changed.length,
  }
}

/** The domains of a framework in order, each with the number of its controls by level and dimension (DICT-04). */
export type DomainSummary = { domain: string; controls: number; counts: Record<Level, Record<Dimension, number>> }

export function domainSummaries(controls: readonly Control[]): DomainSummary[] {
  return [...byDomain(controls)].map(([domain, within]) => {
    const none = levels.map(level => [level, { C: 0, I: 0, D: 0 }])
    const counts: DomainSummary['counts'] = Object.fromEntries(none)
    for (const { level, dimensions: of } of within) for (const dimension of of) counts[level][dimension] += 1
    return { domain, controls: within.length, counts }
  })
}
