import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notices } from '#domain/messages.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readAgenda, readOverview } from '#domain/participant/contract.ts'
import { deleteRequest, listValidations } from '#domain/validation/contract.ts'
import { call, messageOf } from '#web/api.ts'
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx'
import { showToast } from '#web/ui/toast.ts'

type Props = {
  row: OverviewRow | null
  onClose: () => void
  /** The list was read again, without the request. */
  onGone: () => void
}

/** Asks before a request is deleted (SRCH-12, ROLE-27). */
export function DeleteRequestModal({ row, onClose, onGone }: Props) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteRequest, { params: { id } }),
    onSuccess: () => {
      showToast({ title: 'Solicitud eliminada', text: row?.service })
      onClose()
    },
    onSettled: async () => {
      await Promise.all(
        [readOverview, readAgenda, listValidations].map(({ name }) => client.invalidateQueries({ queryKey: [name] })),
      )
      onGone()
    },
  })
  return (
    <ConfirmModal
      opened={row !== null}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title="Eliminar solicitud"
      consequence={row ? `${row.service ?? ''} · ${row.audit ?? ''}` : undefined}
      onConfirm={() => row?.validationId && remove.mutate(row.validationId)}
      confirmLabel="Eliminar"
      icon={<IconTrash />}
      danger
      loading={remove.isPending}
      submitError={remove.error ? messageOf(remove.error) : null}
    >
      {notices.deleteRequest}
    </ConfirmModal>
  )
}
