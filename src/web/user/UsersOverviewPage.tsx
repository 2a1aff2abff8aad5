import { Select } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { invitableKinds } from '#domain/roles.ts'
import { roleLabels } from '#domain/session/outcome.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { listUsers, type UserWire } from '#domain/user/contract.ts'
import { roleFilters } from '#domain/user/user.ts'
import { messageOf, reading } from '#web/api.ts'
import { useListState } from '#web/list/useListState.ts'
import { Forbidden } from '#web/participant/search/Forbidden.tsx'
import { sortOf, sortText } from '#web/participant/search/sorting.ts'
import { paths } from '#web/paths.ts'
import { useMay } from '#web/session/useMe.ts'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { SuggestField } from '#web/user/SuggestField.tsx'
import { PAGE_SIZE, statusOptions } from '#web/user/UserList.tsx'
import { emailColumn, nameColumn, participantColumn, statusColumn } from '#web/user/userColumns.tsx'

const columns: Column<UserWire>[] = [
  participantColumn,
  nameColumn,
  emailColumn,
  statusColumn,
  { key: 'actions', header: 'Acciones', actions: true, width: 70, cell: user => <Manage user={user} /> },
]
const roleOptions = roleFilters.map(value => ({ value, label: roleLabels[value.slice(5) as UserWire['role']] }))

/** All users of every participant, with filters; CCI only (USR-03, USR-04, ROUTE-31, ROLE-19, LIM-34). */
export function UsersOverviewPage() {
  return useMay('user.overview') ? <Overview /> : <Forbidden />
}

function Overview() {
  const state = useListState(['participant', 'email', 'role', 'status'], 'participant,asc')
  const { filters } = state
  const query = {
    page: state.page,
    size: PAGE_SIZE,
    sort: state.sort,
    participant: filters.participant,
    email: filters.email,
    role: filters.role as (typeof roleFilters)[number] | undefined,
    status: filters.status as UserStatus | undefined,
  }
  const { data, status, error, refetch, isFetching } = useQuery({
    ...reading(listUsers, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title="Visualización" subtitle="Todos los usuarios, por participante." />
      <FilterBar onClear={state.clear} active={Object.keys(filters).length}>
        <SuggestField
          label="Participante"
          placeholder="Nombre, CIF o NRBE"
          field="participant"
          value={filters.participant ?? ''}
          onChange={value => state.setFilter('participant', value)}
        />
        <SuggestField
          label="Correo"
          placeholder="Parte del correo"
          field="email"
          value={filters.email ?? ''}
          onChange={value => state.setFilter('email', value)}
        />
        <Select
          size="xs"
          label="Rol"
          placeholder="Todos"
          clearable
          data={roleOptions}
          value={filters.role ?? null}
          onChange={value => state.setFilter('role', value)}
        />
        <Select
          size="xs"
          label="Estado"
          placeholder="Todos"
          clearable
          data={statusOptions}
          value={filters.status ?? null}
          onChange={value => state.setFilter('status', value)}
        />
      </FilterBar>
      <DataTable
        label="Usuarios por participante"
        columns={columns}
        rows={data?.content ?? []}
        rowKey={user => user.id}
        status={data ? 'ready' : status === 'error' ? 'error' : 'loading'}
        skeletonRows={PAGE_SIZE}
        sort={sortOf(state.sort)}
        onSort={sort => state.setSort(sortText(sort))}
        empty={{ title: 'Todavía no hay usuarios' }}
        noResults={Object.keys(filters).length > 0 ? { title: 'Ningún usuario coincide', onClear: state.clear } : null}
        error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch(), retrying: isFetching }}
      />
      {data && data.totalElements > 0 ? (
        <Pager
          page={state.page + 1}
          pageSize={PAGE_SIZE}
          total={data.totalElements}
          onChange={page => state.setPage(page - 1)}
          noun={data.totalElements === 1 ? 'usuario' : 'usuarios'}
        />
      ) : null}
    </>
  )
}

/** Leads to where the users of this one's participant are managed. */
function Manage({ user }: { user: UserWire }) {
  const kind = invitableKinds.find(each => each === user.role)
  return (
    <IconButton
      size={40}
      label={`Gestionar los usuarios de ${user.nameGenericEntity}`}
      icon={<IconUsersGroup />}
      href={kind ? paths.users(kind, user.idGenericEntity) : paths.users()}
    />
  )
}
