import { MESSAGES } from '#domain/values/messages.ts'

// A group may not start with 0, so that 0.812, which is somebody's decimal, is not taken for 812.
const GROUPED = /^-?[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+)$/
const PLAIN = /^-?\d+$/

/** The largest amount, positive or negative, in thousands of euros. */
export const MONEY_MAX = 1e12

const spanish = new Intl.NumberFormat('es-ES', { useGrouping: 'always', maximumFractionDigits: 0 })

/** An integer of any size, perhaps rounded; NaN when the text is none. */
function integerOf(text: string): number {
  const value = text
    .trim()
    .replace(/\s/g, ' ')
    .replace(/^\u2212/, '-')
  return PLAIN.test(value) || GROUPED.test(value) ? Number(value.replace(/[. ]/g, '')) : Number.NaN
}

/**
 * An integer as people write it in Spain: `10000`, `4.812`, `4 812`, `-350`. Null when the text is no integer, or beyond
 * `MONEY_MAX`. The portal's amounts are thousands of euros (LIM-28).
 */
export function parseMoney(text: string): number | null {
  const amount = integerOf(text)
  if (!(Math.abs(amount) <= MONEY_MAX)) return null
  return amount === 0 ? 0 : amount
}

/** `4812` as `4.812`: what `parseMoney` reads back. */
export function formatMoney(amount: number): string {
  return spanish.format(amount)
}

/** Rule `valormoneda` (FORM-32): an integer within `MONEY_MAX`, negative ones included. */
export function moneyRule(value: string): string | null {
  const amount = integerOf(value)
  if (Number.isNaN(amount)) return MESSAGES.valormoneda
  return Math.abs(amount) > MONEY_MAX ? MESSAGES.moneyTooLarge : null
}
