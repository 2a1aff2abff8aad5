import { type Reason, sentence } from '#domain/messages.ts'
import { ApiError, messageOf } from '#web/api/api.ts'

/**
 * Message for a failure: the sentence of the specification, followed by the known cause. An unexpected server error has
 * no cause to add.
 */
export function failureText(reason: Reason, error: unknown): string {
  const said = sentence(reason)
  const known = error instanceof ApiError && error.code !== 'failed' && error.code !== reason
  return known ? `${said.replace(/\.?$/, '.')} ${messageOf(error)}` : said
}
