import type { Contract } from '#domain/contract.ts'

/** So many at once, and so many a minute from then on. */
export type Rate = { readonly burst: number; readonly perMinute: number }

/**
 * How often a user may call, by what the call costs; without a session, an address. Generous for people and their
 * screens (a list with its polls makes some twenty calls a minute), tight for programs.
 */
export const rates = {
  read: { burst: 300, perMinute: 600 },
  write: { burst: 120, perMinute: 120 },
  upload: { burst: 60, perMinute: 60 },
  /** What writes to people, one by one: as fast as a person types. Many at once go in by the preload. */
  sendsMail: { burst: 20, perMinute: 20 },
  file: { burst: 120, perMinute: 120 },
  anonymous: { burst: 300, perMinute: 600 },
} as const satisfies Record<string, Rate>

/**
 * How many wrong passwords an account may get from devices it does not know, and an address may send, whatever the
 * accounts. Right ones are given back: an office behind one address is not held up by signing in.
 */
export const attemptRates = {
  account: { burst: 250, perMinute: 2 },
  address: { burst: 100, perMinute: 6 },
} as const satisfies Record<string, Rate>

/** Which rate a call counts against. */
export function rateOf(
  contract: Pick<Contract, 'method' | 'encoding' | 'answer' | 'who' | 'sendsMail'>,
): keyof typeof rates {
  if (contract.who === 'anyone') return 'anonymous'
  if (contract.sendsMail) return 'sendsMail'
  if (contract.encoding === 'multipart') return 'upload'
  if (contract.answer === 'file') return 'file'
  return contract.method === 'GET' ? 'read' : 'write'
}

/** By no more than this do clocks differ that are kept right; what is further ahead comes of one that was put back. */
export const CLOCKS_APART_MS = 10 * 60_000

/** Milliseconds that one call uses up. */
export const costOf = ({ perMinute }: Rate): number => 60_000 / perMinute

/**
 * Whether a call is let through, by the generic cell rate algorithm: `busyUntil` is when all that was let through has
 * been worked off at the rate. Further ahead than a whole burst it cannot be, unless the clocks of two servers differ a
 * little, which forgives nothing, or one was put back by far: then nothing is owed, or whoever called before would wait for
 * the old time to come again. Times in milliseconds.
 * @returns the new `busyUntil`, or after how many seconds it is worth trying again.
 */
export function spend(
  busyUntil: number,
  now: number,
  rate: Rate,
): { ok: true; busyUntil: number } | { ok: false; retryAfter: number } {
  const cost = costOf(rate)
  const whole = rate.burst * cost
  const owed = busyUntil > now + whole + CLOCKS_APART_MS ? now : Math.max(busyUntil, now)
  const next = owed + cost
  const early = next - whole - now
  return early > 0 ? { ok: false, retryAfter: Math.ceil(early / 1000) } : { ok: true, busyUntil: next }
}
