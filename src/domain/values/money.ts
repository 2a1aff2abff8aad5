import { MESSAGES } from '#domain/values/messages.ts'

// A group may not start with 0, so that 0.812, which is somebody's decimal, is not taken for 812.
const GROUPED = /^-?[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+)$/
const PLAIN = /^-?\d+$/

const spanish = new Intl.NumberFormat('es-ES', { useGrouping: 'always', maximumFractionDigits: 0 })

/**
 * An integer as people write it in Spain: `10000`, `4.812`, `4 812`, `-350`. Null when it is none, or too large to be
 * exact. The portal's amounts are thousands of euros (LIM-28).
 */
export function parseMoney(text: string): number | null {
  const value = text
    .trim()
    .replace(/\s/g, ' ')
    .replace(/^\u2212/, '-')
  if (!PLAIN.test(value) && !GROUPED.test(value)) return null
  const amount = Number(value.replace(/[. ]/g, ''))
  if (!Number.isSafeInteger(amount)) return null
  return amount === 0 ? 0 : amount
}

/** `4812` as `4.812`: what `parseMoney` reads back. */
export function formatMoney(amount: number): string {
  return spanish.format(amount)
}

/** Rule `valormoneda` (FORM-32): an integer, negative ones included. */
export function moneyRule(value: string): string | null {
  return parseMoney(value) === null ? MESSAGES.valormoneda : null
}
