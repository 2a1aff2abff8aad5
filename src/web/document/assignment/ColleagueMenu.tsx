import { Loader, Menu } from '@mantine/core'
import { IconUser, IconUserCheck, IconUserOff, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listUsersOfParticipant } from '#domain/identity/user/contract.ts'
import { t } from '#domain/language/translate.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { useMe } from '#web/session/useMe.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'

type Props = {
  /** What is assigned, for screen readers. */
  name: string
  assignee: { id: string; name: string } | undefined
  pending: boolean
  onAssign: (to: string | null) => void
}

/** A menu that gives something to a user of the own organisation, or to no one (EASE-09). */
export function ColleagueMenu({ name, assignee, pending, onAssign }: Props) {
  const me = useMe()
  const [opened, setOpened] = useState(false)
  const users = useQuery({
    ...queryOptions(listUsersOfParticipant, { params: { id: me.idGenericEntity }, query: { size: 200 } }),
    enabled: opened,
  })
  const others = (users.data?.content ?? []).filter(user => user.id !== assignee?.id)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton
          size={40}
          label={assignee ? t`Asignado a ${assignee.name}: cambiar de quién es ${name}` : t`Asignar ${name}`}
          icon={assignee ? <IconUserCheck /> : <IconUserPlus />}
          disabled={pending}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {assignee ? (
          <Menu.Item leftSection={<IconUserOff />} onClick={() => onAssign(null)}>
            {t('Dejar sin asignar')}
          </Menu.Item>
        ) : null}
        <Menu.Label>{assignee ? t('Pasar a') : t('Asignar a')}</Menu.Label>
        {users.isPending ? (
          <Menu.Item disabled>
            <Loader size="xs" />
          </Menu.Item>
        ) : null}
        {users.error ? <Menu.Item disabled>{messageOf(users.error)}</Menu.Item> : null}
        {others.map(user => (
          <Menu.Item key={user.id} leftSection={<IconUser />} onClick={() => onAssign(user.id)}>
            {`${user.contactDetails.name ?? ''} ${user.contactDetails.surNames ?? ''}`.trim() || user.email}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
