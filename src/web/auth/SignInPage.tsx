import { Anchor, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sentence } from '#domain/messages.ts'
import type { Me, SecondFactorNeeded } from '#domain/session/contract.ts'
import { readMe, signIn } from '#domain/session/contract.ts'
import { normaliseEmail } from '#domain/values/email.ts'
import { call, messageOf, reading } from '#web/api.ts'
import { AuthFrame } from '#web/auth/AuthFrame.tsx'
import { PasswordField } from '#web/auth/PasswordField.tsx'
import { RecoverPassword } from '#web/auth/RecoverPassword.tsx'
import { SecondStep } from '#web/auth/SecondStep.tsx'
import { destinationOf } from '#web/session/destination.ts'
import { clearSession, storeMe } from '#web/session/storage.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/ErrorSummary.tsx'
import { Message } from '#web/ui/Message.tsx'

/** The door (AUTH-03 to AUTH-09). Whoever comes here has no session any more (AUTH-20). */
export function SignInPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [recovering, setRecovering] = useState(false)
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null)
  const [linkSent, setLinkSent] = useState(false)

  useEffect(() => {
    clearSession()
    client.clear()
  }, [client])

  const enter = async (me: Me) => {
    storeMe(me)
    client.setQueryData(reading(readMe).queryKey, me)
    await navigate({ href: destinationOf(me, next), replace: true })
  }
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

  if (needed) {
    return (
      <AuthFrame title="Verificación en dos pasos" subtitle="Su contraseña es correcta. Falta demostrar que es usted.">
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
    <AuthFrame title="Acceso al portal" subtitle="Calificación de los proveedores de la banca por el CCI.">
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        {linkSent ? (
          <Message kind="done" live title="Mire su correo">
            Si hay una cuenta con esa dirección, recibirá un enlace para elegir una contraseña nueva.
          </Message>
        ) : null}
        <TextInput
          id="email"
          name="username"
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          id="password"
          name="password"
          label="Contraseña"
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
          Entrar
        </ActionButton>
        <p>
          <Anchor component="button" type="button" underline="always" onClick={() => setRecovering(true)}>
            Recuperar contraseña
          </Anchor>
        </p>
      </form>
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
