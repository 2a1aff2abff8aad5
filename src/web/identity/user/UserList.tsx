import { IconPencil, IconTrash } from '@tabler/icons-react'
import { userColumns } from '#domain/identity/user/columns.ts'
import { exportUsersOfParticipant, type UserWire } from '#domain/identity/user/contract.ts'
import { editRefusal, userRemovalRefusal } from '#domain/identity/user/user.ts'
import { msg, t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { SuggestField } from '#web/identity/user/SuggestField.tsx'
import { UserAccess } from '#web/identity/user/UserAccess.tsx'
import { userLooks } from '#web/identity/user/userLooks.tsx'
import { userName } from '#web/identity/user/userWords.ts'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { actorOf, useMay, useMe } from '#web/session/useMe.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'

/** Created users of a participant, six per page (USR-02, LIM-13), with their actions. */
export function UserList({ participant, onEdit }: { participant: string; onEdit: (user: UserWire) => void }) {
  const oversees = useMay('session.oversee')
  const list = useList(exportUsersOfParticipant, { params: { id: participant } })
  const { filters } = list
  return (
    <Section title={t('USUARIOS CREADOS')} actions={<ListTools list={list} />}>
      <ListFilters
        list={list}
        own={{
          name: (
            <SuggestField
              label={t('Nombre')}
              placeholder={t('Nombre o apellidos')}
              field="name"
              within={participant}
              value={filters.name ?? ''}
              onChange={value => list.setFilter('name', value)}
            />
          ),
          email: (
            <SuggestField
              label={t('Correo')}
              placeholder={t('Parte del correo')}
              field="email"
              within={participant}
              value={filters.email ?? ''}
              onChange={value => list.setFilter('email', value)}
            />
          ),
        }}
      />
      <ListTable
        list={list}
        columns={[
          ...tableColumns(userColumns, userLooks),
          {
            key: 'actions',
            header: t('Acciones'),
            actions: true,
            width: oversees ? 152 : 110,
            cell: user => <UserActions user={user} onEdit={onEdit} />,
          },
        ]}
        rowKey={user => user.id}
        empty={{
          title: t('Esta organización no tiene usuarios'),
          text: t('Cree el primero: será su usuario principal.'),
        }}
        noResults={t('Ningún usuario coincide')}
      />
      <ListPager list={list} noun={[t('usuario'), t('usuarios')]} />
    </Section>
  )
}

const HOW_TO_END = msg('Para darlo de baja, ábralo con «Editar».')

/** The table never deletes a user (ROLE-43): 'Dar de baja' is in the edit form. */
function UserActions({ user, onEdit }: { user: UserWire; onEdit: (user: UserWire) => void }) {
  const actor = actorOf(useMe())
  const refusal = editRefusal(actor, user)
  const manages = useMay('user.manage')
  const endable = manages && userRemovalRefusal(actor, user) === null
  const removal = [sentence('userNotDeletable'), endable && t(HOW_TO_END)].filter(Boolean).join(' ')
  const oversees = useMay('session.oversee')
  const name = userName(user)
  return (
    <RowActions
      of={name}
      actions={[
        {
          label: t`Editar a ${name}`,
          icon: <IconPencil />,
          blocked: refusal && sentence(refusal),
          onClick: () => onEdit(user),
        },
        ...(oversees ? [{ label: t('Acceso'), icon: null, control: <UserAccess user={user} /> }] : []),
        { label: t`Eliminar a ${name}`, icon: <IconTrash />, blocked: removal },
      ]}
    />
  )
}
