import { Select } from '@mantine/core'
import { loginColumns } from '#domain/identity/login-statistics/columns.ts'
import { exportLogins } from '#domain/identity/login-statistics/contract.ts'
import { ACTIVE_SESSION, elapsedText } from '#domain/identity/login-statistics/login-statistics.ts'
import { paths } from '#web/app/paths.ts'
import { Downloads } from '#web/identity/login-statistics/Downloads.tsx'
import { dayFilters } from '#web/list/dayFilters.tsx'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { withInstants } from '#web/list/instants.ts'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { SavedViews } from '#web/search/saved-view/SavedViews.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { SearchField } from '#web/ui/field/SearchField.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { CopyText } from '#web/ui/table/CopyText.tsx'
import { FilterBar } from '#web/ui/table/FilterBar.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

/** LIM-19. */
const PAGE_SIZE = 10

const columns = tableColumns(loginColumns, {
  nameGenericEntity: { width: 220 },
  email: { cell: row => <CopyText text={row.email} /> },
  visitDateInput: { sortable: true, width: 135, cell: row => <RelativeTime value={row.visitDateInput} withTime /> },
  endSession: {
    width: 155,
    cell: row =>
      row.active ? (
        <StateBadge state="ACCEPTED" label={ACTIVE_SESSION} />
      ) : (
        <RelativeTime value={row.endSession} withTime />
      ),
  },
  elapsedTime: { align: 'end', width: 125, cell: row => <span className="mono">{elapsedText(row.elapsedTime)}</span> },
  downloadFiles: { cell: row => <Downloads login={row} /> },
})

/** /stadistic-login: users, session lengths and downloads (ROUTE-32, STAT-01, STAT-02, ROLE-17). */
export function StatisticsPage() {
  const list = useList(exportLogins, {
    filters: ['nameGenericEntity', 'email', 'from', 'to', 'active'],
    asked: withInstants,
    sort: 'visitDateInput,desc',
    size: PAGE_SIZE,
  })
  const { filters } = list
  return (
    <>
      <PageHeader
        caps
        title="ESTADÍSTICAS DE LOGIN"
        subtitle="Quién ha entrado, cuánto tiempo ha estado y qué documentos ha descargado."
        actions={
          <>
            <SavedViews label="Sesiones" />
            <UiLink href={paths.verificationStatistics()}>Plazos, rechazos y caducidades</UiLink>
            <ExportMenu list={list} label="Sesiones" alertsEmpty />
          </>
        }
      />
      <FilterBar onClear={list.clear} active={Object.keys(filters).length}>
        <SearchField
          label="Compañía"
          placeholder="Nombre o CIF"
          value={filters.nameGenericEntity ?? ''}
          onChange={value => list.setFilter('nameGenericEntity', value)}
        />
        <SearchField
          label="Email"
          placeholder="Parte del correo"
          value={filters.email ?? ''}
          onChange={value => list.setFilter('email', value)}
        />
        {dayFilters(list)}
        <Select
          size="xs"
          label="Sesión"
          placeholder="Todas"
          clearable
          value={filters.active ?? null}
          onChange={value => list.setFilter('active', value)}
          data={[
            { value: 'true', label: 'Activa' },
            { value: 'false', label: 'Terminada' },
          ]}
        />
      </FilterBar>
      <ListTable
        list={list}
        label="Sesiones"
        columns={columns}
        rowKey={row => row.token}
        empty={{ title: 'Nadie ha entrado todavía' }}
        noResults="Ninguna sesión coincide"
      />
      <ListPager list={list} noun={['sesión', 'sesiones']} />
    </>
  )
}
