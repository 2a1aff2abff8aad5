import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Me } from '#domain/identity/session/contract.ts'
import { SESSION_LIMITS, SESSION_WARNING_MS } from '#domain/identity/session/limits.ts'
import { SignInAgain } from '#web/identity/user/security/useRecentAuth.tsx'
import { useRefreshMe } from '#web/session/useMe.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import classes from '#web/ui/dialog/Modals.module.css'
import { frameText as t } from '#web/ui/language/spoken.ts'
import { portalNow } from '#web/ui/time/clock.ts'
import { timeText } from '#web/ui/time/dates.ts'

const HOURS = SESSION_LIMITS.longestMs / 3_600_000

const timeLeft = (end: string) => Date.parse(end) - portalNow().getTime()

/** Milliseconds until an instant; the component follows them second by second once the warning is due. */
function useTimeLeft(end: string): number {
  const [, setSecond] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (timeLeft(end) <= SESSION_WARNING_MS) setSecond(second => second + 1)
    }, 1_000)
    return () => clearInterval(timer)
  }, [end])
  return timeLeft(end)
}

/** What a screen reader hears while the seconds run: twice, because each second would talk over everything else. */
function spoken(left: number): string {
  if (left <= 30_000) return t('Quedan 30 segundos.')
  return left <= 60_000 ? t('Queda un minuto.') : ''
}

/**
 * Announces the end of the session two minutes before it comes (WCAG 2.2.1). An open page keeps its session by pings, so
 * the end that comes is the one that only a new sign-in puts off. What was typed stays in the tab either way.
 */
export function SessionEnd({ me }: { me: Me }) {
  const left = useTimeLeft(me.sessionEndsAt)
  const [answered, setAnswered] = useState<{ end: string; stays: boolean } | null>(null)
  const refresh = useRefreshMe()
  // A second later, when the server cannot but agree.
  const isOver = left <= -1_000
  // The server's refusal leads to the sign-in, and from there back to this page.
  useEffect(() => {
    if (isOver) void refresh()
  }, [isOver, refresh])

  const answer = answered?.end === me.sessionEndsAt ? answered : null
  const answerWith = (stays: boolean) => setAnswered({ end: me.sessionEndsAt, stays })
  if (left > SESSION_WARNING_MS || left < 0) return null
  if (answer?.stays) {
    const why = t`La sesión dura ${HOURS} horas como máximo. Escriba su contraseña para seguir otras ${HOURS}, en esta misma página.`
    return <SignInAgain why={why} onDone={() => setAnswered(null)} onClose={() => answerWith(false)} />
  }
  const seconds = Math.floor(left / 1_000)
  return (
    <Dialog
      role="alertdialog"
      opened={!answer}
      onClose={() => answerWith(false)}
      title={t('Su sesión está a punto de terminar')}
    >
      <div className={classes.text}>
        <p>{t`Termina a las ${timeText(me.sessionEndsAt)}, a las ${HOURS} horas de haber entrado. Si vuelve a entrar antes, seguirá en esta página.`}</p>
        <p
          className="small dim"
          aria-hidden="true"
        >{t`Quedan ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</p>
        <p className="vh" role="status">
          {spoken(left)}
        </p>
      </div>
      <div className={classes.foot}>
        <Button onClick={() => answerWith(false)}>{t('Ahora no')}</Button>
        <Button variant="filled" data-autofocus onClick={() => answerWith(true)}>
          {t('Seguir conectado')}
        </Button>
      </div>
    </Dialog>
  )
}
