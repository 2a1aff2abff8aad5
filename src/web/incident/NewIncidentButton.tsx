import { Button } from '@mantine/core'
import { IconMessageExclamation, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { queryOptions } from '#web/api/api.ts'
import { NewIncidentModal } from '#web/incident/NewIncidentModal.tsx'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { useMe } from '#web/session/useMe.ts'

/**
 * The button that raises an incident, with its window (INC-01). An address with a provider opens the window about that
 * provider.
 */
export function NewIncidentButton() {
  const [opened, setOpened] = useState(false)
  const [provider, setProvider] = useUrlValue('about')
  const { idGenericEntity } = useMe()
  const isOwn = provider === idGenericEntity
  const { data: about } = useQuery({
    ...queryOptions(readParticipant, { params: { kind: 'provider', id: provider ?? '' } }),
    enabled: provider !== null && !isOwn,
  })
  const close = () => {
    setOpened(false)
    if (provider) setProvider(null)
  }
  return (
    <>
      <Button variant="filled" leftSection={<IconPlus />} onClick={() => setOpened(true)}>
        {t('Nueva incidencia')}
      </Button>
      <NewIncidentModal opened={opened || isOwn} onClose={close} />
      {provider && about ? (
        <NewIncidentModal key={provider} opened onClose={close} about={{ id: provider, name: displayName(about) }} />
      ) : null}
    </>
  )
}

/** The same next to a provider, with that provider preset. */
export function IncidentAboutButton({ id, name }: { id: string; name: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="xs" leftSection={<IconMessageExclamation />} onClick={() => setOpened(true)}>
        {t('Notificar incidencia')}
      </Button>
      <NewIncidentModal key={id} opened={opened} onClose={() => setOpened(false)} about={{ id, name }} />
    </>
  )
}
