import { msg } from '#domain/language/translate.ts'
import { expiryFilter } from '#domain/participant/expiry-filter.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { statusFilterOptions } from '#domain/validation/validation.ts'

/** Filters of the provider search by the levels of a rating and of a domain (DICT-25). */
export const levelFilters = ['minC', 'minI', 'minD', 'domain', 'below'] as const

/** Filters of the provider search by their names in the address; `from` and `to` are days. */
export const providerFilters = [
  'provider',
  'service',
  'audit',
  'status',
  'from',
  'to',
  'score',
  'issue',
  'fav',
  ...levelFilters,
] as const

/** The filters of the address as the call takes them. One of `domain` and `below` means nothing without the other. */
export const askedOfProviders = ({ from, to, domain, below, ...rest }: Partial<Record<string, string>>) => ({
  ...rest,
  ...expiryFilter(from ?? null, to ?? null),
  ...(domain && below ? { domain, below } : {}),
})

/** Options of the incident filter with their labels: '-' is a provider without incidents (LIM-36). */
export const incidentFilterOptions = [
  { value: 'OPEN', label: msg('Abierta') },
  { value: 'CLOSED', label: msg('Cerrada') },
  { value: '-', label: '-' },
] as const

/** Options of the favourites filter, 'Si' first (LIM-37); the filter applies only when one option is chosen (D52). */
export const favouriteFilterOptions = [
  { value: 'true', label: 'Si' },
  { value: 'false', label: 'No' },
] as const

/** The status filter options that a documentation can have: those for entities and evaluators. */
export const documentationFilterOptions = statusFilterOptions.filter(({ value }) =>
  documentationMachine.states.some(state => state === value),
)
