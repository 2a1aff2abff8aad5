import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, identifier, instant } from '#domain/contract/wire.ts'
import { checkCodes, checkOutcomes } from '#domain/document/precheck/precheck.ts'

const checkWire = z.object({
  code: z.enum(checkCodes),
  outcome: z.enum(checkOutcomes),
  /** The outcome in words, today and with the expiry that CCI has saved. */
  text: z.string(),
  /** The page on which it rests. */
  page: z.number().int().nullable(),
  /** DATES: the expiries that the document states. */
  dates: z.array(z.object({ day, page: z.number().int(), words: z.string() })).optional(),
})
export type CheckWire = z.output<typeof checkWire>

export const precheckWire = z.object({
  /** The version that was checked. */
  file: identifier,
  /** The checks of the file are under way. It can be decided before they are there (DESK-15). */
  waiting: z.boolean(),
  checkedAt: instant.nullable(),
  checks: z.array(checkWire),
})
export type PrecheckWire = z.output<typeof precheckWire>

export const readPrechecks = contract({
  name: 'document.prechecks',
  method: 'GET',
  path: '/documents/{id}/prechecks',
  summary: 'Lo que se ve en un documento antes de que lo mire una persona: pistas, nunca decisiones',
  who: 'documentation.read',
  params: z.strictObject({ id: identifier }),
  answer: precheckWire,
  refusals: ['notFound'],
})
