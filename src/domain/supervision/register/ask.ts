import type { Day } from '#domain/values/day.ts'
import { addDays } from '#domain/values/day.ts'

/** After how many days a provider may be asked again for what registers need of it (DORA-20). */
const ASK_AGAIN_DAYS = 30

/** Whether a provider was asked within those days. No bank reads the day: another one may have asked (D105). */
export const isAsked = (askedOn: Day | undefined, today: Day): boolean =>
  askedOn !== undefined && addDays(askedOn, ASK_AGAIN_DAYS) > today
