import { type Reason, sentence } from '#domain/messages.ts'
import { ApiError, messageOf } from '#web/api.ts'

/**
 * What to say of something that failed: the sentence of the specification and then what is known. Of what the server could
 * not do at all nothing more is known.
 */
export function failureText(reason: Reason, error: unknown): string {
  const said = sentence(reason)
  const known = error instanceof ApiError && error.code !== 'failed' && error.code !== reason
  return known ? `${said.replace(/\.?$/, '.')} ${messageOf(error)}` : said
}
