import { ictTypes, ictTypeText } from '#domain/participant/company/ict-type.ts'
import { countries, countryName } from '#domain/values/countries.ts'

/** The choices of `companyFilters`. */
export const companyChoices = {
  country: countries.map(value => ({ value, label: countryName(value) })),
  ictType: ictTypes.map(value => ({ value, label: ictTypeText(value) })),
}
