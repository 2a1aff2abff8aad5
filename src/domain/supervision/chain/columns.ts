import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { choiceFilter } from '#domain/list/shown.ts'
import { companyFilters } from '#domain/participant/chain/concentration.ts'
import { typesText } from '#domain/participant/chain/sector.ts'
import type { ConcentrationRow } from '#domain/supervision/chain/contract.ts'
import { countryNames } from '#domain/values/countries.ts'

/** The columns of a bank's concentration. */
export const concentrationColumns: readonly ListColumn<ConcentrationRow>[] = [
  { key: 'company', label: 'Empresa', text: row => row.name },
  { key: 'lei', label: 'LEI', text: row => row.lei ?? '', under: 'company' },
  { key: 'euid', label: 'EUID', text: row => row.euid ?? '', under: 'company' },
  { key: 'services', label: 'Servicios', text: row => String(row.services) },
  { key: 'critical', label: 'Esenciales', text: row => String(row.critical) },
  { key: 'underpins', label: 'Los sustenta', text: row => String(row.underpinned) },
  { key: 'countries', label: 'Países', text: row => countryNames(row.countries) },
  { key: 'ictTypes', label: 'Qué hace', text: row => typesText(row.ictTypes) },
  {
    key: 'uses',
    label: 'De quién',
    text: row => row.uses.map(({ provider, service, rank }) => `${provider}: ${service} (rango ${rank})`).join('; '),
    under: 'ictTypes',
  },
]

export const concentrationList: ListShown = {
  label: 'Concentración',
  sort: 'services,desc',
  size: 10,
  filters: {
    ...companyFilters,
    critical: choiceFilter('Función esencial o importante', 'Todas', { true: 'Alguna esencial o importante' }),
  },
  screens: ['/concentration'],
}
