import { t } from '#domain/language/translate.ts'
import type { AcceptanceStatus } from '#domain/states/acceptance.ts'
import { acceptanceMachine } from '#domain/states/acceptance.ts'
import type { Decision } from '#domain/states/machine.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { statusOn } from '#domain/states/time.ts'
import { reaches } from '#domain/supervision/use/level.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, addMonths, formatDay } from '#domain/values/day.ts'

export const ACCEPTANCE_REASON = { min: 10, max: 500 } as const

export const acceptanceStatusLabels: Record<AcceptanceStatus, string> = {
  ACTIVE: 'Vigente',
  REVOKED: 'Revocada',
  OUTGROWN: 'Superada',
  LAPSED: 'Caducada',
}

/** An acceptance as stored: `acceptedScore` is null when there was no rating in force. */
export type Acceptance = {
  status: AcceptanceStatus
  until: Day
  acceptedScore: string | null
  requiredScore: string
}

/** What an acceptance rests on: the level required now, and the ratings in force. */
export type Standing = { requiredScore: string | null; inForce: readonly { rating: string }[] }

/**
 * The decision to outgrow an acceptance, or null while it holds. It ends when the required level has risen in any
 * dimension, or when neither the required level nor the rating accepted is reached by a rating in force (LEVEL-14).
 */
export function decideOutgrow(
  acceptance: Acceptance,
  { requiredScore, inForce }: Standing,
  today: Day,
): Decision<AcceptanceStatus> | null {
  const status = statusOn(acceptanceMachine, acceptance.status, acceptance.until, today)
  const decision = decideByStatus(acceptanceMachine, 'outgrow', status, 'TIME')
  if (!decision.ok || requiredScore === null) return null
  if (!reaches(acceptance.requiredScore, requiredScore)) return decision
  const accepted = acceptance.acceptedScore
  if (accepted === null) return null
  return inForce.some(({ rating }) => reaches(rating, requiredScore) || reaches(rating, accepted)) ? null : decision
}

/** The status of today, also where the rating that it rested on has lapsed and no job has noted it yet (D5). */
export function acceptanceStatusOn(acceptance: Acceptance, standing: Standing, today: Day): AcceptanceStatus {
  const outgrown = decideOutgrow(acceptance, standing, today)
  if (outgrown?.ok && outgrown.to) return outgrown.to
  return statusOn(acceptanceMachine, acceptance.status, acceptance.until, today)
}

/** The days that an acceptance may end on: from tomorrow to the centre's number of months ahead. */
export const acceptanceDays = (today: Day, acceptanceMonths: number): { from: Day; to: Day } => ({
  from: addDays(today, 1),
  to: addMonths(today, acceptanceMonths),
})

/** The fault of an acceptance's last day, or null. */
export function acceptanceDayFault(until: Day, today: Day, acceptanceMonths: number): string | null {
  const { from, to } = acceptanceDays(today, acceptanceMonths)
  return until >= from && until <= to ? null : t`Elija un día entre el ${formatDay(from)} y el ${formatDay(to)}`
}
