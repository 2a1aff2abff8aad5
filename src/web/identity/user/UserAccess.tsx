import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endSessionOfUser, endSessionsOfUser, listSessionsOfUser } from '#domain/identity/session/contract.ts'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { SessionList } from '#web/identity/user/security/SessionList.tsx'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { UserFactors } from '#web/identity/user/UserFactors.tsx'
import { userName } from '#web/identity/user/userWords.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

/** Sign-in details of a user for CCI, beside the edit form. */
export function UserAccess({ user }: { user: UserWire }) {
  const [opened, setOpened] = useState(false)
  const name = userName(user)
  return (
    <>
      <IconButton size={40} label={`Acceso de ${name}`} icon={<IconShieldLock />} onClick={() => setOpened(true)} />
      <Dialog opened={opened} onClose={() => setOpened(false)} title={`Acceso de ${name}`} size={720}>
        {opened ? (
          <>
            <UserSessions user={user} />
            <UserFactors user={user} />
          </>
        ) : null}
      </Dialog>
    </>
  )
}

function UserSessions({ user }: { user: UserWire }) {
  const key = user.id
  const proved = useRecentAuth()
  const { data, error, refetch, isFetching } = useQuery(queryOptions(listSessionsOfUser, { params: { key } }))
  const ending = useListWrite({
    mutationFn: (id: string | null) =>
      proved.does(() =>
        id === null ? call(endSessionsOfUser, { params: { key } }) : call(endSessionOfUser, { params: { key, id } }),
      ),
    reads: [listSessionsOfUser.name],
  })
  const others = data?.content.filter(session => !session.current).length ?? 0
  return (
    <Section
      title="Sesiones abiertas"
      kind="label"
      actions={
        others > 0 ? (
          <Button
            size="xs"
            color="red"
            loading={ending.isPending && ending.variables === null}
            onClick={() => ending.mutate(null)}
          >
            Cerrar todas
          </Button>
        ) : null
      }
    >
      {ending.error ? (
        <Message kind="error" live>
          {messageOf(ending.error)}
        </Message>
      ) : null}
      {data ? (
        data.content.length > 0 ? (
          <SessionList
            label={`Sesiones abiertas de ${userName(user)}`}
            sessions={data.content}
            onEnd={session => ending.mutate(session.id)}
            ending={ending.isPending ? (ending.variables ?? null) : null}
          />
        ) : (
          <p className="dim">No tiene ninguna sesión abierta.</p>
        )
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={120} label="Cargando las sesiones" />
      )}
      {proved.dialog}
    </Section>
  )
}
