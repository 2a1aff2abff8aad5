import type { Day } from '#domain/values/day.ts'
import { addDays } from '#domain/values/day.ts'

/** How many days before its end something counts as about to lapse. */
export const SOON_DAYS = 60

/** Expiry level on a day: passed, within 60 days, or further away. An expiry is valid until its day ends (D4). */
export function expiryLevel(expiresOn: Day, today: Day): 'fine' | 'soon' | 'late' {
  if (expiresOn < today) return 'late'
  return expiresOn <= addDays(today, SOON_DAYS) ? 'soon' : 'fine'
}
