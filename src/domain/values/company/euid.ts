import type { Country } from '#domain/values/countries.ts'
import { isInRegisterNetwork } from '#domain/values/countries.ts'
import { MESSAGES } from '#domain/values/messages.ts'

const FORM = /^([A-Z]{2})[A-Z0-9-]{1,20}\.[A-Z0-9][A-Z0-9._/-]{0,49}$/

/** An EUID as it is stored: capitals, without spaces. */
export const normaliseEuid = (text: string): string => text.replace(/[\s\p{Cf}]/gu, '').toUpperCase()

/** The country of an EUID. The network of registers writes EL for Greece. */
export function countryOfEuid(euid: string): Country {
  const code = normaliseEuid(euid).slice(0, 2)
  return code === 'EL' ? 'GR' : code
}

/**
 * Rule `euid` (DORA-03): a country code, a register, a dot and a number. `country` is that of the company, or null when
 * it is not known.
 */
export function euidRule(value: string, country: Country | null): string | null {
  const euid = normaliseEuid(value)
  const written = FORM.exec(euid)?.[1]
  if (!written || written === 'GR' || !isInRegisterNetwork(countryOfEuid(euid))) return MESSAGES.euid
  return country === null || countryOfEuid(euid) === country ? null : MESSAGES.euidCountry
}
