import { MESSAGES } from '#domain/values/messages.ts'
import { withoutStray } from '#domain/values/text.ts'

// A group may not start with 0, so that the decimal 0.812 is not read as 812.
const GROUPED = /^-?[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+)$/
const PLAIN = /^-?\d+$/

/** The largest amount, positive or negative, in thousands of euros. */
export const MONEY_MAX = 1e12

const spanish = new Intl.NumberFormat('es-ES', { useGrouping: 'always', maximumFractionDigits: 0 })

/** An integer of any size, perhaps rounded; NaN when the text is not one. */
function integerOf(text: string): number {
  const value = withoutStray(text)
    .trim()
    .replace(/\s/g, ' ')
    .replace(/^\u2212/, '-')
  return PLAIN.test(value) || GROUPED.test(value) ? Number(value.replace(/[. ]/g, '')) : Number.NaN
}

/**
 * Parses an integer in Spanish notation: `10000`, `4.812`, `4 812`, `-350`. Null when the text is not an integer or
 * exceeds `MONEY_MAX`. Amounts are in thousands of euros (LIM-28).
 */
export function parseMoney(text: string): number | null {
  const amount = integerOf(text)
  if (!(Math.abs(amount) <= MONEY_MAX)) return null
  return amount === 0 ? 0 : amount
}

/** Formats `4812` as `4.812`; `parseMoney` reads it back. */
export function formatMoney(amount: number): string {
  return spanish.format(amount)
}

/** Rule `valormoneda` (FORM-32): an integer within `MONEY_MAX`, negative ones included. */
export function moneyRule(value: string): string | null {
  const amount = integerOf(value)
  if (Number.isNaN(amount)) return MESSAGES.valormoneda
  return Math.abs(amount) > MONEY_MAX ? MESSAGES.moneyTooLarge : null
}
