import { MESSAGES } from '#domain/values/messages.ts'

/** The field pattern of a postal code (FORM-12). */
export const POSTAL_CODE_PATTERN = /^\d{5}$/

/** Normalises `28 045` to `28045`. */
export function normalisePostalCode(text: string): string {
  return text.replace(/[\s\p{Cf}]+/gu, '')
}

/** Rule `cpostal` (FORM-34): 5 digits, 1000 to 52999, on the normalised value. */
export function postalCodeRule(value: string): string | null {
  const code = normalisePostalCode(value)
  if (!POSTAL_CODE_PATTERN.test(code)) return MESSAGES.cpostal
  return Number(code) >= 1000 && Number(code) <= 52999 ? null : MESSAGES.cpostal
}
