import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LoginWire } from '#domain/login-statistics/contract.ts'
import { listLogins } from '#domain/login-statistics/contract.ts'
import { ACTIVE_SESSION, elapsedText } from '#domain/login-statistics/login-statistics.ts'
import { messageOf, reading } from '#web/api.ts'
import { fromInstant, toInstant } from '#web/list/instants.ts'
import { useListState } from '#web/list/useListState.ts'
import { Downloads } from '#web/login-statistics/Downloads.tsx'
import { ExportButton } from '#web/login-statistics/ExportButton.tsx'
import { Forbidden } from '#web/participant/search/Forbidden.tsx'
import { SearchField } from '#web/participant/search/SearchField.tsx'
import { sortOf, sortText } from '#web/participant/search/sorting.ts'
import { useMay } from '#web/session/useMe.ts'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import classes from './login-statistics.module.css'

/** LIM-19. */
const PAGE_SIZE = 10

const columns: Column<LoginWire>[] = [
  {
    key: 'nameGenericEntity',
    header: 'COMPAÑÍA',
    cell: row => row.nameGenericEntity,
  },
  { key: 'email', header: 'EMAIL', width: 190, cell: row => <Email text={row.email} /> },
  {
    key: 'visitDateInput',
    header: 'FECHA INICIO',
    sortable: true,
    width: 150,
    cell: row => <RelativeTime value={row.visitDateInput} withTime />,
  },
  {
    key: 'endSession',
    header: 'FECHA FIN',
    width: 160,
    cell: row =>
      row.active ? (
        <StateBadge state="ACCEPTED" label={ACTIVE_SESSION} />
      ) : (
        <RelativeTime value={row.endSession} withTime />
      ),
  },
  {
    key: 'elapsedTime',
    header: 'TIEMPO TRANSCURRIDO',
    align: 'end',
    width: 150,
    cell: row => <span className="mono">{elapsedText(row.elapsedTime)}</span>,
  },
  { key: 'downloadFiles', header: 'DOCUMENTOS DESCARGADOS', cell: row => <Downloads login={row} /> },
]

/** A long address breaks after its sign first. */
function Email({ text }: { text: string }) {
  const [name, host] = text.split('@')
  return (
    <span className={classes.email}>
      {name}@<wbr />
      {host}
    </span>
  )
}

/** /stadistic-login: who signed in, how long, and what was downloaded (ROUTE-32, STAT-01, STAT-02, ROLE-17). */
export function StatisticsPage() {
  return useMay('statistics.read') ? <Statistics /> : <Forbidden />
}

function Statistics() {
  const state = useListState(['nameGenericEntity', 'email', 'from', 'to', 'active'], 'visitDateInput,desc')
  const { filters } = state
  const asked = {
    nameGenericEntity: filters.nameGenericEntity,
    email: filters.email,
    from: fromInstant(filters.from),
    to: toInstant(filters.to),
    active: filters.active as 'true' | 'false' | undefined,
  }
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(listLogins, {
      query: { ...asked, page: state.page, size: PAGE_SIZE, sort: state.sort as 'visitDateInput' },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        caps
        title="ESTADÍSTICAS DE LOGIN"
        subtitle="Quién ha entrado, cuánto tiempo ha estado y qué documentos ha descargado."
        actions={<ExportButton query={asked} />}
      />
      <FilterBar onClear={state.clear} active={Object.keys(filters).length}>
        <SearchField
          label="Compañía"
          placeholder="Nombre o CIF"
          value={filters.nameGenericEntity ?? ''}
          onChange={value => state.setFilter('nameGenericEntity', value)}
        />
        <SearchField
          label="Email"
          placeholder="Parte del correo"
          value={filters.email ?? ''}
          onChange={value => state.setFilter('email', value)}
        />
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
          label="Sesión"
          placeholder="Todas"
          clearable
          value={filters.active ?? null}
          onChange={value => state.setFilter('active', value)}
          data={[
            { value: 'true', label: 'Activa' },
            { value: 'false', label: 'Terminada' },
          ]}
        />
      </FilterBar>
      <DataTable
        label="Sesiones"
        columns={columns}
        rows={data?.content ?? []}
        rowKey={row => row.token}
        status={data ? 'ready' : error ? 'error' : 'loading'}
        sort={sortOf(state.sort)}
        onSort={sort => state.setSort(sortText(sort))}
        skeletonRows={PAGE_SIZE}
        empty={{ title: 'Nadie ha entrado todavía' }}
        noResults={Object.keys(filters).length > 0 ? { title: 'Ninguna sesión coincide', onClear: state.clear } : null}
        error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch(), retrying: isFetching }}
      />
      {data && data.totalElements > 0 ? (
        <Pager
          page={state.page + 1}
          pageSize={PAGE_SIZE}
          total={data.totalElements}
          onChange={page => state.setPage(page - 1)}
          noun={data.totalElements === 1 ? 'sesión' : 'sesiones'}
        />
      ) : null}
    </>
  )
}
