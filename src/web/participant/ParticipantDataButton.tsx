import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { exportParticipant } from '#domain/participant/contract.ts'
import { call } from '#web/api/api.ts'
import { useDownload } from '#web/document/useDownload.ts'
import { useMay, useMe } from '#web/session/useMe.ts'

/** Exports all data of a participant and its users, to answer their request (RGPD art. 15). */
export function ParticipantDataButton({ id, name }: { id: string; name: string }) {
  const { today } = useMe()
  const exports = useMay('participant.export')
  const saving = useDownload(() => call(exportParticipant, { params: { id } }), `datos de ${name} ${today}.json`)
  if (!exports) return null
  return (
    <Button size="xs" leftSection={<IconDownload />} loading={saving.isPending} onClick={() => saving.mutate()}>
      Descargar sus datos
    </Button>
  )
}
