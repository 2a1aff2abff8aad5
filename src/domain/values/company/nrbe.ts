import { MESSAGES } from '#domain/values/messages.ts'
import { withoutStray } from '#domain/values/text.ts'

/** Restores leading zeros that a spreadsheet removed: `49` becomes `0049` (D56). */
export function normaliseNrbe(text: string): string {
  const code = withoutStray(text).trim()
  return /^\d{1,4}$/.test(code) ? code.padStart(4, '0') : code
}

/** Four digits, on the normalised value; anything else is refused (D56). */
export function nrbeRule(value: string): string | null {
  return /^\d{4}$/.test(normaliseNrbe(value)) ? null : MESSAGES.nrbe
}
