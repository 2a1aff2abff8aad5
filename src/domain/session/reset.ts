/** How long a mailed reset code lives (D21), in milliseconds. */
export const RESET_CODE_MS = 60 * 60_000

/** The most reset mails that one account gets in an hour; the last one sent keeps working. */
export const RESETS_PER_HOUR = 5

/** Whether another reset mail may leave, given when the account's earlier ones did. */
export function mayMailReset(sentAt: readonly string[], now: string): boolean {
  const since = Date.parse(now) - 60 * 60_000
  return sentAt.filter(at => Date.parse(at) > since).length < RESETS_PER_HOUR
}
