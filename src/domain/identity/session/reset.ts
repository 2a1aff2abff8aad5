/** Lifetime of a mailed reset code (D21), in milliseconds. */
export const RESET_CODE_MS = 60 * 60_000

/** Maximum number of reset mails for one account in an hour; the last one sent keeps working. */
export const RESETS_PER_HOUR = 5

/** Whether another reset mail may be sent, from the instants of the account's earlier ones. */
export function mayMailReset(sentAt: readonly string[], now: string): boolean {
  const since = Date.parse(now) - 60 * 60_000
  return sentAt.filter(at => Date.parse(at) > since).length < RESETS_PER_HOUR
}
