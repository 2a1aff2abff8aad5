import { t } from '#domain/language/translate.ts'
import type { IctType } from '#domain/participant/company/ict-type.ts'
import { isIctType } from '#domain/participant/company/ict-type.ts'
import type { Country } from '#domain/values/countries.ts'
import { isCountry } from '#domain/values/countries.ts'
import { MESSAGES } from '#domain/values/messages.ts'

/** A service that is no ICT service has no place in the register of information. */
export const NO_ICT = 'NONE'
export type FactsIctType = IctType | typeof NO_ICT

/** What a provider says of a service for its clients' registers. */
export type ServiceFacts = {
  ictType: FactsIctType | null
  provisionCountries: Country[]
  holdsData: boolean | null
  storageCountries: Country[]
  processingCountries: Country[]
}

export const noFacts: ServiceFacts = {
  ictType: null,
  provisionCountries: [],
  holdsData: null,
  storageCountries: [],
  processingCountries: [],
}

/** The faults of a service's facts, by field. */
export function factsErrors(facts: ServiceFacts): Record<string, string> {
  const lists = ['provisionCountries', 'storageCountries', 'processingCountries'] as const
  const wrong = lists.filter(list => !facts[list].every(isCountry))
  const errors: Record<string, string> = Object.fromEntries(wrong.map(list => [list, MESSAGES.country]))
  if (facts.ictType && facts.ictType !== NO_ICT && !isIctType(facts.ictType))
    errors.ictType = t('Elija un tipo de la lista.')
  if (facts.holdsData === false && facts.storageCountries.length > 0) {
    errors.storageCountries = t('Ha dicho que no guarda datos: quite los países o cambie esa respuesta.')
  }
  return errors
}
