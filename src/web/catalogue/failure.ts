import { ApiError, messageOf } from '#web/api.ts'
import { failureText } from '#web/failure.ts'

/** What to say of a configuration that was not saved: what the server words, else ERR-09. */
export function savingFailure(error: unknown): string {
  return worded(error) ? messageOf(error) : failureText('catalogueFailed', error)
}

/** What to say of a service that was not deleted (ERR-07, ERR-08). */
export function deletionFailure(error: unknown): string {
  return error instanceof ApiError && error.code === 'serviceInUse'
    ? messageOf(error)
    : failureText('deleteFailed', error)
}

/** A refusal of what was asked; not a failure of the portal or of the way there. */
function worded(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
