import { sentence } from '#domain/messages.ts'
import { ApiError, messageOf } from '#web/api.ts'

/** What to say of a configuration that was not saved: what the server words, else ERR-09. */
export function savingFailure(error: unknown): string {
  return worded(error) ? messageOf(error) : unexpected('catalogueFailed', error)
}

/** What to say of a service that was not deleted (ERR-07, ERR-08). */
export function deletionFailure(error: unknown): string {
  return error instanceof ApiError && error.code === 'serviceInUse'
    ? messageOf(error)
    : unexpected('deleteFailed', error)
}

/** A refusal of what was asked; not a failure of the portal or of the way there. */
function worded(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

function unexpected(reason: 'catalogueFailed' | 'deleteFailed', error: unknown): string {
  // What the server words, and a connection that is gone, say more than that something failed.
  const known = worded(error) || (error instanceof ApiError && error.code === 'transport')
  return known ? `${sentence(reason)} ${messageOf(error)}` : sentence(reason)
}
