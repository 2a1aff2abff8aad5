import type { Reason } from '#domain/messages.ts'

/** RFC 6238 as every authenticator app speaks it: six digits of SHA-1 each 30 seconds, one step early or late. */
export const TOTP = { digits: 6, periodSeconds: 30, window: 1, secretBytes: 20, algorithm: 'SHA1' } as const

/** How long a right password waits for the second factor. */
export const PENDING_MS = 5 * 60_000
/** How long an app that is being set up waits for its first code. */
export const ENROLMENT_MS = 15 * 60_000
/** How long a passkey may take to sign. */
export const CHALLENGE_MS = 5 * 60_000
/** For how long after signing in one may change what signs in; later one signs in again. */
export const PROVED_MS = 10 * 60_000

export const RECOVERY_CODES = 10
export const MAX_PASSKEYS = 10

/** Crockford's base 32: no letter that looks like another. 26 of them are 130 bits. */
export const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
export const RECOVERY_LENGTH = 26

/** A recovery code as it is compared: whatever its case, spaces and hyphens, with the letters that look like digits. */
export function normaliseRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0')
}

/** A recovery code as people copy it: in groups. */
export function recoveryCodeText(code: string): string {
  return (code.match(/.{1,6}/g) ?? []).join('-')
}

/** A code of an app as it is compared: its digits, however they were grouped. */
export function normaliseTotpCode(typed: string): string {
  return typed.replace(/\s/g, '')
}

/** Whether what signs in may be changed now: its owner proved to be it within the last minutes. */
export function isRecentlyAuthenticated(authenticatedAt: string | null, now: string): boolean {
  return authenticatedAt !== null && Date.parse(now) - Date.parse(authenticatedAt) <= PROVED_MS
}

/** For how long an owner that was told of a first step without its second hears of no other. */
const HALF_OPEN_TOLD_MS = 24 * 60 * 60_000

export function isHalfOpenTold(toldAt: string | null, now: string): boolean {
  return toldAt !== null && Date.parse(now) - Date.parse(toldAt) < HALF_OPEN_TOLD_MS
}

/**
 * A right first step whose second nobody took in its time. `finishedThere`: its owner came in meanwhile all the same, with
 * this device, which the account knew before.
 */
export type HalfOpen = { knownDevice: boolean; finishedThere: boolean }

/** Of these the one that the owner is told of: the first from a device that is not the account's, or else the first. */
export function worthTelling<T extends HalfOpen>(lapsed: readonly T[]): T | null {
  const unfinished = lapsed.filter(({ finishedThere }) => !finishedThere)
  return unfinished.find(({ knownDevice }) => !knownDevice) ?? unfinished[0] ?? null
}

/** The factors of a user. */
export type Factors = { totp: boolean; passkeys: number }

export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0

/** Why a user may not take one of its factors away, or null: who must have one keeps the last. */
export function removalRefusal({ totp, passkeys }: Factors, required: boolean): Reason | null {
  return required && Number(totp) + passkeys <= 1 ? 'secondFactorRequired' : null
}
