import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { exportParticipant } from '#domain/participant/contract.ts'
import { call, messageOf } from '#web/api.ts'
import { saveBlob } from '#web/document/upload/saveBlob.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { showToast } from '#web/ui/toast.ts'

/** Everything the portal holds on a participant and its users, for whoever must answer their request (RGPD art. 15). */
export function ParticipantDataButton({ id, name }: { id: string; name: string }) {
  const { today } = useMe()
  const exports = useMay('participant.export')
  const saving = useMutation({
    mutationFn: () => call(exportParticipant, { params: { id } }),
    onSuccess: blob => saveBlob(blob, `datos de ${name} ${today}.json`),
    onError: error =>
      showToast({ kind: 'error', title: 'No se ha podido descargar', text: messageOf(error), keep: true }),
  })
  if (!exports) return null
  return (
    <Button size="xs" leftSection={<IconDownload />} loading={saving.isPending} onClick={() => saving.mutate()}>
      Descargar sus datos
    </Button>
  )
}
