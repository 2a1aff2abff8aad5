import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listIncidents } from '#domain/incident/contract.ts'
import { choosesProvider } from '#domain/incident/incident.ts'
import { incidentFilterOptions } from '#domain/participant/search-filters.ts'
import type { IncidentStatus } from '#domain/states/incident.ts'
import { messageOf, reading } from '#web/api.ts'
import { IncidentSummary } from '#web/incident/IncidentSummary.tsx'
import { incidentColumns } from '#web/incident/incidentColumns.tsx'
import { fromInstant, toInstant } from '#web/list/instants.ts'
import { useListState } from '#web/list/useListState.ts'
import { SearchField } from '#web/participant/search/SearchField.tsx'
import { sortOf, sortText } from '#web/participant/search/sorting.ts'
import { useMe } from '#web/session/useMe.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Section } from '#web/ui/Section.tsx'

/** LIM-18. */
const PAGE_SIZE = 6
/** The option that filters nothing (LIM-36). */
const ANY = '-'

/** 'RESUMEN INCIDENCIAS': how many in each state, and those that the user sees, six a page (INC-02, LIM-18, LIM-36). */
export function IncidentList({ emptyText }: { emptyText: ReactNode }) {
  const role = useMe().role.key
  const chooses = choosesProvider(role)
  const state = useListState(
    chooses ? ['provider', 'from', 'to', 'status'] : ['from', 'to', 'status'],
    'createdAt,desc',
  )
  const { filters } = state
  const query = {
    page: state.page,
    size: PAGE_SIZE,
    sort: state.sort,
    provider: filters.provider,
    from: fromInstant(filters.from),
    to: toInstant(filters.to),
    status: filters.status as IncidentStatus | undefined,
  }
  const { data, status, error, refetch, isFetching } = useQuery({
    ...reading(listIncidents, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="RESUMEN INCIDENCIAS">
      <IncidentSummary />
      <FilterBar onClear={state.clear} active={Object.keys(filters).length}>
        {chooses ? (
          <SearchField
            label="Proveedor"
            placeholder="Nombre o CIF"
            value={filters.provider ?? ''}
            onChange={value => state.setFilter('provider', value)}
          />
        ) : null}
        <DateField
          size="xs"
          label="Desde"
          value={filters.from ?? null}
          max={filters.to}
          onChange={(day, text) => (day || !text) && state.setFilter('from', day)}
        />
        <DateField
          size="xs"
          label="Hasta"
          value={filters.to ?? null}
          min={filters.from}
          onChange={(day, text) => (day || !text) && state.setFilter('to', day)}
        />
        <Select
          size="xs"
          label="Estado"
          allowDeselect={false}
          data={[...incidentFilterOptions]}
          value={filters.status ?? ANY}
          onChange={value => state.setFilter('status', value === ANY ? null : value)}
        />
      </FilterBar>
      <DataTable
        label="Incidencias"
        columns={incidentColumns(role)}
        rows={data?.content ?? []}
        rowKey={row => row.id}
        status={data ? 'ready' : status === 'error' ? 'error' : 'loading'}
        sort={sortOf(state.sort)}
        onSort={sort => state.setSort(sortText(sort))}
        skeletonRows={PAGE_SIZE}
        empty={{ title: 'No hay incidencias', text: emptyText }}
        noResults={
          Object.keys(filters).length > 0 ? { title: 'Ninguna incidencia coincide', onClear: state.clear } : null
        }
        error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch(), retrying: isFetching }}
      />
      {data && data.totalElements > 0 ? (
        <Pager
          page={state.page + 1}
          pageSize={PAGE_SIZE}
          total={data.totalElements}
          onChange={page => state.setPage(page - 1)}
          noun={data.totalElements === 1 ? 'incidencia' : 'incidencias'}
        />
      ) : null}
    </Section>
  )
}
