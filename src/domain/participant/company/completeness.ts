import type { RegisterIdentity } from '#domain/participant/company/company.ts'
import { companyCodeOf } from '#domain/participant/company/company.ts'
import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'
import { NO_ICT } from '#domain/participant/company/service-facts.ts'

/** How many of the data that a register asks of a provider are given. */
export type Completeness = { given: number; asked: number }

const counted = (answers: readonly boolean[]): Completeness => ({
  given: answers.filter(Boolean).length,
  asked: answers.length,
})

/** Of an identity: a code, the renewal of its LEI, the kind of person, the country, the name in Latin letters. */
export function identityCompleteness(identity: RegisterIdentity): Completeness {
  return counted([
    companyCodeOf(identity) !== null,
    ...(identity.lei ? [identity.leiRenewalOn !== null] : []),
    identity.personType !== null,
    identity.country !== null,
    identity.latinName !== '',
  ])
}

/** Of a service: its ICT type and, of an ICT service, where it is provided and where its data are. */
export function factsCompleteness(facts: ServiceFacts): Completeness {
  if (facts.ictType === NO_ICT) return counted([true])
  return counted([
    facts.ictType !== null,
    facts.provisionCountries.length > 0,
    facts.holdsData !== null,
    ...(facts.holdsData === true ? [facts.storageCountries.length > 0] : []),
    facts.processingCountries.length > 0,
  ])
}

/** Of all that a provider is asked. */
export const completenessOf = (identity: RegisterIdentity, facts: readonly ServiceFacts[]): Completeness =>
  [identityCompleteness(identity), ...facts.map(factsCompleteness)].reduce((sum, each) => ({
    given: sum.given + each.given,
    asked: sum.asked + each.asked,
  }))
