import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InvitationWire } from '#domain/invitation/contract.ts'
import { countInvitations, listInvitations } from '#domain/invitation/contract.ts'
import { hasLapsedPassword, invitationStatusLabels, kindLabels } from '#domain/invitation/invitation.ts'
import type { InvitableKind } from '#domain/roles.ts'
import { invitableKinds } from '#domain/roles.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { messageOf, reading } from '#web/api.ts'
import { InvitationActions } from '#web/invitation/InvitationActions.tsx'
import { fromInstant, toInstant } from '#web/list/instants.ts'
import { useListState } from '#web/list/useListState.ts'
import { SearchField } from '#web/participant/search/SearchField.tsx'
import { sortOf, sortText } from '#web/participant/search/sorting.ts'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { dayText } from '#web/ui/dates.ts'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Section } from '#web/ui/Section.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import classes from './InvitationList.module.css'

/** LIM-12. */
const PAGE_SIZE = 6
const statuses = Object.keys(invitationStatusLabels) as InvitationStatus[]

const columns: Column<InvitationWire>[] = [
  { key: 'email', header: 'CORREO', sortable: true, cell: row => <Breakable text={row.email} />, sub: whose },
  { key: 'type', header: 'TIPO', sortable: true, width: 120, cell: row => kindLabels[row.type] },
  {
    key: 'createdAt',
    header: 'FECHA',
    sortable: true,
    width: 150,
    cell: row => <RelativeTime value={row.createdAt} />,
    sub: row => (row.sentAt > row.createdAt ? `Otra vez el ${dayText(row.sentAt)}` : null),
  },
  {
    key: 'status',
    header: 'ESTADO',
    sortable: true,
    width: 170,
    cell: row => <StateBadge state={row.status} label={invitationStatusLabels[row.status]} />,
    sub: row => (hasLapsedPassword(row) ? 'La contraseña ha caducado' : null),
  },
  {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    width: 110,
    cell: row => <InvitationActions invitation={row} />,
  },
]

function whose({ nameGenericEntity, name, codNRBE }: InvitationWire): string | null {
  return [nameGenericEntity || name, codNRBE].filter(Boolean).join(' · ') || null
}

/** A long address may break after its signs, so that a card of a phone holds it. */
function Breakable({ text }: { text: string }) {
  return <span className={classes.email}>{text}</span>
}

/** What was issued: counts by status, filters, six a page (INV-03, INV-04, LIM-12, LIM-33). */
export function InvitationList() {
  const state = useListState(['status', 'type', 'email', 'from', 'to'], 'createdAt,desc')
  const { filters } = state
  const query = {
    page: state.page,
    size: PAGE_SIZE,
    sort: state.sort,
    status: filters.status as InvitationStatus | undefined,
    type: filters.type as InvitableKind | undefined,
    email: filters.email,
    from: fromInstant(filters.from),
    to: toInstant(filters.to),
  }
  const { data, status, error, refetch, isFetching } = useQuery({
    ...reading(listInvitations, { query }),
    placeholderData: keepPreviousData,
  })
  const { data: counts } = useQuery(reading(countInvitations))
  const all = counts && statuses.reduce((sum, each) => sum + counts[each], 0)
  const { status: _segment, ...fields } = filters
  return (
    <Section title="INVITACIONES EMITIDAS">
      <div className={classes.segments}>
        <Segments
          label="Estado"
          value={filters.status ?? ''}
          onChange={value => state.setFilter('status', value || null)}
          segments={[
            { value: '', label: 'Todas', count: all },
            ...statuses.map(each => ({ value: each, label: plural(each), count: counts?.[each] })),
          ]}
        />
      </div>
      <FilterBar onClear={state.clear} active={Object.keys(fields).length}>
        <SearchField
          label="Correo"
          placeholder="Parte del correo"
          value={filters.email ?? ''}
          onChange={value => state.setFilter('email', value)}
        />
        <Select
          size="xs"
          label="Tipo"
          placeholder="Todos"
          clearable
          value={filters.type ?? null}
          onChange={value => state.setFilter('type', value)}
          data={invitableKinds.map(kind => ({ value: kind, label: kindLabels[kind] }))}
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
      </FilterBar>
      <DataTable
        label="Invitaciones emitidas"
        columns={columns}
        rows={data?.content ?? []}
        rowKey={row => row.id}
        status={data ? 'ready' : status === 'error' ? 'error' : 'loading'}
        sort={sortOf(state.sort)}
        onSort={sort => state.setSort(sortText(sort))}
        skeletonRows={PAGE_SIZE}
        empty={{
          title: 'No se ha enviado ninguna invitación',
          text: 'Invite al primer participante con el formulario.',
        }}
        noResults={
          Object.keys(filters).length > 0 ? { title: 'Ninguna invitación coincide', onClear: state.clear } : null
        }
        error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch(), retrying: isFetching }}
      />
      {data && data.totalElements > 0 ? (
        <Pager
          page={state.page + 1}
          pageSize={PAGE_SIZE}
          total={data.totalElements}
          onChange={page => state.setPage(page - 1)}
          noun={data.totalElements === 1 ? 'invitación' : 'invitaciones'}
        />
      ) : null}
    </Section>
  )
}

const plural = (status: InvitationStatus) => `${invitationStatusLabels[status]}s`
