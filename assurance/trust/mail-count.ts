import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '#assurance/trust/mail-server.ts'

const MINUTE_MS = 60_000
/** How long no mail may come while some are missing. */
const PATIENCE_MS = 3 * MINUTE_MS
/** Longer than a server keeps a mail that it was sending when it ended. */
const LATER_MS = 45 * MINUTE_MS

/** The setting of a portal that sends at once what an ended one was sending. */
export const later = { CLOCK_OFFSET: `${LATER_MS / MINUTE_MS}m` }

type Count = { faults: string[]; twice: number }

/**
 * Waits for a mail to each address and counts its copies: one, and at most `more` beyond it, never two within a minute of
 * the portals' clock.
 * @param laterFrom since when, by `performance.now()`, that clock is `later`
 * @returns a line for each address that is wrong, and how many got more than one
 */
export async function countMails(
  server: MailServer,
  emails: readonly string[],
  { more, laterFrom = Number.POSITIVE_INFINITY }: { more: number; laterFrom?: number },
): Promise<Count> {
  await everyMail(server, emails)
  const copies = Map.groupBy(server.taken, ({ recipients }) => recipients.join())
  const timesOf = (email: string) => (copies.get(email) ?? []).map(({ at }) => (at < laterFrom ? at : at + LATER_MS))
  const faults = emails.flatMap(email => {
    const times = timesOf(email)
    const apart = Math.min(...times.slice(1).map((at, n) => at - times[n]!))
    if (times.length === 0) return [`${email} got no mail`]
    if (times.length > 1 + more) return [`${email} got ${times.length} mails`]
    return apart < MINUTE_MS ? [`${email} got a mail again after ${Math.round(apart)} ms`] : []
  })
  return { faults, twice: emails.filter(email => timesOf(email).length > 1).length }
}

async function everyMail({ taken }: MailServer, emails: readonly string[]): Promise<void> {
  const missing = new Set(emails)
  let seen = 0
  let heardAt = performance.now()
  while (performance.now() - heardAt < PATIENCE_MS) {
    for (const { recipients } of taken.slice(seen)) missing.delete(recipients.join())
    if (taken.length > seen) heardAt = performance.now()
    seen = taken.length
    if (missing.size === 0) return
    await sleep(500)
  }
}
