import { t } from '#domain/language/translate.ts'
import type { ApiKeyStatus } from '#domain/states/integration.ts'
import { apiKeyMachine } from '#domain/states/integration.ts'
import { statusOn } from '#domain/states/time.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, addMonths, formatDay } from '#domain/values/day.ts'

export const KEY_NAME_MAX = 60
/** The keys in force that a bank may have. */
export const KEYS_MAX = 20
/** How far ahead a key may end (HOOK-01). */
const KEY_MONTHS = 12
/** The days before its end on which the principal user is notified (HOOK-06). */
export const KEY_STEPS = [30, 7] as const

export const keyStatusLabels: Record<ApiKeyStatus, string> = {
  ACTIVE: 'Vigente',
  REVOKED: 'Revocada',
  LAPSED: 'Caducada',
}

const PREFIX = 'alm_'
/** `alm_` and 256 random bits. A session's token has 43 characters and never looks like it. */
const KEY = /^alm_[\w-]{43}$/
/** How many of its characters name a key once it is made. */
const SHOWN = 8

export const keyTextOf = (random: string): string => PREFIX + random
/** Whether a token means to be a key, well formed or not. */
export const meansKey = (token: string): boolean => token.startsWith(PREFIX)
export const isKey = (token: string): boolean => KEY.test(token)
export const shownOf = (key: string): string => key.slice(0, SHOWN)

/** A key as who did something: 'Clave de API «GRC»', and in a sentence. */
export const keyCalled = (name: string): string => `Clave de API «${name}»`
export const keyInSentence = (name: string): string => `la clave de API «${name}»`

/** The status of today; a key is in force until its last day ends in Madrid. */
export const keyStatusOn = (stored: ApiKeyStatus, expiresOn: Day, today: Day): ApiKeyStatus =>
  statusOn(apiKeyMachine, stored, expiresOn, today)

/** The days that a key may end on: from tomorrow to twelve months ahead. */
export const keyDays = (today: Day): { from: Day; to: Day } => ({
  from: addDays(today, 1),
  to: addMonths(today, KEY_MONTHS),
})

/** The fault of a key's last day, or null. */
export function keyDayFault(expiresOn: Day, today: Day): string | null {
  const { from, to } = keyDays(today)
  return expiresOn >= from && expiresOn <= to ? null : t`Elija un día entre el ${formatDay(from)} y el ${formatDay(to)}`
}
