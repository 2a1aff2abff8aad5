import { createHmac, randomBytes } from 'node:crypto'
import { SECRET_OVERLAP_MS } from '#domain/integration/webhook/webhook.ts'
import { after } from '#server/platform/clock.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'

/* Signatures as https://www.standardwebhooks.com asks for them, so that receivers need no code of ours. */

const PREFIX = 'whsec_'

/** A secret as stored: sealed, and until when it signs; null for the present one. */
export type SealedSecret = { sealed: string; until: string | null }

/** A new secret of 256 bits, as it is shown once. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** The secrets of a webhook with a new one before them; the earlier ones sign a day longer (HOOK-07). */
export function withSecret(
  secrets: Secrets,
  webhookId: string,
  secret: string,
  { earlier = [], now }: { earlier?: readonly SealedSecret[]; now: string },
): SealedSecret[] {
  const until = after(now, SECRET_OVERLAP_MS)
  return [
    { sealed: secrets.seal('webhook', webhookId, Buffer.from(secret)), until: null },
    ...inForce(earlier, now).map(each => ({ ...each, until: each.until ?? until })),
  ]
}

export const inForce = (sealed: readonly SealedSecret[], now: string): SealedSecret[] =>
  sealed.filter(({ until }) => until === null || until > now)

/** The secrets that sign now, in the clear. */
export const unsealed = (secrets: Secrets, webhookId: string, sealed: readonly SealedSecret[], now: string): string[] =>
  inForce(sealed, now).map(each => Buffer.from(secrets.unseal('webhook', webhookId, each.sealed)).toString())

/** A try of a delivery: its event, the second at which it leaves, and its body. */
type Signed = { id: string; at: string; body: string }

/** The headers of a try: each valid secret signs (HOOK-09). */
export function signedHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(Date.parse(at) / 1000))
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
