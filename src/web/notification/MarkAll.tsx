import { IconMailOpened } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { listNotifications, markAllNotifications } from '#domain/notification/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

/** Marks every notification as read, those of other pages too. */
export function MarkAll({ unread }: { unread: number | undefined }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const marking = useMutation({
    mutationFn: () => call(markAllNotifications),
    onSuccess: ({ marked }) => {
      setAsking(false)
      showToast({ title: marked === 1 ? t('1 notificación leída') : t`${marked} notificaciones leídas` })
      return client.invalidateQueries({ queryKey: [listNotifications.name] })
    },
  })
  return (
    <>
      <ActionButton
        variant="subtle"
        size="xs"
        leftSection={<IconMailOpened />}
        blocked={unread === 0 ? t('No le queda nada por leer') : null}
        reason="tooltip"
        onClick={() => {
          marking.reset()
          setAsking(true)
        }}
      >
        {t('Marcar todas como leídas')}
      </ActionButton>
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('Marcar todas como leídas')}
        consequence={t(
          'También las de las demás páginas. Solo cambia para usted: sus compañeros conservan sus marcas.',
        )}
        onConfirm={() => marking.mutate()}
        confirmLabel={t('Marcar todas')}
        icon={<IconMailOpened />}
        loading={marking.isPending}
        submitError={marking.error ? messageOf(marking.error) : null}
      >{t`¿Marcar como leídas las ${unread ?? ''} notificaciones que tiene sin leer?`}</ConfirmModal>
    </>
  )
}
