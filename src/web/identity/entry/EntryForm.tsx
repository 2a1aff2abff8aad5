import { type FormEvent, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { signInWords } from '#web/identity/auth/signInWords.ts'
import type { Typed } from '#web/identity/entry/typed.ts'
import { GuestLanguage } from '#web/session/language/GuestLanguage.tsx'
import { legalFooter } from '#web/session/legalFooter.ts'
import { storageNotice } from '#web/session/tabStorage.ts'
import { drawIn } from '#web/ui/language/spoken.ts'
import { usePageLanguage } from '#web/ui/language/usePageLanguage.ts'
import { AuthLayout } from '#web/ui/layout/AuthLayout.tsx'
import { loginSlides } from '#web/ui/theme/assets/loginSlides.ts'
import { productName } from '#web/ui/theme/assets/productName.ts'
import classes from './EntryForm.module.css'
import { EntryPassword } from './EntryPassword.tsx'
import { signOnOffered } from './signOnOffered.ts'

export interface EntryFormProps {
  /** The user is about to enter: the portal is worth loading. */
  onTyping: () => void
  /** Loads the portal, which takes over. */
  onOpen: (typed: Typed) => Promise<void>
}

/**
 * The sign-in form before the portal is loaded. It imports neither component library nor router nor schemas, so it
 * weighs a quarter of the sign-in page, which answers what is pressed here; the two look alike.
 */
export function EntryForm({ onTyping, onOpen }: EntryFormProps) {
  drawIn({ frame: true, screen: true })
  usePageLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [opening, setOpening] = useState<Typed['then'] | null>(null)
  const [failed, setFailed] = useState(false)
  const notice = storageNotice()

  const open = async (then: Typed['then']) => {
    if (opening) return
    setOpening(then)
    const { email, password } = form.current!.elements as unknown as Record<'email' | 'password', HTMLInputElement>
    try {
      await onOpen({ email: email.value, password: password.value, then })
    } catch {
      setOpening(null)
      setFailed(true)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void open('enter')
  }

  return (
    <AuthLayout
      title={t(signInWords.title)}
      subtitle={t(signInWords.subtitle)}
      slides={loginSlides()}
      language={<GuestLanguage />}
      footer={legalFooter}
    >
      <title>{`${t(signInWords.title)} · ${productName()}`}</title>
      <form ref={form} noValidate onSubmit={submit} onInput={onTyping}>
        <div>
          <label className={classes.label} htmlFor="email">
            {t(signInWords.email)}
          </label>
          <input
            id="email"
            name="username"
            className={classes.input}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the page has one purpose, and this field begins it
            autoFocus
          />
        </div>
        <EntryPassword />
        {failed ? (
          <p className={classes.failed} data-s="REJECTED" role="alert">
            {t('No hay conexión con el portal: compruebe la red y vuelva a cargar la página.')}
          </p>
        ) : null}
        {notice ? (
          <p className={classes.notice} data-s="PENDING">
            {notice}
          </p>
        ) : null}
        <button type="submit" className={classes.enter} aria-busy={opening === 'enter' || undefined}>
          {opening === 'enter' ? <i className={classes.wait} /> : t(signInWords.enter)}
        </button>
        <p>
          <button type="button" className={classes.recover} onClick={() => void open('recover')}>
            {t(signInWords.recover)}
          </button>
        </p>
      </form>
      <SignOn onOpen={signOn => void open({ signOn })} />
    </AuthLayout>
  )
}

/** One button for each identity provider, as on the sign-in page. */
function SignOn({ onOpen }: { onOpen: (provider: string) => void }) {
  const offered = signOnOffered()
  if (offered.length === 0) return null
  return (
    <div className={classes.signOn}>
      <p className={classes.or}>{t('o bien')}</p>
      {offered.map(({ key, label }) => (
        <button key={key} type="button" className={classes.provider} onClick={() => onOpen(key)}>
          {label}
        </button>
      ))}
    </div>
  )
}
