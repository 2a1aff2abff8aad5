import type { Actor } from '#domain/identity/roles.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays } from '#domain/values/day.ts'

/** What a step asks of its reader. */
export const acts = [
  'answerClarification',
  'decideAppeal',
  'planFinding',
  'completeMeasure',
  'verifyMeasure',
  'declareIndependence',
  'beginAssessment',
  'finishAssessment',
  'acknowledgeBulletin',
  'notifyIncident',
  'renewAcceptance',
  'settleLevel',
  'reviewReliance',
  'giveRegisterData',
  'decideSignUp',
] as const
export type Act = (typeof acts)[number]

/** One thing that an area has for its reader to do (EXP-01). */
export type Due = {
  act: Act
  /** Of the thing: with the act it says where the step is done. */
  id: string
  thing: string
  /** The other party, or null where there is none to name. */
  counterpart: string | null
  /** The last day, or the last moment where hours count; null where it is just to be done. */
  dueAt: string | null
  overdue: boolean
  /** Since when it waits: a day or a moment. */
  since: string | null
  /** The colleague that has it, inside the reader's own organisation (EASE-09). */
  assignee?: { id: string; name: string } | undefined
}

/** The reader and the moment. */
export type Reader = { actor: Actor; now: string; today: Day }

const DAY_LENGTH = '2026-11-29'.length

/** Whether a last day or a last moment has passed. */
export const isPast = (dueAt: string, { now, today }: Pick<Reader, 'now' | 'today'>): boolean =>
  dueAt.length === DAY_LENGTH ? dueAt < today : Date.parse(dueAt) < Date.parse(now)

/** Days ahead in which what has a last day comes before what has none. */
const SOON = 7

const rankOf = ({ overdue, dueAt }: Timed, today: Day): number => {
  if (overdue) return 0
  if (dueAt === null) return 2
  return dueAt.slice(0, DAY_LENGTH) <= addDays(today, SOON) ? 1 : 3
}
type Timed = Pick<Due, 'overdue' | 'dueAt' | 'since'>

/** Later than any day. */
const NEVER = '9'

/**
 * The order of what is to be done: overdue, due within a week, without a last day, and due later; of each the first due,
 * then what has waited longest.
 */
export const byUrgency = (today: Day) => (a: Timed, b: Timed) =>
  rankOf(a, today) - rankOf(b, today) ||
  (a.dueAt ?? NEVER).localeCompare(b.dueAt ?? NEVER) ||
  (a.since ?? NEVER).localeCompare(b.since ?? NEVER)
