import type { Day } from '#domain/values/day.ts'
import { addDays, daysBetween } from '#domain/values/day.ts'

/** Who hears a step: the owner of what expires, or the others. */
export type Audience = 'owner' | 'others'

/** The others only hear of the last steps, from this many days before the expiry on. */
export const OTHERS_FROM = 30

/** The steps that an audience hears, in days before the expiry, the first one first. */
export function stepsFor(audience: Audience, noticeDays: readonly number[]): number[] {
  const steps = [...new Set(noticeDays)].toSorted((a, b) => b - a)
  return audience === 'owner' ? steps : steps.filter(step => step <= OTHERS_FROM)
}

/**
 * The step that an expiry has reached on a day (RENEW-14): the least that is not less than the days left. None before
 * the first, and none after the day itself.
 */
export function stepReached(expiresOn: Day, today: Day, steps: readonly number[]): number | null {
  const left = daysBetween(today, expiresOn)
  const reached = left < 0 ? [] : steps.filter(step => step >= left)
  return reached.length > 0 ? Math.min(...reached) : null
}

/** A step, and the expiry days that have reached it and no later one on a day. */
export type Rung = { step: number; from: Day; to: Day }

/** The inverse of `stepReached`, for a query by expiry. */
export function rungs(today: Day, steps: readonly number[]): Rung[] {
  return steps.map((step, index) => {
    const next = steps[index + 1]
    return { step, from: next === undefined ? today : addDays(today, next + 1), to: addDays(today, step) }
  })
}

/** Whether a step is due that was not told yet; `told` is the least step told so far, or null. */
export function isStepDue(reached: number, told: number | null): boolean {
  return told === null || reached < told
}
