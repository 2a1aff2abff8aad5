import { Button } from '@mantine/core'
import { IconMessageExclamation, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { NewIncidentModal } from '#web/incident/NewIncidentModal.tsx'

/** The button that raises an incident, with its window (INC-01). */
export function NewIncidentButton() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="filled" leftSection={<IconPlus />} onClick={() => setOpened(true)}>
        Nueva incidencia
      </Button>
      <NewIncidentModal opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

/** The same next to a provider, with that provider preset. */
export function IncidentAboutButton({ id, name }: { id: string; name: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="xs" leftSection={<IconMessageExclamation />} onClick={() => setOpened(true)}>
        Notificar incidencia
      </Button>
      <NewIncidentModal key={id} opened={opened} onClose={() => setOpened(false)} about={{ id, name }} />
    </>
  )
}
