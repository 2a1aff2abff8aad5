import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '#domain/language/translate.ts'
import { filled, notices } from '#domain/messages.ts'
import { deleteParticipant, listParticipants, readOverview } from '#domain/participant/contract.ts'
import { readQueue } from '#domain/validation/contract.ts'
import { call } from '#web/api/api.ts'
import { failureText } from '#web/api/failure.ts'
import { paths } from '#web/app/paths.ts'
import { isProposed } from '#web/identity/access/isProposed.ts'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import type { KindPath } from '#web/participant/detail/ContactInfo.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'

/** How long 'Eliminado correctamente.' shows before the list opens again, in ms (LIM-08). */
const RETURN_MS = 3000
const listOf: Record<KindPath, () => string> = {
  provider: paths.providers,
  entity: paths.entities,
  audit: paths.evaluators,
}

type Props = { opened: boolean; onClose: () => void; id: string; name: string; kind: KindPath }

/** Asks before deleting a participant, shows the result, and returns to its list (PART-32 to PART-34, ERR-25). */
export function DeleteParticipantModal({ opened, onClose, id, name, kind }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const proved = useRecentAuth()
  const remove = useMutation({
    mutationFn: () => proved.does(() => call(deleteParticipant, { body: { idGenericEntity: id } })),
    onSuccess: done => {
      if (!done) return
      onClose()
      showNotice(notices.deleted)
      setTimeout(() => {
        for (const contract of [readOverview, readQueue, listParticipants]) {
          void client.invalidateQueries({ queryKey: [contract.name] })
        }
        // Users who have left the screen stay where they are.
        if (location.pathname === listOf[kind]()) void navigate({ to: listOf[kind](), search: {} as never })
      }, RETURN_MS)
    },
    onError: error => {
      if (!isProposed(error)) return
      remove.reset()
      onClose()
      showNotice(error.message)
    },
  })
  return (
    <>
      <ConfirmModal
        opened={opened}
        onClose={() => {
          remove.reset()
          onClose()
        }}
        title={t('Eliminar participante')}
        consequence={t(
          'Deja de verse para todos y sus usuarios ya no podrán entrar. El registro de lo ocurrido se conserva.',
        )}
        onConfirm={() => remove.mutate()}
        confirmLabel={t('Eliminar')}
        icon={<IconTrash />}
        danger
        loading={remove.isPending}
        submitError={remove.error ? failureText('participantDeleteFailed', remove.error) : null}
      >
        {filled(notices.deleteParticipant, { name })}
      </ConfirmModal>
      {proved.dialog}
    </>
  )
}
