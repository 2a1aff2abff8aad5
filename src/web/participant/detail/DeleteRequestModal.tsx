import { IconTrash } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import { notices } from '#domain/messages.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { deleteRequest, listValidations, readQueue } from '#domain/validation/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useUndo } from '#web/notification/undo/useUndo.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'

type Props = {
  request: { validationId: string | null; service: string | null; audit: string | null } | null
  /** Consequence to show before the deletion. */
  note?: string
  onClose: () => void
  onDeleted?: () => void
  /** The list has reloaded without the request. */
  onGone?: () => void
}

/** Asks before deleting a request (SRCH-12, ROLE-27). */
export function DeleteRequestModal({ request, note, onClose, onDeleted, onGone }: Props) {
  const { tellDone } = useUndo()
  const remove = useListWrite({
    reads: [readOverview, readAgenda, listValidations, readQueue].map(({ name }) => name),
    mutationFn: (id: string) => call(deleteRequest, { params: { id } }),
    onSuccess: (_answer, id) => {
      tellDone({ id, title: t('Solicitud eliminada'), text: request?.service ?? '' })
      onClose()
      onDeleted?.()
      onGone?.()
    },
  })
  const what = request && `${request.service ?? ''} · ${request.audit ?? ''}`
  return (
    <ConfirmModal
      opened={request !== null}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={t('Eliminar solicitud')}
      consequence={what && note ? `${what}. ${note}` : what}
      onConfirm={() => request?.validationId && remove.mutate(request.validationId)}
      confirmLabel={t('Eliminar')}
      icon={<IconTrash />}
      danger
      loading={remove.isPending}
      submitError={remove.error ? messageOf(remove.error) : null}
    >
      {t(notices.deleteRequest)}
    </ConfirmModal>
  )
}
