import type { RelianceStatus } from '#domain/states/reliance-file.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

/** Where a use stands with its reliance file, what needs work first (RELY-15). */
export const relianceStandings = ['MISSING', 'DUE', 'DRAFT', 'SIGNED'] as const
export type RelianceStanding = (typeof relianceStandings)[number]

export const relianceStandingLabels: Readonly<Record<RelianceStanding, string>> = {
  MISSING: 'Sin expediente',
  DUE: 'Por revisar',
  DRAFT: 'En borrador',
  SIGNED: 'Firmado',
}

/** The standing of a use by the status of its signed file and whether a draft stands. */
export function relianceStandingOf(signed: RelianceStatus | null, hasDraft: boolean): RelianceStanding {
  if (relianceMachine.is.due(signed)) return 'DUE'
  if (signed !== null) return 'SIGNED'
  return hasDraft ? 'DRAFT' : 'MISSING'
}

/** Those that last until their review. */
const lasting: readonly RelianceStanding[] = ['SIGNED']

/** A standing in words: 'Firmado hasta el 30/06/2027'. */
export const relianceStandingText = (standing: RelianceStanding, reviewOn: Day | null): string =>
  reviewOn && lasting.includes(standing)
    ? `${relianceStandingLabels[standing]} hasta el ${formatDay(reviewOn)}`
    : relianceStandingLabels[standing]

export const relianceSorts = ['standing', 'provider', 'service', 'reviewOn'] as const
type Sorted = {
  standing: RelianceStanding
  provider: string
  service: string
  reviewOn: Day | null
  useId: string | null
}

const byReview = (a: Sorted, b: Sorted) => (a.reviewOn ?? '9999').localeCompare(b.reviewOn ?? '9999')
const orders: Record<(typeof relianceSorts)[number], (a: Sorted, b: Sorted) => number> = {
  standing: (a, b) => relianceStandings.indexOf(a.standing) - relianceStandings.indexOf(b.standing) || byReview(a, b),
  provider: (a, b) => compareSpanish(a.provider, b.provider),
  service: (a, b) => compareSpanish(a.service, b.service),
  reviewOn: byReview,
}
const byName = (a: Sorted, b: Sorted) =>
  compareSpanish(a.provider, b.provider) ||
  compareSpanish(a.service, b.service) ||
  (a.useId ?? '').localeCompare(b.useId ?? '')

/** Sorts the rows of the list by its `sort`; equal ones by name. */
export function sortedReliance<Row extends Sorted>(rows: readonly Row[], sort: string): Row[] {
  const [field, direction] = sort.split(',') as [(typeof relianceSorts)[number], string | undefined]
  const sign = direction === 'desc' ? -1 : 1
  return rows.toSorted((a, b) => sign * orders[field](a, b) || byName(a, b))
}

/** The words of a file's own status. */
export const relianceStatusLabels: Readonly<Record<RelianceStatus, string>> = {
  DRAFT: 'En borrador',
  SIGNED: 'Firmado',
  REVIEW_DUE: 'Por revisar',
  REPLACED: 'Sustituido',
}
