import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day } from '#domain/contract/wire.ts'
import { lintWire, packageWire } from '#domain/supervision/register/contract.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'

const count = z.number().int()
const byCriticality = { critical: count, other: count }
const cost = { contracts: count, cost: z.number() }
const costs = z.object({
  rows: z.array(z.object({ name: z.string(), ...cost })),
  /** The sum of those that are not listed. */
  rest: z.object({ names: count, ...cost }).nullable(),
})

export const summaryWire = z.object({
  entity: z.string(),
  referenceDate: day,
  edition: z.string(),
  groupSize: count,
  contracts: z.object(byCriticality),
  providers: z.object(byCriticality),
  functions: z.object({ ...byCriticality, unassessed: count }),
  currency: z.string().nullable(),
  total: z.number(),
  byProvider: costs,
  byCountry: costs,
  withoutCost: count,
  missingRates: z.array(z.string()),
  concentration: z.object({
    rows: z.array(z.object({ name: z.string(), functions: count, alone: count, isHard: z.boolean() })),
    rest: count,
  }),
  /** What differs from the last file for the authority; `with` is null when none was made. */
  changes: z.object({
    with: packageWire.nullable(),
    tables: z.array(z.object({ table: z.enum(tableCodes), name: z.string(), NEW: count, GONE: count, CHANGED: count })),
  }),
  counts: lintWire.shape.counts,
  filing: z.object({ on: day, isOwn: z.boolean(), days: count }).nullable(),
})
export type SummaryWire = z.output<typeof summaryWire>

const call = {
  method: 'GET',
  who: 'register.manage',
  scope: 'read:register',
  query: z.strictObject({
    /** The last day of the year before, if not given. */
    referenceDate: day.optional(),
  }),
  refusals: ['notFound', 'invalid'],
} as const

export const readSummary = contract({
  ...call,
  name: 'register-summary.read',
  path: '/register/summary',
  summary: 'El resumen del registro para quien lo firma: cuánto hay, cuánto cuesta y de quién depende',
  answer: summaryWire,
})

export const summaryPdf = contract({
  ...call,
  name: 'register-summary.pdf',
  path: '/register/summary/pdf',
  summary: 'Ese resumen en PDF, de cuatro páginas como mucho',
  answer: 'file',
})
