import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'

/** The values of a line that the provider's facts propose. */
export type Proposed = {
  ictType: string | null
  provisionCountries: string[]
  holdsData: boolean | null
  storageCountries: string[]
  processingCountries: string[]
}

/** What the provider's facts propose for a line, several countries whole (DORA-07, REG-12). */
export const proposedBy = (facts: ServiceFacts | undefined): Proposed => ({
  ictType: facts?.ictType ?? null,
  provisionCountries: [...(facts?.provisionCountries ?? [])],
  holdsData: facts?.holdsData ?? null,
  storageCountries: [...(facts?.storageCountries ?? [])],
  processingCountries: [...(facts?.processingCountries ?? [])],
})

/** The bank's own value, or the proposed one where it wrote none: null, or no country. */
export const ownOr = <Value>(own: Value, proposed: Value): Value =>
  own === null || (Array.isArray(own) && own.length === 0) ? proposed : own

/** A line's own values, and the proposed ones where the bank wrote none. */
export const withProposedOf = <Line extends Proposed & { proposed: Proposed }>(line: Line): Line => ({
  ...line,
  ictType: ownOr(line.ictType, line.proposed.ictType),
  provisionCountries: ownOr(line.provisionCountries, line.proposed.provisionCountries),
  holdsData: ownOr(line.holdsData, line.proposed.holdsData),
  storageCountries: ownOr(line.storageCountries, line.proposed.storageCountries),
  processingCountries: ownOr(line.processingCountries, line.proposed.processingCountries),
})
