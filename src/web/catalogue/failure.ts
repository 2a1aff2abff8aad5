import { ApiError, messageOf } from '#web/api/api.ts'
import { failureText } from '#web/api/failure.ts'

/** The message for a configuration that was not saved: the server's sentence, or ERR-09. */
export function savingFailure(error: unknown): string {
  return worded(error) ? messageOf(error) : failureText('catalogueFailed', error)
}

/** The message for a service that was not deleted (ERR-07, ERR-08). */
export function deletionFailure(error: unknown): string {
  return error instanceof ApiError && error.code === 'serviceInUse'
    ? messageOf(error)
    : failureText('deleteFailed', error)
}

/** A refusal by the server, not an outage or a transport error. */
function worded(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
