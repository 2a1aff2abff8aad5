import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readSettings, resetPassword } from '#domain/identity/session/contract.ts'
import { t } from '#domain/language/translate.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { AuthFrame } from '#web/identity/auth/AuthFrame.tsx'
import { DeadResetLink } from '#web/identity/auth/DeadResetLink.tsx'
import { NewPasswordFields } from '#web/identity/auth/NewPasswordFields.tsx'
import {
  focusFirst,
  isFaultless,
  mended,
  type PasswordFormErrors,
  passwordFormErrors,
  repetitionError,
} from '#web/identity/auth/password-form.ts'
import { clearSession } from '#web/session/storage.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'

const codeOfAddress = () => new URLSearchParams(location.search).get('code') ?? ''

/** Sets a new password with the code of a mailed link (AUTH-17 to AUTH-19). Starts without a session (AUTH-21). */
export function ResetPasswordPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [code] = useState(codeOfAddress)
  const [newPassword, setNewPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [errors, setErrors] = useState<PasswordFormErrors>({})
  const [isDead, setDead] = useState(code === '')
  const [sending, setSending] = useState(false)
  const { data: settings } = useQuery({ ...queryOptions(readSettings), staleTime: Number.POSITIVE_INFINITY })

  useEffect(() => {
    clearSession()
    client.removeQueries({ predicate: query => query.queryKey[0] !== readSettings.name })
    // A code in the address stays in the browser history, where others could read and use it.
    history.replaceState(history.state, '', location.pathname)
  }, [client])

  const policy = settings?.passwordPolicy ?? null
  const context = settings ? [settings.productName] : []
  const fail = (found: PasswordFormErrors) => {
    setErrors(found)
    focusFirst(found)
  }
  const submit = async () => {
    if (sending) return
    const found = passwordFormErrors({ newPassword, repeated }, policy, context, 'resetFieldsMissing')
    if (!isFaultless(found)) return fail(found)
    setErrors({})
    setSending(true)
    try {
      await call(resetPassword, { body: { newPassword, code } })
      await navigate({ to: paths.signIn(), replace: true })
      showNotice(t('Su contraseña ha cambiado. Entre con la nueva.'))
    } catch (error) {
      setSending(false)
      if (error instanceof ApiError && error.code === 'resetCodeDead') return setDead(true)
      const wrong = error instanceof ApiError ? error.fields.newPassword : undefined
      fail(wrong ? { newPassword: wrong } : { form: messageOf(error) })
    }
  }

  if (isDead) {
    return (
      <AuthFrame title={t('Nueva contraseña')} subtitle={t('Para elegirla hace falta un enlace que aún sirva.')}>
        <DeadResetLink />
        <p>
          <UiLink href={paths.signIn()}>{t('Volver al acceso')}</UiLink>
        </p>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('Nueva contraseña')} subtitle={t('Elija la contraseña con la que entrará desde ahora.')}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <NewPasswordFields
          newPassword={newPassword}
          repeated={repeated}
          onNewPassword={value => {
            setNewPassword(value)
            setErrors(now => mended(now, 'newPassword'))
          }}
          onRepeated={value => {
            setRepeated(value)
            setErrors(now => mended(now, 'repeated'))
          }}
          onLeaveRepeated={() => {
            const differs = repetitionError({ newPassword, repeated })
            if (differs) setErrors(now => ({ ...now, repeated: differs }))
          }}
          errors={errors}
          policy={policy}
          context={context}
        />
        {errors.form ? (
          <Message kind="error" live>
            {errors.form}
          </Message>
        ) : null}
        <ActionButton type="submit" variant="filled" fullWidth loading={sending}>
          {t('Cambiar la contraseña')}
        </ActionButton>
        <p>
          <UiLink href={paths.signIn()}>{t('Volver al acceso')}</UiLink>
        </p>
      </form>
    </AuthFrame>
  )
}
