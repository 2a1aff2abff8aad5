import type { CentreRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, compareDays, daysBetween, endOfWeek, formatDay } from '#domain/values/day.ts'
import { addWorkingDays, workingDaysBetween } from '#domain/values/working-days.ts'

/** The kinds of things that wait for CCI, in the order of `targetDays`. */
export const queueKinds = ['documentation', 'report', 'incident'] as const
export type QueueKind = (typeof queueKinds)[number]

/** The centre's rules about the desk. */
export type DeskRules = Pick<CentreRules, 'targetDays' | 'holidays'>

/** The days on which a clarification waited for another than CCI, both included; null: it still waits. */
export type Pause = { from: Day; until: Day | null }

/** The days of the pauses that have ended. */
const pausedDays = (pauses: readonly Pause[]): Day[] =>
  pauses.flatMap(({ from, until }) =>
    Array.from({ length: until === null ? 0 : daysBetween(from, until) + 1 }, (_, n) => addDays(from, n)),
  )

/**
 * The day at whose end a thing is due: the working day that is the target of its kind after the day on which it came in
 * (DESK-04). The days of a pause do not count (DESK-05); null while one lasts, unless the day was over before it.
 */
export function dueOn(kind: QueueKind, receivedOn: Day, rules: DeskRules, pauses: readonly Pause[] = []): Day | null {
  const target = rules.targetDays[queueKinds.indexOf(kind)]!
  const due = addWorkingDays(receivedOn, target, [...rules.holidays, ...pausedDays(pauses)])
  return pauses.some(({ from, until }) => until === null && due >= from) ? null : due
}

/** Whether its day is over. */
export const isOverdue = (due: Day | null, today: Day): boolean => (due ?? today) < today

/** Whether a thing is due as a filter asks: overdue, or on one day. */
export const isDueAsked = (due: Day | null, asked: 'overdue' | Day, today: Day): boolean =>
  asked === 'overdue' ? isOverdue(due, today) : due === asked

/** The working days that the picture of CCI's start shows (EXP-04). */
export const LOAD_DAYS = 10

/** How a thing stands, in words (DESK-06). */
export function dueText(due: Day | null, today: Day): string {
  if (due === null) return 'En pausa: espera una aclaración'
  if (due > today) return `En plazo, vence el ${formatDay(due)}`
  if (due === today) return 'Vence hoy'
  const late = daysBetween(due, today)
  return `Fuera de plazo desde hace ${late === 1 ? '1 día' : `${late} días`}`
}

/** What is to be done when: the groups of the queue, in their order (EXP-02). */
export const dueGroups = ['overdue', 'today', 'week', 'later'] as const
export type DueGroup = (typeof dueGroups)[number]

/** The group of a last day: the week ends on Sunday, and what is paused or has no last day comes later. */
export function dueGroup(due: Day | null, today: Day): DueGroup {
  if (due === null) return 'later'
  if (due <= today) return due === today ? 'today' : 'overdue'
  return due <= endOfWeek(today) ? 'week' : 'later'
}

const LAST: Day = '9999-12-31'
/** For sorting: the first due first, what is paused last. */
export const compareDue = (a: Day | null, b: Day | null): number => compareDays(a ?? LAST, b ?? LAST)

/** The working days that a thing took, those of its pauses left out. */
export const daysTaken = (receivedOn: Day, decidedOn: Day, rules: DeskRules, pauses: readonly Pause[] = []): number =>
  workingDaysBetween(receivedOn, decidedOn, [...rules.holidays, ...pausedDays(pauses)])
