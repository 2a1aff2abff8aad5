import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'

/** The values of a line that the provider's facts propose. */
export type Proposed = {
  ictType: string | null
  provisionCountry: string | null
  holdsData: boolean | null
  storageCountry: string | null
  processingCountry: string | null
}

/** The only one; of several, the bank says which. */
const only = (countries: readonly string[] = []) => (countries.length === 1 ? countries[0]! : null)

/** What the provider's facts propose for a line (DORA-07). */
export const proposedBy = (facts: ServiceFacts | undefined): Proposed => ({
  ictType: facts?.ictType ?? null,
  provisionCountry: only(facts?.provisionCountries),
  holdsData: facts?.holdsData ?? null,
  storageCountry: only(facts?.storageCountries),
  processingCountry: only(facts?.processingCountries),
})

/** A line's own values, and the proposed ones where the bank wrote none. */
export const withProposedOf = <Line extends Proposed & { proposed: Proposed }>(line: Line): Line => ({
  ...line,
  ictType: line.ictType ?? line.proposed.ictType,
  provisionCountry: line.provisionCountry ?? line.proposed.provisionCountry,
  holdsData: line.holdsData ?? line.proposed.holdsData,
  storageCountry: line.storageCountry ?? line.proposed.storageCountry,
  processingCountry: line.processingCountry ?? line.proposed.processingCountry,
})
