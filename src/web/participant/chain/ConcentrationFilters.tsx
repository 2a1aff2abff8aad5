import { Select } from '@mantine/core'
import { ictTypes, ictTypeText } from '#domain/participant/company/ict-type.ts'
import { countries, countryName } from '#domain/values/countries.ts'
import type { ListState } from '#web/list/useListState.ts'
import { SearchField } from '#web/ui/field/SearchField.tsx'
import { FilterBar } from '#web/ui/table/FilterBar.tsx'

type Props = {
  list: Pick<ListState, 'filters' | 'setFilter' | 'clear'>
  /** The filter of criticality: its name in the address, and its words. */
  critical: { name: string; label: string; option: string }
}

/** The filters of both concentrations: company, country, ICT type and criticality (CHAIN-16). */
export function ConcentrationFilters({ list, critical }: Props) {
  const { filters, setFilter, clear } = list
  return (
    <FilterBar onClear={clear} active={Object.keys(filters).length}>
      <SearchField
        label="Empresa"
        placeholder="Nombre"
        value={filters.company ?? ''}
        onChange={value => setFilter('company', value)}
      />
      <Select
        size="xs"
        label="País"
        placeholder="Todos"
        clearable
        searchable
        nothingFoundMessage="Nada coincide"
        value={filters.country ?? null}
        onChange={value => setFilter('country', value)}
        data={countries.map(value => ({ value, label: countryName(value) }))}
      />
      <Select
        size="xs"
        label="Tipo de servicio TIC"
        placeholder="Todos"
        clearable
        searchable
        nothingFoundMessage="Nada coincide"
        value={filters.ictType ?? null}
        onChange={value => setFilter('ictType', value)}
        data={ictTypes.map(value => ({ value, label: ictTypeText(value) }))}
      />
      <Select
        size="xs"
        label={critical.label}
        placeholder="Todas"
        clearable
        value={filters[critical.name] ?? null}
        onChange={value => setFilter(critical.name, value)}
        data={[{ value: 'true', label: critical.option }]}
      />
    </FilterBar>
  )
}
