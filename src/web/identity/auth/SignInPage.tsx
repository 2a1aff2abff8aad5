import { Anchor, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { SecondFactorNeeded } from '#domain/identity/session/contract.ts'
import { signIn } from '#domain/identity/session/contract.ts'
import { SESSION_LIMITS } from '#domain/identity/session/limits.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { normaliseEmail } from '#domain/values/contact/email.ts'
import { call, messageOf } from '#web/api/api.ts'
import { AuthFrame } from '#web/identity/auth/AuthFrame.tsx'
import { LinkSent } from '#web/identity/auth/LinkSent.tsx'
import { PasswordField } from '#web/identity/auth/PasswordField.tsx'
import { RecoverPassword } from '#web/identity/auth/RecoverPassword.tsx'
import { SecondStep } from '#web/identity/auth/SecondStep.tsx'
import { SignOnButtons } from '#web/identity/auth/SignOnButtons.tsx'
import { signInWords } from '#web/identity/auth/signInWords.ts'
import { useEnter } from '#web/identity/auth/useEnter.ts'
import { takeTyped } from '#web/identity/entry/typed.ts'
import { forgetAnswers } from '#web/session/forget.ts'
import { clearSession } from '#web/session/storage.ts'
import { setUnheard, useUnheard } from '#web/session/unheard.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'

const IDLE_MINUTES = SESSION_LIMITS.idleMs / 60_000

/** Sign-in page (AUTH-03 to AUTH-09). Visiting it ends the session in this tab (AUTH-20). */
export function SignInPage() {
  const client = useQueryClient()
  const { next } = useSearch({ strict: false }) as { next?: string }
  // Why the identity provider's answer did not open a session.
  const { why } = useLocation().state as { why?: string | null }
  const [typed] = useState(takeTyped)
  const [email, setEmail] = useState(typed?.email ?? '')
  const [password, setPassword] = useState(typed?.password ?? '')
  const [error, setError] = useState<string | null>(why ?? null)
  const [sending, setSending] = useState(false)
  const [recovering, setRecovering] = useState(typed?.then === 'recover')
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null)
  const [linkSent, setLinkSent] = useState(false)
  const signOutPending = useUnheard()

  useEffect(() => {
    clearSession()
    forgetAnswers(client)
    return () => setUnheard(false)
  }, [client])

  const enter = useEnter(next)
  const submit = async () => {
    if (sending) return
    const key = normaliseEmail(email)
    setLinkSent(false)
    if (key === '' || password === '') {
      setError(sentence('credentialsMissing'))
      return focusField(key === '' ? 'email' : 'password')
    }
    setError(null)
    setSending(true)
    try {
      const answer = await call(signIn, { body: { email: key, password } })
      if (!('secondFactorNeeded' in answer)) return await enter(answer)
      setPassword('')
      setSending(false)
      setNeeded(answer)
    } catch (failure) {
      setError(messageOf(failure))
      setPassword('')
      setSending(false)
      setTimeout(() => focusField('password'))
    }
  }

  const pressed = useRef(typed?.then === 'enter')
  useEffect(() => {
    if (!pressed.current) return
    pressed.current = false
    void submit()
  })

  if (needed) {
    return (
      <AuthFrame
        title={t('Verificación en dos pasos')}
        subtitle={t('Su contraseña es correcta. Falta demostrar que es usted.')}
      >
        <SecondStep
          needed={needed}
          onDone={enter}
          onRestart={why => {
            setNeeded(null)
            setError(why)
          }}
        />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t(signInWords.title)} subtitle={t(signInWords.subtitle)}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        {signOutPending ? (
          <Message
            kind="warning"
            live
            title={t('El portal no ha confirmado la salida')}
          >{t`En este navegador no queda nada de su sesión, que termina sola en ${IDLE_MINUTES} minutos. Si tiene dudas, entre y ciérrela en «Mi cuenta».`}</Message>
        ) : null}
        {linkSent ? <LinkSent /> : null}
        <TextInput
          id="email"
          name="username"
          label={t(signInWords.email)}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!typed}
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          id="password"
          name="password"
          label={t(signInWords.password)}
          autoComplete="current-password"
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        {error ? (
          <Message kind="error" live>
            {error}
          </Message>
        ) : null}
        <ActionButton type="submit" variant="filled" fullWidth loading={sending}>
          {t(signInWords.enter)}
        </ActionButton>
        <p>
          <Anchor component="button" type="button" underline="always" onClick={() => setRecovering(true)}>
            {t(signInWords.recover)}
          </Anchor>
        </p>
      </form>
      <SignOnButtons next={next} pressed={typed?.then} onError={setError} />
      {recovering ? (
        <RecoverPassword
          email={email}
          onClose={() => setRecovering(false)}
          onSent={() => {
            setRecovering(false)
            setError(null)
            setLinkSent(true)
          }}
        />
      ) : null}
    </AuthFrame>
  )
}
