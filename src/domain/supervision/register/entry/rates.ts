import { z } from 'zod'
import { day } from '#domain/contract/wire.ts'
import type { Choices } from '#domain/record/field.ts'
import { codeInput } from '#domain/record/wire.ts'
import { offered } from '#domain/supervision/register/edition/editions.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay, isDay } from '#domain/values/day.ts'

/** What one unit of a currency is in the bank's own on a reference date (REG-13). */
export const rateWire = z.object({ currency: z.string(), referenceDate: day, rate: z.number() })
export type CurrencyRate = z.output<typeof rateWire>

/** Contracts may still be in one that can no longer be chosen. */
function currencies(): Choices {
  const { past = [], ...list } = offered().currency
  return { ...list, values: [...list.values, ...past] }
}

/** A rate on the way in; null takes it away. */
export const rateInput = z.strictObject({
  currency: codeInput(currencies),
  referenceDate: day,
  rate: z.number().min(1e-8).max(1_000_000).nullable(),
})

/** The field of a rate: 'rates.2025-12-31.USD'. */
export const rateField = (referenceDate: Day, currency: string): string => `rates.${referenceDate}.${currency}`

/** The reference date of such a field; null for any other field. */
export function dateOfRate(field: string | null): Day | null {
  const date = field?.startsWith('rates.') ? field.split('.')[1]! : ''
  return isDay(date) ? date : null
}

export const rateLabel = ({ currency, referenceDate }: Pick<CurrencyRate, 'currency' | 'referenceDate'>): string =>
  `Cambio de ${currency} a ${formatDay(referenceDate)}`

/** A rate in words: '0,92'; '' for none. */
export const rateText = (rate: number | null | undefined): string => (rate ? String(rate).replace('.', ',') : '')

/** A typed rate; null when there is none, undefined when it is not understood. */
export function readRate(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  const rate = Number(plain)
  return /^\d{1,6}(\.\d{1,8})?$/.test(plain) && rate > 0 ? rate : undefined
}
