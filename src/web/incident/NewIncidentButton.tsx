import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
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
