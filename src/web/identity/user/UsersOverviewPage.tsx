import { IconUsersGroup } from '@tabler/icons-react'
import { invitableKinds } from '#domain/identity/roles.ts'
import { overviewUserColumns } from '#domain/identity/user/columns.ts'
import { exportUsers, type UserWire } from '#domain/identity/user/contract.ts'
import { paths } from '#web/app/paths.ts'
import { SuggestField } from '#web/identity/user/SuggestField.tsx'
import { userLooks } from '#web/identity/user/userLooks.tsx'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'

const columns: Column<UserWire>[] = [
  ...tableColumns(overviewUserColumns, userLooks),
  { key: 'actions', header: 'Acciones', actions: true, width: 70, cell: user => <Manage user={user} /> },
]

/** All users of every participant, with filters; CCI only (USR-03, USR-04, ROUTE-31, ROLE-19, LIM-34). */
export function UsersOverviewPage() {
  const list = useList(exportUsers)
  const { filters } = list
  return (
    <>
      <PageHeader
        title="Usuarios por participante"
        subtitle="Los de todos los participantes y los del propio CCI."
        actions={<ListTools list={list} />}
      />
      <ListFilters
        list={list}
        own={{
          participant: (
            <SuggestField
              label="Participante"
              placeholder="Nombre, CIF o NRBE"
              field="participant"
              value={filters.participant ?? ''}
              onChange={value => list.setFilter('participant', value)}
            />
          ),
          email: (
            <SuggestField
              label="Correo"
              placeholder="Parte del correo"
              field="email"
              value={filters.email ?? ''}
              onChange={value => list.setFilter('email', value)}
            />
          ),
        }}
      />
      <ListTable
        list={list}
        columns={columns}
        rowKey={user => user.id}
        empty={{ title: 'Todavía no hay usuarios' }}
        noResults="Ningún usuario coincide"
      />
      <ListPager list={list} noun={['usuario', 'usuarios']} />
    </>
  )
}

/** Link to the user management of the user's participant. */
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
