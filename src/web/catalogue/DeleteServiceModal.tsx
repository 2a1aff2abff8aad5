import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ServiceWire } from '#domain/catalogue/contract.ts'
import { deleteService, listServices } from '#domain/catalogue/contract.ts'
import { notices } from '#domain/messages.ts'
import { call } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { deletionFailure } from '#web/catalogue/failure.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

export interface DeleteServiceModalProps {
  service: ServiceWire | null
  onClose: () => void
}

/** Confirms and deletes a service that no live request uses (ERR-07, ERR-08). */
export function DeleteServiceModal({ service, onClose }: DeleteServiceModalProps) {
  // The window keeps its content while it closes.
  const [shown, setShown] = useState(service)
  const deleting = useListWrite({
    mutationFn: (id: string) => call(deleteService, { params: { id } }),
    onSuccess: () => {
      showToast({ title: notices.deleted, text: shown?.description })
      onClose()
    },
    reads: [listServices.name],
  })
  if (service !== null && service !== shown) {
    setShown(service)
    deleting.reset()
  }
  return (
    <ConfirmModal
      opened={service !== null}
      onClose={onClose}
      title="Eliminar servicio"
      consequence="Deja de ofrecerse en las solicitudes nuevas. Las que expiraron conservan su nombre."
      onConfirm={() => shown && deleting.mutate(shown.id)}
      confirmLabel="Eliminar"
      loading={deleting.isPending}
      submitError={deleting.error ? deletionFailure(deleting.error) : null}
      icon={<IconTrash />}
      danger
    >
      ¿Eliminar el servicio <b>{shown?.description}</b>?
    </ConfirmModal>
  )
}
