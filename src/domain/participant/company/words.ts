import { differencesOf, labelsOf } from '#domain/conflict/conflict.ts'
import { msg } from '#domain/language/translate.ts'
import type { OtherCodeType, PersonType } from '#domain/participant/company/company.ts'
import { companyCodeOf } from '#domain/participant/company/company.ts'
import {
  factsOfIdentity,
  factsOfService,
  identityLabels,
  serviceFactsLabels,
} from '#domain/participant/company/facts.ts'
import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'
import type { Country } from '#domain/values/countries.ts'
import { countryName } from '#domain/values/countries.ts'
import type { Day } from '#domain/values/day.ts'

/** A company above a provider, as a register says it. */
export type ParentWords = {
  id: string
  name: string
  latinName: string
  lei: string | null
  euid: string | null
  /** What was kept before the portal knew national numbers has none. */
  otherCode?: string | null
  otherCodeType?: OtherCodeType | null
  country: Country
  personType: PersonType
}

/** What a register says of a provider, with the companies above it, the nearest first. */
export type ProviderWords = {
  name: string
  latinName: string
  lei: string | null
  leiRenewalOn: Day | null
  euid: string | null
  otherCode: string | null
  otherCodeType: OtherCodeType | null
  personType: PersonType | null
  country: Country | null
  parents: readonly ParentWords[]
}

/** A value that a provider changed, in words. */
export type WordChange = { label: string; before: string; after: string }

const providerLabels = (field: string) => labelsOf({ name: msg('Nombre') })(field) ?? identityLabels(field)

const parentText = (parent: ParentWords) => {
  const code = companyCodeOf(parent)?.code
  return [parent.name, parent.latinName, code, countryName(parent.country)].filter(Boolean).join(' · ')
}

/** In words, without the renewal of the LEI: it is of the LEI, and in no table. */
function factsOfProvider({ name, parents, leiRenewalOn: _renewal, ...identity }: ProviderWords) {
  return { name, ...factsOfIdentity({ ...identity, parent: parents.map(parentText).join(' → ') }) }
}

const changes = (differences: ReturnType<typeof differencesOf>): WordChange[] =>
  differences.map(({ label, now, yours }) => ({ label, before: now, after: yours }))

/** What a provider says otherwise than the words that were kept of it (REG-10). */
export const providerChanges = (kept: ProviderWords, now: ProviderWords): WordChange[] =>
  changes(differencesOf(factsOfProvider(kept), factsOfProvider(now), providerLabels))

/** What it says otherwise of a service. */
export const serviceChanges = (kept: ServiceFacts, now: ServiceFacts): WordChange[] =>
  changes(differencesOf(factsOfService(kept), factsOfService(now), serviceFactsLabels))
