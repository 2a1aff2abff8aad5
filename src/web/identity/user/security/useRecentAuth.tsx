import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Me, SecondFactorNeeded } from '#domain/identity/session/contract.ts'
import { endSession, listSessions, readMe, signIn } from '#domain/identity/session/contract.ts'
import { msg, t } from '#domain/language/translate.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { PasswordField } from '#web/identity/auth/PasswordField.tsx'
import { SecondStep } from '#web/identity/auth/SecondStep.tsx'
import { storeMe } from '#web/session/storage.ts'
import { useMe } from '#web/session/useMe.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const TITLE = msg('Vuelva a identificarse')
const RECENTLY = msg('Para esto hace falta haber entrado hace poco.')

/**
 * For calls that need a recent sign-in: `run` makes the call and, when the server asks for it, requests the password
 * (and the second step) and retries. Returns undefined when the user cancels. The caller renders `dialog`.
 */
export function useRecentAuth(): {
  run: <T>(work: () => Promise<T>) => Promise<T | undefined>
  /** Like `run`, for calls without a result: returns whether the call was made. */
  does: (work: () => Promise<unknown>) => Promise<boolean>
  dialog: ReactNode
} {
  const [asking, setAsking] = useState(false)
  const settle = useRef<(proved: boolean) => void>(() => {})
  const close = (proved: boolean) => {
    setAsking(false)
    settle.current(proved)
  }
  const run = async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'signInAgain') throw error
    }
    const proved = await new Promise<boolean>(resolve => {
      settle.current = resolve
      setAsking(true)
    })
    return proved ? work() : undefined
  }
  const does = async (work: () => Promise<unknown>) =>
    (await run(async () => {
      await work()
      return true
    })) ?? false
  return {
    run,
    does,
    dialog: asking ? <SignInAgain why={t(RECENTLY)} onDone={() => close(true)} onClose={() => close(false)} /> : null,
  }
}

type SignInAgainProps = { why: string; onDone: () => void; onClose: () => void }

/** Replaces this session with a new one, with every step that the account requires. */
export function SignInAgain({ why, onDone, onClose }: SignInAgainProps) {
  const { email } = useMe()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null)
  const replaced = useRef<string | null>(null)

  const enter = async (me: Me) => {
    storeMe(me)
    client.setQueryData(queryOptions(readMe).queryKey, me)
    if (replaced.current) await call(endSession, { params: { id: replaced.current } }).catch(() => undefined)
    await client.invalidateQueries({ queryKey: [listSessions.name] })
    onDone()
  }
  const submit = async () => {
    setError(null)
    setSending(true)
    try {
      // Users who have yet to set up a second factor may not list their sessions; the old one then expires.
      const sessions = await call(listSessions).catch(() => null)
      replaced.current = sessions?.content.find(session => session.current)?.id ?? null
      const answer = await call(signIn, { body: { email, password } })
      if ('secondFactorNeeded' in answer) setNeeded(answer)
      else await enter(answer)
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setPassword('')
      setSending(false)
    }
  }

  if (needed) {
    return (
      <Dialog opened onClose={onClose} title={t(TITLE)} size={480}>
        <div className="stack">
          <SecondStep
            needed={needed}
            onDone={enter}
            onRestart={why => {
              setNeeded(null)
              setError(why)
            }}
          />
        </div>
      </Dialog>
    )
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t(TITLE)}
      size={480}
      onSubmit={() => void submit()}
      submitLabel={t('Continuar')}
      loading={sending}
      submitError={error}
    >
      <p>{why}</p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        id="password-again"
        label={t('Su contraseña')}
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
      />
    </FormModal>
  )
}
