import { Select } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { sentence } from '#domain/messages.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { listUsersOfParticipant, type UserWire } from '#domain/user/contract.ts'
import { editRefusal, userStatusLabels } from '#domain/user/user.ts'
import { messageOf, reading } from '#web/api.ts'
import { useListState } from '#web/list/useListState.ts'
import { sortOf, sortText } from '#web/participant/search/sorting.ts'
import { actorOf, useMe } from '#web/session/useMe.ts'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { showError } from '#web/ui/messages.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { Section } from '#web/ui/Section.tsx'
import { SuggestField } from '#web/user/SuggestField.tsx'
import { emailColumn, nameColumn, statusColumn } from '#web/user/userColumns.tsx'
import { userName } from '#web/user/userWords.ts'

/** LIM-13. */
export const PAGE_SIZE = 6
export const statusOptions = Object.entries(userStatusLabels).map(([value, label]) => ({ value, label }))

const columns: Column<UserWire>[] = [nameColumn, emailColumn, statusColumn]

/** The created users of a participant, six a page (USR-02, LIM-13), with what may be done with each. */
export function UserList({ participant, onEdit }: { participant: string; onEdit: (user: UserWire) => void }) {
  const state = useListState(['name', 'email', 'status'], 'name,asc')
  const { filters } = state
  const query = {
    page: state.page,
    size: PAGE_SIZE,
    sort: state.sort,
    name: filters.name,
    email: filters.email,
    status: filters.status as UserStatus | undefined,
  }
  const { data, status, error, refetch, isFetching } = useQuery({
    ...reading(listUsersOfParticipant, { params: { id: participant }, query }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="USUARIOS CREADOS">
      <FilterBar onClear={state.clear} active={Object.keys(filters).length}>
        <SuggestField
          label="Nombre"
          placeholder="Nombre o apellidos"
          field="name"
          within={participant}
          value={filters.name ?? ''}
          onChange={value => state.setFilter('name', value)}
        />
        <SuggestField
          label="Correo"
          placeholder="Parte del correo"
          field="email"
          within={participant}
          value={filters.email ?? ''}
          onChange={value => state.setFilter('email', value)}
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
        label="Lista de usuarios creados"
        columns={[
          ...columns,
          {
            key: 'actions',
            header: 'Acciones',
            actions: true,
            width: 110,
            cell: user => <RowActions user={user} onEdit={onEdit} />,
          },
        ]}
        rows={data?.content ?? []}
        rowKey={user => user.id}
        status={data ? 'ready' : status === 'error' ? 'error' : 'loading'}
        skeletonRows={PAGE_SIZE}
        sort={sortOf(state.sort)}
        onSort={sort => state.setSort(sortText(sort))}
        empty={{ title: 'Esta organización no tiene usuarios', text: 'Cree el primero: será su usuario principal.' }}
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
    </Section>
  )
}

/** Nobody is deleted from the table (ROLE-43): 'Dar de baja' stands in the edit. */
function RowActions({ user, onEdit }: { user: UserWire; onEdit: (user: UserWire) => void }) {
  const refusal = editRefusal(actorOf(useMe()), user)
  const name = userName(user)
  return (
    <>
      <IconButton
        size={40}
        label={`Editar a ${name}`}
        icon={<IconPencil />}
        blocked={refusal && sentence(refusal)}
        onClick={() => onEdit(user)}
      />
      <IconButton
        size={40}
        label={`Eliminar a ${name}`}
        icon={<IconTrash />}
        onClick={() => showError(sentence('userNotDeletable'))}
      />
    </>
  )
}
