import type { Reason } from '#domain/messages.ts'
import { ApiError } from '#web/api.ts'

const reason: Reason = 'needsAnother'

/** Whether a call was not done but noted, for another person of CCI to do it: its sentence tells what to do, not what failed. */
export const isProposed = (error: unknown): error is ApiError => error instanceof ApiError && error.code === reason
