import type { Control, Dimension, Evaluated } from '#domain/assessment/assessment.ts'
import {
  answersByKey,
  askedControls,
  dimensionLabels,
  dimensions,
  isAskedOf,
  isMet,
  parseTarget,
} from '#domain/assessment/assessment.ts'
import { explain } from '#domain/assessment/explanation.ts'
import type { Ability } from '#domain/identity/abilities.ts'
import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'
import type { FindingFacts, FindingStatus } from '#domain/states/finding.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { statusOn } from '#domain/states/time.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, formatDay } from '#domain/values/day.ts'
import { characterCount } from '#domain/values/text.ts'

/** What a finding is about, where it has neither a control nor a text that its reader may see. */
export const findingTopic = (dimension: Dimension): string => t`Hallazgo de ${t(dimensionLabels[dimension])}`

export const findingLimits = {
  title: 120,
  detail: 1000,
  measure: { min: 10, max: 1000 },
  ownerName: 120,
  proof: 1000,
  reason: 500,
  /** Files for one proof. */
  files: 5,
} as const

export const priorities = ['HIGH', 'MEDIUM'] as const
export type Priority = (typeof priorities)[number]
export const priorityLabels: Readonly<Record<Priority, string>> = texts({ HIGH: 'Alta', MEDIUM: 'Media' })

export const findingStatusLabels: Readonly<Record<FindingStatus, string>> = texts({
  OPEN: 'Por planificar',
  PLANNED: 'Planificado',
  OVERDUE: 'Fuera de plazo',
  DONE: 'Por verificar',
  VERIFIED: 'Verificado',
  WITHDRAWN: 'Retirado',
})

/** The same of several. */
export const findingStatusPlurals: Readonly<Record<FindingStatus, string>> = texts({
  OPEN: 'Por planificar',
  PLANNED: 'Planificados',
  OVERDUE: 'Fuera de plazo',
  DONE: 'Por verificar',
  VERIFIED: 'Verificados',
  WITHDRAWN: 'Retirados',
})

/** The status on a day: a plan is OVERDUE after its day (D5). */
export const findingStatusOn = (stored: FindingStatus, dueOn: Day | null, today: Day): FindingStatus =>
  statusOn(findingMachine, stored, dueOn, today)

/** Conditions that the caller does not know count as not met. */
export const findingFacts = (known: Partial<FindingFacts>): FindingFacts => ({
  requestOpen: false,
  postponed: false,
  proven: false,
  reason: '',
  ...known,
})

/** What an evaluation says of a control that is not met. */
export type Unmet = {
  controlKey: string
  domain: string
  dimension: Dimension
  title: string
  detail: string
  priority: Priority
}

/**
 * The controls asked that an evaluation does not meet, and those that it meets. HIGH: the control is of the level at
 * which its dimension stopped (FIND-02). Of several dimensions it names the first that it stops, or else the first that
 * asks for it.
 */
export function outcomeOf(evaluated: Evaluated): { unmet: Unmet[]; met: string[] } {
  const answers = answersByKey(evaluated.answers)
  const target = parseTarget(evaluated.target)
  const stops = new Map(
    explain(evaluated).map(({ dimension, unmet, unanswered }) => [dimension, new Set([...unmet, ...unanswered])]),
  )
  const asked = askedControls(evaluated.controls, evaluated.target)
  const isMetBy = ({ key }: Control) => isMet(answers.get(key))
  const unmet = asked
    .filter(control => !isMetBy(control))
    .map((control): Unmet => {
      const { key, domain, statement } = control
      const of = dimensions.filter(dimension => isAskedOf(control, dimension, target))
      const stopped = of.find(dimension => stops.get(dimension)?.has(key))
      return {
        controlKey: key,
        domain,
        dimension: stopped ?? of[0]!,
        title: firstCharacters(statement, findingLimits.title),
        detail: answers.get(key)?.note ?? '',
        priority: stopped ? 'HIGH' : 'MEDIUM',
      }
    })
  return { unmet, met: asked.filter(isMetBy).map(({ key }) => key) }
}

/** The fault of the day of a plan, or null: it is of tomorrow or later. */
const planDayFault = (dueOn: Day, today: Day): string | null =>
  dueOn > today ? null : t`Elija un día a partir del ${formatDay(addDays(today, 1))}`

/** Whether a plan moves the day of the one before further away, which needs a reason. */
export const isPostponed = (before: Day | null, dueOn: Day): boolean => before !== null && dueOn > before

/** Days before the day of a plan on which its provider gets a notification. */
export const DUE_STEPS = [7, 0] as const

/** What a plan has reached on a day: a step before its day, 'overdue' after it, or nothing yet. */
export type DueStep = (typeof DUE_STEPS)[number] | 'overdue'

/** The last step that a plan has reached; after days without a run only that one is announced. */
export function dueStepOn(dueOn: Day, today: Day): DueStep | null {
  if (dueOn < today) return 'overdue'
  return DUE_STEPS.findLast(step => addDays(dueOn, -step) <= today) ?? null
}

/** The moves that people make by hand. */
export const findingMoves = ['plan', 'complete', 'verify', 'sendBack', 'withdraw'] as const
export type FindingMove = (typeof findingMoves)[number]

/** Whose each of them is. */
export const abilityOfMove: Readonly<Record<FindingMove, Ability>> = {
  plan: 'finding.plan',
  complete: 'finding.plan',
  verify: 'finding.verify',
  sendBack: 'finding.verify',
  withdraw: 'finding.verify',
}

/** What each of them may bring. */
export const fieldsOfMove = {
  plan: ['measure', 'ownerName', 'dueOn', 'reason'],
  complete: ['proof'],
  verify: [],
  sendBack: ['reason'],
  withdraw: ['reason'],
} as const satisfies Record<FindingMove, readonly string[]>

type Plan = { measure: string; ownerName: string; dueOn: Day | null }

/** The faults of a plan, by field (FIND-04). */
export function planErrors({ measure, ownerName, dueOn }: Plan, today: Day): { [field in keyof Plan]?: string } {
  const { min } = findingLimits.measure
  const dayFault = dueOn === null ? t('Elija la fecha en que estará hecha') : planDayFault(dueOn, today)
  return {
    ...(characterCount(measure) < min ? { measure: t`Escriba al menos ${min} caracteres` } : {}),
    ...(ownerName === '' ? { ownerName: t('Escriba quién responde de la medida') } : {}),
    ...(dayFault ? { dueOn: dayFault } : {}),
  }
}

const counted = (count: number) => (count === 1 ? t('1 hallazgo abierto') : t`${count} hallazgos abiertos`)

/** '3 hallazgos abiertos, 1 fuera de plazo' (FIND-11). */
export const openFindingsText = (open: number, overdue: number): string =>
  t`${counted(open)}, ${overdue} fuera de plazo`
