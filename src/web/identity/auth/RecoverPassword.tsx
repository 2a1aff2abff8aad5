import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { requestPassword } from '#domain/identity/session/contract.ts'
import { t } from '#domain/language/translate.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { notEmptyRule } from '#domain/values/text.ts'
import { call, messageOf } from '#web/api/api.ts'
import { pasteEmail } from '#web/identity/pasteEmail.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

export interface RecoverPasswordProps {
  /** Prefilled with the user name typed on the sign-in form. */
  email: string
  onClose: () => void
  onSent: () => void
}

/** Asks for an e-mail and sends a link (AUTH-05). It does not reveal whether the account exists (D21). */
export function RecoverPassword({ email: typed, onClose, onSent }: RecoverPasswordProps) {
  const [email, setEmail] = useState(typed)
  const [error, setError] = useState<string | null>(null)
  const [submitError, setSubmitError] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const put = (value: string) => {
    setEmail(value)
    setError(null)
  }
  const submit = async () => {
    const key = normaliseEmail(email)
    const wrong = notEmptyRule(key) ?? emailRule(key)
    setError(wrong)
    if (wrong) return
    setSending(true)
    setSubmitError(null)
    try {
      await call(requestPassword, { params: { key } })
      onSent()
    } catch (failure) {
      setSubmitError(messageOf(failure))
    } finally {
      setSending(false)
    }
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('Recuperar contraseña')}
      onSubmit={() => void submit()}
      submitLabel={t('Enviar enlace')}
      loading={sending}
      submitError={submitError}
    >
      <p className="dim">
        {t('Le enviaremos un enlace para elegir una contraseña nueva. Vale 60 minutos y un solo uso.')}
      </p>
      <TextInput
        label={t('Correo electrónico')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        value={email}
        error={error}
        onChange={event => put(event.currentTarget.value)}
        onPaste={pasteEmail(put)}
      />
    </FormModal>
  )
}
