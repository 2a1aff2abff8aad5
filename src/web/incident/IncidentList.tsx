import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { exportIncidents } from '#domain/incident/contract.ts'
import { choosesProvider } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { incidentFilterOptions } from '#domain/participant/search-filters.ts'
import { IncidentSummary } from '#web/incident/IncidentSummary.tsx'
import { incidentTable } from '#web/incident/incidentTable.tsx'
import { dayFilters } from '#web/list/dayFilters.tsx'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { withInstants } from '#web/list/instants.ts'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { useList } from '#web/list/useList.ts'
import { SavedViews } from '#web/search/saved-view/SavedViews.tsx'
import { useMe } from '#web/session/useMe.ts'
import { SearchField } from '#web/ui/field/SearchField.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { FilterBar } from '#web/ui/table/FilterBar.tsx'

/** LIM-18. */
const PAGE_SIZE = 6
/** The option for no filter (LIM-36). */
const ANY = '-'

/**
 * 'RESUMEN INCIDENCIAS': counts by state, and the incidents visible to the user, six per page (INC-02, LIM-18,
 * LIM-36).
 */
export function IncidentList({ emptyText }: { emptyText: ReactNode }) {
  const role = useMe().role.key
  const chooses = choosesProvider(role)
  const list = useList(exportIncidents, {
    filters: chooses ? ['provider', 'from', 'to', 'status'] : ['from', 'to', 'status'],
    asked: withInstants,
    sort: 'createdAt,desc',
    size: PAGE_SIZE,
  })
  const { filters } = list
  return (
    <Section
      title={t('RESUMEN INCIDENCIAS')}
      actions={
        <>
          <SavedViews label={t('Incidencias')} />
          <ExportMenu list={list} label={t('Incidencias')} />
        </>
      }
    >
      <IncidentSummary />
      <FilterBar onClear={list.clear} active={Object.keys(filters).length}>
        {chooses ? (
          <SearchField
            label={t('Proveedor')}
            placeholder={t('Nombre o CIF')}
            value={filters.provider ?? ''}
            onChange={value => list.setFilter('provider', value)}
          />
        ) : null}
        {dayFilters(list)}
        <Select
          size="xs"
          label={t('Estado')}
          allowDeselect={false}
          data={incidentFilterOptions.map(({ value, label }) => ({ value, label: t(label) }))}
          value={filters.status ?? ANY}
          onChange={value => list.setFilter('status', value === ANY ? null : value)}
        />
      </FilterBar>
      <ListTable
        list={list}
        label={t('Incidencias')}
        columns={incidentTable(role)}
        rowKey={row => row.id}
        empty={{ title: t('No hay incidencias'), text: emptyText }}
        noResults={t('Ninguna incidencia coincide')}
      />
      <ListPager list={list} noun={[t('incidencia'), t('incidencias')]} />
    </Section>
  )
}
