import type { Day } from '#domain/values/day.ts'
import { addDays } from '#domain/values/day.ts'

/** From how many days before its end something is shown as about to lapse. */
export const SOON_DAYS = 60

/** How an expiry stands on a day: it has passed, it comes within 60 days, or it is further away. Valid until its day ends (D4). */
export function expiryLevel(expiresOn: Day, today: Day): 'fine' | 'soon' | 'late' {
  if (expiresOn < today) return 'late'
  return expiresOn <= addDays(today, SOON_DAYS) ? 'soon' : 'fine'
}
