import { IconUserOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteUser, type UserWire } from '#domain/identity/user/contract.ts'
import { userRemovalRefusal } from '#domain/identity/user/user.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { useRefreshUsers } from '#web/identity/user/useRefreshUsers.ts'
import { userName } from '#web/identity/user/userWords.ts'
import { actorOf, useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import classes from './EndUser.module.css'

/** Focus target when the row that opened the window is gone. */
export const NEW_USER_ID = 'nuevo-usuario'

/** 'Dar de baja', with a confirmation; never for oneself or the principal user (D15). */
export function EndUser({ user, onEnded }: { user: UserWire; onEnded: () => void }) {
  const actor = actorOf(useMe())
  const refresh = useRefreshUsers()
  const [asking, setAsking] = useState(false)
  const proved = useRecentAuth()
  const refusal = userRemovalRefusal(actor, user)
  const ending = useMutation({
    mutationFn: () => proved.does(() => call(deleteUser, { body: { id: user.id } })),
    onSuccess: async done => {
      if (!done) return
      setAsking(false)
      onEnded()
      showToast({ title: t('Usuario dado de baja'), text: userName(user) })
      await refresh()
      // Runs after both windows have closed and returned the focus to the removed row.
      setTimeout(() => focusField(NEW_USER_ID), 300)
    },
  })
  return (
    <div className={classes.root}>
      <ActionButton
        size="xs"
        color="red"
        leftSection={<IconUserOff />}
        blocked={refusal && sentence(refusal)}
        onClick={() => setAsking(true)}
      >
        {t('Dar de baja')}
      </ActionButton>
      <ConfirmModal
        opened={asking}
        onClose={() => {
          ending.reset()
          setAsking(false)
        }}
        title={t('Dar de baja')}
        consequence={t('Sus sesiones terminan al momento y ya no podrá entrar. Lo que hizo queda en el registro.')}
        onConfirm={() => ending.mutate()}
        confirmLabel={t('Dar de baja')}
        icon={<IconUserOff />}
        danger
        loading={ending.isPending}
        submitError={ending.error ? messageOf(ending.error) : null}
      >
        <Words of={t('¿Dar de baja a {0}?')}>
          <b>{userName(user)}</b>
        </Words>
      </ConfirmModal>
      {proved.dialog}
    </div>
  )
}
