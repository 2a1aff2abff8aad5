import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { RegisterIdentity } from '#domain/participant/company/company.ts'
import { otherCodeLabels, personTypeLabels } from '#domain/participant/company/company.ts'
import { ictTypeText, isIctType } from '#domain/participant/company/ict-type.ts'
import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'
import { NO_ICT } from '#domain/participant/company/service-facts.ts'
import { countryName, countryNames } from '#domain/values/countries.ts'
import { formatDay } from '#domain/values/day.ts'

export const identityLabels = labelsOf({
  lei: 'LEI',
  leiRenewalOn: msg('Renovación del LEI'),
  euid: 'EUID',
  otherCode: msg('Otro código'),
  otherCodeType: msg('Clase del otro código'),
  personType: msg('Clase de persona'),
  country: msg('País de la sede'),
  latinName: msg('Nombre en letras latinas'),
  parent: msg('Matriz última'),
})

type Shown<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** An identity in words, as a conflict shows it; only the given fields. */
export function factsOfIdentity(identity: Shown<RegisterIdentity & { parent: string }>): FieldValues {
  const { leiRenewalOn, otherCodeType, personType, country, ...texts } = identity
  return given({
    ...texts,
    leiRenewalOn: leiRenewalOn && formatDay(leiRenewalOn),
    otherCodeType: otherCodeType && otherCodeLabels[otherCodeType],
    personType: personType && personTypeLabels[personType],
    country: country && countryName(country),
  })
}

export const serviceFactsLabels = labelsOf({
  ictType: msg('Tipo de servicio TIC'),
  provisionCountries: msg('Países desde los que se presta'),
  holdsData: msg('Guarda datos'),
  storageCountries: msg('Países donde se guardan los datos'),
  processingCountries: msg('Países donde se tratan los datos'),
})

export function factsOfService(facts: Shown<ServiceFacts>): FieldValues {
  const { ictType, holdsData, provisionCountries, storageCountries, processingCountries } = facts
  return given({
    ictType: ictType && typeText(ictType),
    holdsData: typeof holdsData === 'boolean' ? yesNo(holdsData) : holdsData,
    provisionCountries: provisionCountries && countryNames(provisionCountries),
    storageCountries: storageCountries && countryNames(storageCountries),
    processingCountries: processingCountries && countryNames(processingCountries),
  })
}

export const typeText = (type: string): string =>
  type === NO_ICT ? t('No es un servicio TIC') : isIctType(type) ? ictTypeText(type) : type

/** The given fields; null is empty. */
const given = (fields: Record<string, string | null | undefined>): FieldValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, value ?? '']])),
  )

export const companyLabels = labelsOf({
  name: msg('Nombre'),
  latinName: msg('Nombre en letras latinas'),
  lei: 'LEI',
  euid: 'EUID',
  otherCode: msg('Otro código'),
  otherCodeType: msg('Clase del otro código'),
  country: msg('País'),
  personType: msg('Clase de persona'),
  parent: msg('Matriz última'),
})
