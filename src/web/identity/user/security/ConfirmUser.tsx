import { IconUserCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { confirmUser, type UserWire } from '#domain/identity/user/contract.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { useRefreshUsers } from '#web/identity/user/useRefreshUsers.ts'
import { userName } from '#web/identity/user/userWords.ts'
import { useMay } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

/** A user that CCI created or moved, with the button that gives it access for the principal user of the bank (D101). */
export function ConfirmUser({ user, onConfirmed }: { user: UserWire; onConfirmed: () => void }) {
  const mayConfirm = useMay('user.confirm')
  const refresh = useRefreshUsers()
  const proved = useRecentAuth()
  const confirming = useMutation({
    mutationFn: () => proved.does(() => call(confirmUser, { body: { id: user.id } })),
    onSuccess: async done => {
      if (!done) return
      onConfirmed()
      showToast({ title: t('Usuario confirmado'), text: userName(user) })
      await refresh()
    },
  })
  return (
    <Message kind="warning" title={t('Este usuario no tiene acceso')}>
      <p>
        {mayConfirm
          ? t(
              'El CCI lo creó o cambió su correo. Confírmelo solo si lo conoce: entonces recibe por correo su contraseña temporal.',
            )
          : t(
              'El CCI lo creó o cambió su correo. El usuario principal de la entidad lo confirma: entonces recibe por correo su contraseña temporal.',
            )}
      </p>
      {mayConfirm ? (
        <ActionButton
          size="xs"
          mt="xs"
          leftSection={<IconUserCheck />}
          blocked={null}
          loading={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          {t('Confirmar usuario')}
        </ActionButton>
      ) : null}
      {confirming.error ? <p role="alert">{messageOf(confirming.error)}</p> : null}
      {proved.dialog}
    </Message>
  )
}
