import { isDropped } from '#domain/participant/chain/chain.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays } from '#domain/values/day.ts'

/** What decides whether a change of a subcontract is material. */
export type Declared = { underpins: boolean; handlesData: boolean; since: Day; until: Day | null }

/** A material change: the day from which it holds, and whether notice is given ahead. */
export type MaterialChange = { from: Day; ahead: boolean }

const later = (a: Day, b: Day): Day => (a > b ? a : b)

/**
 * The material change that an edit makes: a subcontractor that underpins the service is new or ends, or one begins to
 * handle data. Null for any other edit. A plan that is dropped before its day changes nothing that is there, and needs
 * no notice ahead.
 */
export function materialChange(before: Declared | null, after: Declared, today: Day): MaterialChange | null {
  const matters = ({ underpins, handlesData }: Declared) => underpins || handlesData
  if (before === null) return matters(after) ? { from: after.since, ahead: true } : null
  const isPlan = before.since > today
  if (isPlan && isDropped(after)) return matters(before) ? { from: before.since, ahead: false } : null
  const days: Day[] = []
  if (before.underpins && after.until !== null && after.until !== before.until) days.push(after.until)
  const begins = (after.underpins && !before.underpins) || (after.handlesData && !before.handlesData)
  if (begins) days.push(later(today, after.since))
  if (matters(before) && after.since !== before.since) days.push(after.since)
  const [first] = days.toSorted()
  return first === undefined ? null : { from: first, ahead: true }
}

/** When a change is announced to banks. */
export type Telling = {
  today: Day
  days: number
  /** A chain that was never confirmed is still being written down, until the first rating of its service is published (D102). */
  isFirstDeclaration: boolean
}

/** Whether a material change begins too soon for those who depend on it (CHAIN-06). */
export const isTooSoon = (change: MaterialChange, { today, days, isFirstDeclaration }: Telling): boolean =>
  change.ahead && !isFirstDeclaration && change.from < addDays(today, days)
