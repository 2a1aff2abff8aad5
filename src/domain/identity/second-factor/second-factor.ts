import type { Reason } from '#domain/messages.ts'

/**
 * TOTP (RFC 6238) as all authenticator apps support it: six digits of SHA-1 every 30 seconds, one step early or late.
 */
export const TOTP = { digits: 6, periodSeconds: 30, window: 1, secretBytes: 20, algorithm: 'SHA1' } as const

/** How long a pending sign-in lasts, in milliseconds. */
export const PENDING_MS = 5 * 60_000
/** How long an app enrolment waits for its first code, in milliseconds. */
export const ENROLMENT_MS = 15 * 60_000
/** How long a passkey challenge lasts, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000
/** How long after authentication a user may change its credentials, in milliseconds; later it must sign in again. */
export const PROVED_MS = 10 * 60_000

export const RECOVERY_CODES = 10
export const MAX_PASSKEYS = 10

/** Crockford's base 32, without look-alike letters. 26 characters are 130 bits. */
export const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
export const RECOVERY_LENGTH = 26

/** Normalises a recovery code: ignores case, spaces and hyphens, and maps letters that look like digits. */
export function normaliseRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0')
}

/** Formats a recovery code in groups, for display. */
export function recoveryCodeText(code: string): string {
  return (code.match(/.{1,6}/g) ?? []).join('-')
}

/** Normalises a TOTP code: its digits, in any grouping. */
export function normaliseTotpCode(typed: string): string {
  return typed.replace(/\s/g, '')
}

/** Whether the user authenticated recently enough to change its credentials. */
export function isRecentlyAuthenticated(authenticatedAt: string | null, now: string): boolean {
  return authenticatedAt !== null && Date.parse(now) - Date.parse(authenticatedAt) <= PROVED_MS
}

/** Minimum time between two notifications about half-open sign-ins to one owner, in milliseconds. */
const HALF_OPEN_TOLD_MS = 24 * 60 * 60_000

export function isHalfOpenTold(toldAt: string | null, now: string): boolean {
  return toldAt !== null && Date.parse(now) - Date.parse(toldAt) < HALF_OPEN_TOLD_MS
}

/**
 * A sign-in with a correct first step and no second step in time. `finishedThere`: the owner signed in nevertheless,
 * from this device, which the account already knew.
 */
export type HalfOpen = { knownDevice: boolean; finishedThere: boolean }

/** The half-open sign-in to notify the owner about: the first from an unknown device, or else the first. */
export function worthTelling<T extends HalfOpen>(lapsed: readonly T[]): T | null {
  const unfinished = lapsed.filter(({ finishedThere }) => !finishedThere)
  return unfinished.find(({ knownDevice }) => !knownDevice) ?? unfinished[0] ?? null
}

/** The factors of a user. */
export type Factors = { totp: boolean; passkeys: number }

export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0

/** Why a user may not remove one of its factors, or null: the last one stays when a second factor is required. */
export function factorRemovalRefusal({ totp, passkeys }: Factors, required: boolean): Reason | null {
  return required && Number(totp) + passkeys <= 1 ? 'secondFactorRequired' : null
}
