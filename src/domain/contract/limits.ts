import type { Contract } from '#domain/contract/contract.ts'

/** A rate limit: a burst, then a sustained rate per minute. */
export type Rate = { readonly burst: number; readonly perMinute: number }

/**
 * Rate limits per user and kind of call, or per address without a session. They are generous for people (a list with
 * its polling makes about twenty calls a minute) and tight for programs.
 */
export const rates = {
  read: { burst: 300, perMinute: 600 },
  write: { burst: 120, perMinute: 120 },
  upload: { burst: 60, perMinute: 60 },
  /** Calls that mail people one by one, at typing speed. Bulk invitations use the import. */
  sendsMail: { burst: 20, perMinute: 20 },
  file: { burst: 120, perMinute: 120 },
  /** Calendar programs read a few times an hour. */
  polled: { burst: 30, perMinute: 10 },
  anonymous: { burst: 300, perMinute: 600 },
  /** Failed API keys from an address: five at once, then one a minute (HOOK-04). */
  failedKey: { burst: 5, perMinute: 1 },
} as const satisfies Record<string, Rate>

/**
 * Login throttles: wrong passwords per account from unknown devices, and per address for all accounts. A correct
 * password is refunded, so an office behind one address can sign in freely.
 */
export const attemptRates = {
  account: { burst: 250, perMinute: 2 },
  address: { burst: 100, perMinute: 6 },
} as const satisfies Record<string, Rate>

/** The rate limit that a call counts against. */
export function rateOf(
  contract: Pick<Contract, 'method' | 'encoding' | 'answer' | 'who' | 'sendsMail' | 'polled'>,
): keyof typeof rates {
  if (contract.polled) return 'polled'
  if (contract.who === 'anyone') return 'anonymous'
  if (contract.sendsMail) return 'sendsMail'
  if (contract.encoding === 'multipart') return 'upload'
  if (contract.answer === 'file') return 'file'
  return contract.method === 'GET' ? 'read' : 'write'
}

/** The maximum clock skew between synchronised servers. A larger lead means that a clock was set back. */
export const CLOCKS_APART_MS = 10 * 60_000

/** The time that one call uses up, in milliseconds. */
export const costOf = ({ perMinute }: Rate): number => 60_000 / perMinute

/**
 * Applies the generic cell rate algorithm (GCRA) to one call. `busyUntil` is when the allowed calls are worked off at
 * the rate. It can lead by at most one burst. A slightly larger lead is clock skew between servers and is kept. A lead
 * beyond CLOCKS_APART_MS means that a clock was set back; it is reset, or callers would wait for the old time to come
 * again. Times in milliseconds.
 * @returns the new `busyUntil`, or the seconds until the caller may retry.
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
