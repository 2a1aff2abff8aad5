import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UNDO_SECONDS } from '#domain/notification/undo/undo.ts'
import { listScoreReaders } from '#domain/report-request/score/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showError } from '#web/ui/feedback/messages.ts'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/**
 * Asks before several banks are notified of a score, and names them; with one or none it goes ahead. The caller must
 * render `window`.
 */
export function useTelling(validationId: string, { corrects, send }: { corrects: boolean; send: () => void }) {
  const client = useQueryClient()
  const [names, setNames] = useState<readonly string[] | null>(null)
  const asking = useMutation({
    mutationFn: () =>
      client.fetchQuery({ ...queryOptions(listScoreReaders, { query: { validationId } }), staleTime: 0 }),
    onSuccess: ({ entities }) => (entities.length > 1 ? setNames(entities) : send()),
    onError: error => showError(messageOf(error)),
  })
  const window = (
    <ConfirmModal
      opened={names !== null}
      onClose={() => setNames(null)}
      title={corrects ? 'Guardar la corrección' : 'Publicar la calificación'}
      consequence={
        corrects
          ? 'También se avisa al proveedor y al evaluador.'
          : `También se avisa al proveedor y al evaluador. Podrá deshacerlo durante ${UNDO_SECONDS} segundos.`
      }
      onConfirm={() => {
        setNames(null)
        send()
      }}
      confirmLabel={corrects ? 'Guardar y avisar' : 'Publicar y avisar'}
      loading={false}
      submitError={null}
    >
      Se avisará a {names?.length} entidades que siguen al proveedor: <b>{list.format(names ?? [])}</b>.
    </ConfirmModal>
  )
  return { ask: () => asking.mutate(), isPending: asking.isPending, window }
}
