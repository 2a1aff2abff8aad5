import { Button, Loader, Menu } from '@mantine/core'
import { IconChevronDown, IconUser, IconUserOff, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listUsersOfParticipant } from '#domain/identity/user/contract.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { useMe } from '#web/session/useMe.ts'
import type { useAssign } from '#web/validation/desk/useAssign.ts'
import classes from './desk.module.css'

type Props = {
  task: QueueItem
  assigning: ReturnType<typeof useAssign>
  /** What the task is, for screen readers: 'Documentación de Mirlo, S.L.'. */
  name: string
}

/** Whose a task is; the menu takes it, hands it to a colleague or gives it back. */
export function AssigneeMenu({ task, assigning, name }: Props) {
  const me = useMe()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({
    ...queryOptions(listUsersOfParticipant, { params: { id: me.idGenericEntity }, query: { size: 200 } }),
    enabled: opened,
    staleTime: 300_000,
  })
  const { assignee } = task
  const isMine = assignee?.id === me.userId
  const others = (data?.content ?? []).filter(({ id }) => id !== me.userId && id !== assignee?.id)
  const give = (to: string | null) => () => assigning.assign(task, to)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          size="xs"
          className={classes.assignee}
          data-free={assignee === null || undefined}
          loading={assigning.pending === task.id}
          rightSection={<IconChevronDown aria-hidden="true" />}
        >
          {assignee === null ? 'Sin asignar' : isMine ? 'Usted' : assignee.name}
          <span className="vh">: cambiar de quién es {name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isMine ? null : (
          <Menu.Item leftSection={<IconUserPlus />} onClick={give(me.userId)}>
            Asignármela
          </Menu.Item>
        )}
        {assignee ? (
          <Menu.Item leftSection={<IconUserOff />} onClick={give(null)}>
            Devolver a la cola
          </Menu.Item>
        ) : null}
        <Menu.Label>{assignee ? 'Pasar a' : 'Asignar a'}</Menu.Label>
        {data ? null : (
          <Menu.Item disabled>
            <Loader size="xs" />
          </Menu.Item>
        )}
        {others.map(user => (
          <Menu.Item key={user.id} leftSection={<IconUser />} onClick={give(user.id)}>
            {`${user.contactDetails.name ?? ''} ${user.contactDetails.surNames ?? ''}`.trim() || user.email}
          </Menu.Item>
        ))}
        {data && others.length === 0 ? <Menu.Item disabled>No hay nadie más en el CCI</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  )
}
