import { Loader, Menu } from '@mantine/core'
import { IconUser, IconUserCheck, IconUserOff, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assignDocument } from '#domain/document/assignment/contract.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import { listUsersOfParticipant } from '#domain/identity/user/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { refreshDocumentation } from '#web/document/documentation/refreshDocumentation.ts'
import { useMay, useMe } from '#web/identity/session/useMe.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

/** A menu that gives a document to a user of the organisation, who looks after it (EASE-09). */
export function DocumentAssignee({ document }: { document: DocumentWire }) {
  const me = useMe()
  const may = useMay('document.assign')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const { id, validationId, documentCatalogName, assignee } = document
  const users = useQuery({
    ...queryOptions(listUsersOfParticipant, { params: { id: me.idGenericEntity }, query: { size: 200 } }),
    enabled: opened,
  })
  const assigning = useMutation({
    mutationFn: (to: string | null) =>
      call(assignDocument, {
        params: { id: id ?? validationId },
        body: { assignee: to, ...(id ? {} : { documentCatalogName }) },
      }),
    onSuccess: saved => {
      const to = saved.assignee?.name
      showToast({ title: to ? `Asignado a ${to}` : 'Sin asignar', text: documentCatalogName })
      return refreshDocumentation(client)
    },
    onError: error => showError(messageOf(error)),
  })
  if (!may || document.belongsTo !== me.idGenericEntity) return null
  const others = (users.data?.content ?? []).filter(user => user.id !== assignee?.id)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton
          size={40}
          label={
            assignee
              ? `Asignado a ${assignee.name}: cambiar de quién es ${documentCatalogName}`
              : `Asignar ${documentCatalogName}`
          }
          icon={assignee ? <IconUserCheck /> : <IconUserPlus />}
          disabled={assigning.isPending}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {assignee ? (
          <Menu.Item leftSection={<IconUserOff />} onClick={() => assigning.mutate(null)}>
            Dejar sin asignar
          </Menu.Item>
        ) : null}
        <Menu.Label>{assignee ? 'Pasar a' : 'Asignar a'}</Menu.Label>
        {users.isPending ? (
          <Menu.Item disabled>
            <Loader size="xs" />
          </Menu.Item>
        ) : null}
        {users.error ? <Menu.Item disabled>{messageOf(users.error)}</Menu.Item> : null}
        {others.map(user => (
          <Menu.Item key={user.id} leftSection={<IconUser />} onClick={() => assigning.mutate(user.id)}>
            {`${user.contactDetails.name ?? ''} ${user.contactDetails.surNames ?? ''}`.trim() || user.email}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
