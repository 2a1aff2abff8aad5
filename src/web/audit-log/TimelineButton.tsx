import { Button } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { useState } from 'react'
import type { TracedKind } from '#domain/audit-log/contract.ts'
import { TimelineDialog } from '#web/audit-log/TimelineDialog.tsx'
import { useMay } from '#web/session/useMe.ts'

type Props = { kind: TracedKind; id: string; name: string }

/** Opens the timeline of an object for users who may read it; renders nothing for others. */
export function TimelineButton({ kind, id, name }: Props) {
  const reads = useMay('trail.read')
  const [opened, setOpened] = useState(false)
  if (!reads) return null
  return (
    <>
      <Button size="xs" leftSection={<IconTimeline />} onClick={() => setOpened(true)}>
        Cronología
      </Button>
      <TimelineDialog opened={opened} onClose={() => setOpened(false)} kind={kind} id={id} name={name} />
    </>
  )
}
