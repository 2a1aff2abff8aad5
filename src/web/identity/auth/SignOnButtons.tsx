import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readSettings } from '#domain/identity/session/contract.ts'
import { startSignOn } from '#domain/identity/single-sign-on/contract.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import type { Typed } from '#web/identity/entry/typed.ts'
import { keepDestination } from '#web/session/storage.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import classes from './SignOnButtons.module.css'

interface SignOnButtonsProps {
  next?: string
  /** What was pressed in the entry form. */
  pressed?: Typed['then']
  onError: (sentence: string | null) => void
}

/** One button for each identity provider; nothing when none is configured. */
export function SignOnButtons({ next, pressed, onError }: SignOnButtonsProps) {
  const { data: settings } = useQuery(queryOptions(readSettings))
  const [leaving, setLeaving] = useState<string | null>(null)

  // Users who return with the browser's back button find the page as they left it.
  useEffect(() => {
    const stay = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(null)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])

  const leave = async (provider: string) => {
    onError(null)
    setLeaving(provider)
    try {
      const { url } = await call(startSignOn, { body: { provider } })
      keepDestination(next)
      window.location.assign(url)
    } catch (failure) {
      onError(messageOf(failure))
      setLeaving(null)
    }
  }

  const first = useRef(typeof pressed === 'object' ? pressed.signOn : null)
  useEffect(() => {
    if (first.current === null) return
    const provider = first.current
    first.current = null
    void leave(provider)
  })

  if (!settings || settings.signOn.length === 0) return null
  return (
    <div className={classes.root}>
      <p className={classes.or}>{t('o bien')}</p>
      {settings.signOn.map(({ key, label }) => (
        <ActionButton key={key} fullWidth loading={leaving === key} onClick={() => void leave(key)}>
          {label}
        </ActionButton>
      ))}
    </div>
  )
}
