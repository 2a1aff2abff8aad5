import type { UseWire, useSorts } from '#domain/supervision/use/contract.ts'
import { isBroken, isGap, situations } from '#domain/supervision/use/situation.ts'
import { criticalities, isEnding } from '#domain/supervision/use/use.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'

type Sort = (typeof useSorts)[number]

/** Work first: broken, then accepted, then met, then without a level. */
const urgency = ({ situation }: UseWire) =>
  isBroken(situation) ? 0 : isGap(situation) ? 1 : situations.indexOf(situation)
/** Days in order, a missing one last. */
const byExpiry = (a: UseWire, b: UseWire) => (a.expiredAt ?? '9999').localeCompare(b.expiredAt ?? '9999')
const byName = (a: UseWire, b: UseWire) =>
  compareSpanish(a.provider, b.provider) || compareSpanish(a.service, b.service) || a.id.localeCompare(b.id)

const orders: Record<Sort, (a: UseWire, b: UseWire) => number> = {
  // The worst first: most steps missing, critical functions before others, the nearest expiry.
  situation: (a, b) =>
    urgency(a) - urgency(b) ||
    b.missing - a.missing ||
    criticalities.indexOf(a.critical) - criticalities.indexOf(b.critical) ||
    byExpiry(a, b),
  missing: (a, b) => a.missing - b.missing,
  provider: (a, b) => compareSpanish(a.provider, b.provider),
  service: (a, b) => compareSpanish(a.service, b.service),
  critical: (a, b) => criticalities.indexOf(a.critical) - criticalities.indexOf(b.critical),
  expiredAt: byExpiry,
}

/** Sorts uses by a list's `sort`; equal ones by name (LEVEL-09). */
export function sortedUses(uses: readonly UseWire[], sort: string): UseWire[] {
  const [field, direction] = sort.split(',') as [Sort, string | undefined]
  const sign = direction === 'desc' ? -1 : 1
  return uses.toSorted((a, b) => sign * orders[field](a, b) || byName(a, b))
}

/** How many uses there are in each situation, and how many rest on a rating that is about to lapse. */
export function countUses(uses: readonly UseWire[], today: Day) {
  const of = (situation: UseWire['situation']) => uses.filter(use => use.situation === situation).length
  const counts = Object.fromEntries(situations.map(each => [each, of(each)])) as Record<UseWire['situation'], number>
  return { ...counts, ending: uses.filter(use => isEnding(use.expiredAt, today)).length }
}
