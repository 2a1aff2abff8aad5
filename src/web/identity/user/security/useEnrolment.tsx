import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { addPasskey, confirmTotp, enrolPasskeyOptions, startTotp } from '#domain/identity/second-factor/contract.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { isBlank } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { createPasskey } from '#web/identity/passkey.ts'
import { QrCode } from '#web/identity/user/security/QrCode.tsx'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import classes from './TwoSteps.module.css'

/** Browser exceptions are in English and meant for programmers. */
const wordsOf = (failure: unknown) => (failure instanceof ApiError ? messageOf(failure) : sentence('passkeyWrong'))

/**
 * Enrolment of an app or a passkey: buttons call `startApp` and `startPasskey`, the caller renders `dialogs`, and
 * `onDone` receives the recovery codes if there were none before.
 */
export function useEnrolment(onDone: (recoveryCodes: string[] | null) => void) {
  const [key, setKey] = useState<{ secret: string; uri: string } | null>(null)
  const [naming, setNaming] = useState(false)
  const [starting, setStarting] = useState(false)
  const proved = useRecentAuth()
  const startApp = async () => {
    setStarting(true)
    try {
      setKey((await proved.run(() => call(startTotp))) ?? null)
    } catch (failure) {
      showError(messageOf(failure))
    } finally {
      setStarting(false)
    }
  }
  const done = (codes: string[] | null) => {
    setKey(null)
    setNaming(false)
    onDone(codes)
  }
  const dialogs: ReactNode = (
    <>
      {key ? <AppDialog totp={key} onClose={() => setKey(null)} onDone={done} /> : null}
      {naming ? <PasskeyDialog run={proved.run} onClose={() => setNaming(false)} onDone={done} /> : null}
      {proved.dialog}
    </>
  )
  return { startApp, startPasskey: () => setNaming(true), starting, dialogs }
}

type DialogProps = { onClose: () => void; onDone: (recoveryCodes: string[] | null) => void }

function AppDialog({ totp, onClose, onDone }: DialogProps & { totp: { secret: string; uri: string } }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const submit = async () => {
    setError(null)
    setSending(true)
    try {
      onDone((await call(confirmTotp, { body: { code } })).recoveryCodes)
    } catch (failure) {
      setError(messageOf(failure))
      setSending(false)
    }
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('Aplicación de autenticación')}
      onSubmit={() => void submit()}
      submitLabel={t('Activar')}
      loading={sending}
      submitError={error}
    >
      <p>
        {t(
          '1. Abra su aplicación de autenticación y escanee este código. Si no puede, escriba en ella la clave a mano.',
        )}
      </p>
      <div className={classes.qr}>
        <QrCode text={totp.uri} label={t('Código QR para su aplicación de autenticación')} />
        <div>
          <span className="label">{t('Clave')}</span>
          <code className={classes.secret}>{totp.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </div>
      </div>
      <TextInput
        id="totp-code"
        label={t('2. Código de seis cifras que muestra ahora')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
      />
    </FormModal>
  )
}

function PasskeyDialog({
  run,
  onClose,
  onDone,
}: DialogProps & { run: <T>(work: () => Promise<T>) => Promise<T | undefined> }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const submit = async () => {
    if (isBlank(name)) return setError(t('Dé un nombre a la llave: así sabrá cuál es.'))
    setError(null)
    setSending(true)
    try {
      const options = await run(() => call(enrolPasskeyOptions))
      if (!options) return setSending(false)
      const passkey = await createPasskey(options)
      onDone((await call(addPasskey, { body: { name, passkey } })).recoveryCodes)
    } catch (failure) {
      setError(wordsOf(failure))
      setSending(false)
    }
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('Nueva llave de acceso')}
      size={480}
      onSubmit={() => void submit()}
      submitLabel={t('Continuar')}
      loading={sending}
      submitError={error}
    >
      <p>
        {t('Una llave de acceso es una llave USB, o la huella, la cara o el PIN de su teléfono o de su ordenador.')}
      </p>
      <TextInput
        id="passkey-name"
        label={t('Nombre de la llave')}
        placeholder={t('Llave USB del despacho')}
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
    </FormModal>
  )
}
