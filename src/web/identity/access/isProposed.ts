import type { Reason } from '#domain/messages.ts'
import { ApiError } from '#web/api/api.ts'

const reason: Reason = 'needsAnother'

/** Whether a call was stored as a proposal for another CCI user: its sentence is an instruction, not an error. */
export const isProposed = (error: unknown): error is ApiError => error instanceof ApiError && error.code === reason
