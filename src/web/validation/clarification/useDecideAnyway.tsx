import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listClarifications } from '#domain/validation/clarification/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showError } from '#web/ui/feedback/messages.ts'

/**
 * Asks before a decision about what an open question is about; without one it goes ahead (ASK-08). The caller must render
 * `window`.
 */
export function useDecideAnyway(validationId: string) {
  const client = useQueryClient()
  const [waits, setWaits] = useState<{ decide: () => void; count: number } | null>(null)
  const asking = useMutation({
    mutationFn: (_decide: () => void) =>
      client.fetchQuery({
        ...queryOptions(listClarifications, { query: { validationId, open: 'true', size: 1 } }),
        staleTime: 0,
      }),
    onSuccess: ({ totalElements: count }, decide) => (count > 0 ? setWaits({ decide, count }) : decide()),
    onError: error => showError(messageOf(error)),
  })
  const window = (
    <ConfirmModal
      opened={waits !== null}
      onClose={() => setWaits(null)}
      title="Hay una aclaración abierta: ¿decidir sin ella?"
      consequence="Quien preguntó y quien debía contestar lo leerán en ella."
      onConfirm={() => {
        setWaits(null)
        waits?.decide()
      }}
      confirmLabel="Decidir sin ella"
      loading={false}
      submitError={null}
    >
      {waits?.count === 1 ? 'La decisión la cerrará.' : `La decisión cerrará las ${waits?.count} que están abiertas.`}
    </ConfirmModal>
  )
  return { confirm: (decide: () => void) => asking.mutate(decide), isPending: asking.isPending, window }
}
