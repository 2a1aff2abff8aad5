import type { Reason } from '#domain/messages.ts'
import { refusals, sentence } from '#domain/messages.ts'
import type { Decision } from '#domain/states/machine.ts'

/** Invalid fields by path ('address.postalCode'), each with its Spanish sentence. */
export type FieldErrors = Record<string, string>

/** A rule refused the action. The server answers with a problem document (RFC 9457); the browser shows `message`. */
export class DomainError extends Error {
  readonly reason: Reason
  readonly status: number
  /** What its sentence is filled with, in whichever language it is read. */
  readonly values: Record<string, string> | undefined
  readonly fields: FieldErrors | undefined
  /** Extra data for the response, for instance the invalid rows of an import. */
  readonly details: Record<string, unknown> | undefined

  constructor(
    reason: Reason,
    more: { fields?: FieldErrors; values?: Record<string, string>; details?: Record<string, unknown> } = {},
  ) {
    super(sentence(reason, more.values))
    this.name = 'DomainError'
    this.reason = reason
    this.values = more.values
    this.status = refusals[reason].status
    this.fields = more.fields
    this.details = more.details
  }
}

/** Returns the decision when it is allowed. @throws DomainError with the reason when it is not. */
export function assertAllowed<To extends string | null>(decision: Decision<To>): Extract<Decision<To>, { ok: true }> {
  if (!decision.ok) throw new DomainError(decision.reason)
  return decision
}
