import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { incidentsList, ownIncidentsList } from '#domain/incident/columns.ts'
import { exportIncidents } from '#domain/incident/contract.ts'
import { choosesProvider } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { incidentFilterOptions } from '#domain/participant/search-filters.ts'
import { IncidentSummary } from '#web/incident/IncidentSummary.tsx'
import { incidentTable } from '#web/incident/incidentTable.tsx'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { useList } from '#web/list/useList.ts'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { useMe } from '#web/session/useMe.ts'
import { Section } from '#web/ui/layout/Section.tsx'

/** The option for no filter (LIM-36). */
const ANY = '-'

/**
 * 'RESUMEN INCIDENCIAS': counts by state, and the incidents visible to the user, six per page (INC-02, LIM-18,
 * LIM-36).
 */
export function IncidentList({ emptyText }: { emptyText: ReactNode }) {
  const role = useMe().role.key
  const list = useList(exportIncidents, { shown: choosesProvider(role) ? incidentsList : ownIncidentsList })
  return (
    <Section title={t('RESUMEN INCIDENCIAS')} actions={<ListTools list={list} />}>
      <IncidentSummary />
      <ListFilters
        list={list}
        own={{
          status: (
            <Select
              size="xs"
              label={t('Estado')}
              allowDeselect={false}
              data={incidentFilterOptions.map(({ value, label }) => ({ value, label: t(label) }))}
              value={list.filters.status ?? ANY}
              onChange={value => list.setFilter('status', value === ANY ? null : value)}
            />
          ),
        }}
      />
      <ListTable
        list={list}
        columns={incidentTable(role)}
        rowKey={row => row.id}
        empty={{ title: t('No hay incidencias'), text: emptyText }}
        noResults={t('Ninguna incidencia coincide')}
      />
      <ListPager list={list} noun={[t('incidencia'), t('incidencias')]} />
    </Section>
  )
}
