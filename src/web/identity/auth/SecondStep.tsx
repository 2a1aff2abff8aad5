import { Anchor, Button, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { askPasskey, proveSecondFactor } from '#domain/identity/second-factor/contract.ts'
import type { Me, SecondFactorNeeded } from '#domain/identity/session/contract.ts'
import { msg, t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { signWithPasskey } from '#web/identity/passkey.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import classes from './SecondStep.module.css'

type Method = SecondFactorNeeded['methods'][number]

const others: Record<Method, string> = {
  totp: msg('Usar el código de la aplicación'),
  passkey: msg('Usar una llave de acceso'),
  recovery: msg('Usar un código de recuperación'),
}

export interface SecondStepProps {
  needed: SecondFactorNeeded
  onDone: (me: Me) => unknown
  /** Called with the reason when the user must repeat the first step. */
  onRestart: (why: string | null) => void
}

/** Second step after a correct password: app code, passkey or recovery code. */
export function SecondStep({ needed: { pending, methods }, onDone, onRestart }: SecondStepProps) {
  const [method, setMethod] = useState<Method>(methods.includes('passkey') ? 'passkey' : (methods[0] ?? 'recovery'))
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  const proof = async () => {
    if (method === 'totp') return { code: typed }
    if (method === 'recovery') return { recoveryCode: typed }
    return { passkey: await signWithPasskey(await call(askPasskey, { body: { pending } })) }
  }
  const submit = async () => {
    if (sending) return
    if (method !== 'passkey' && typed.trim() === '') {
      setError(t('Introduzca el código.'))
      return focusField('code')
    }
    setError(null)
    setSending(true)
    try {
      await onDone(await call(proveSecondFactor, { body: { pending, ...(await proof()) } }))
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'pendingDead') return onRestart(failure.message)
      // Browser exceptions are in English and meant for programmers.
      setError(failure instanceof ApiError ? messageOf(failure) : sentence('passkeyWrong'))
      setTyped('')
      setSending(false)
      if (method !== 'passkey') setTimeout(() => focusField('code'))
    }
  }
  const change = (to: Method) => {
    setMethod(to)
    setTyped('')
    setError(null)
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {method === 'passkey' ? (
        <p>{t('Pulse el botón y confirme con su llave, su huella o el PIN de su dispositivo.')}</p>
      ) : (
        <TextInput
          key={method}
          id="code"
          label={method === 'totp' ? t('Código de seis cifras') : t('Código de recuperación')}
          description={
            method === 'totp'
              ? t('El que muestra ahora su aplicación de autenticación.')
              : t('Cada uno sirve una sola vez.')
          }
          className={classes.code}
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={method === 'totp' ? 12 : 60}
          autoFocus
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      )}
      {error ? (
        <Message kind="error" live>
          {error}
        </Message>
      ) : null}
      <Button
        type="submit"
        variant="filled"
        fullWidth
        loading={sending}
        leftSection={method === 'passkey' ? <IconKey /> : null}
      >
        {method === 'passkey' ? t('Usar llave de acceso') : t('Continuar')}
      </Button>
      <ul className={classes.others}>
        {methods
          .filter(other => other !== method)
          .map(other => (
            <li key={other}>
              <Anchor component="button" type="button" underline="always" onClick={() => change(other)}>
                {t(others[other])}
              </Anchor>
            </li>
          ))}
        <li>
          <Anchor component="button" type="button" underline="always" onClick={() => onRestart(null)}>
            {t('Volver a empezar')}
          </Anchor>
        </li>
      </ul>
    </form>
  )
}
