import { z } from 'zod'
import { parts } from '#domain/supervision/reliance/conditions.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

/** Where a fact comes from: the screen of the same name shows it. */
export const factSources = ['request', 'assessment', 'provider', 'use', 'register', 'chain', 'findings'] as const
export type FactSource = (typeof factSources)[number]

/** What the portal knows for one part of a file. `value` is null where it knows nothing. */
export const factWire = z.object({
  part: z.enum(parts),
  key: z.string(),
  label: z.string(),
  value: z.string().nullable(),
  /** The day or the instant that it is of. */
  on: z.string().nullable(),
  source: z.object({ kind: z.enum(factSources), id: z.string() }).nullable(),
})
export type Fact = z.output<typeof factWire>

export const NOT_KNOWN = 'No consta en el portal'

/** The value of a fact in words. */
export const factText = ({ value }: Pick<Fact, 'value'>): string => value ?? NOT_KNOWN
/** The date of a fact in words, or ''. */
export const factDate = ({ on }: Pick<Fact, 'on'>): string =>
  on === null ? '' : on.includes('T') ? formatInstant(on) : formatDay(on)

/** What a signed file rests on; each value is as it was when it was signed. */
export const basisWire = z.object({
  scoreId: z.string(),
  validationId: z.string(),
  rating: z.string(),
  scoredAt: z.string(),
  expiresOn: z.string(),
  assessmentId: z.string().nullable(),
  reportDate: z.string().nullable(),
  accreditedUntil: z.string().nullable(),
  reviewSince: z.string().nullable(),
})
export type Basis = z.output<typeof basisWire>

/** The parties and the service that a file is about. */
export const subjectWire = z.object({
  entity: z.string(),
  provider: z.string(),
  cif: z.string(),
  service: z.string(),
  serviceKey: z.string(),
  critical: z.string(),
  /** The functions of the bank that the service supports. */
  functions: z.array(z.string()),
  requiredScore: z.string().nullable(),
  since: z.string().nullable(),
})
export type Subject = z.output<typeof subjectWire>

/** All that the portal puts into a file. It is read again while the file is a draft, and frozen by its signature (RELY-03). */
export const relianceFacts = z.object({
  readAt: z.string(),
  /** The ICT type of the service; 'NONE' is no ICT service, null is not known. */
  ictType: z.string().nullable(),
  subject: subjectWire,
  /** The rating that the file rests on; null where none is in force. */
  basis: basisWire.nullable(),
  facts: z.array(factWire),
})
export type RelianceFactsRead = z.output<typeof relianceFacts>
