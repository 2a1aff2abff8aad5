import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Me, SecondFactorNeeded } from '#domain/identity/session/contract.ts'
import { finishSignOn } from '#domain/identity/single-sign-on/contract.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { AuthFrame } from '#web/identity/auth/AuthFrame.tsx'
import { SecondStep } from '#web/identity/auth/SecondStep.tsx'
import { useEnter } from '#web/identity/auth/useEnter.ts'
import { forgetAnswers } from '#web/session/forget.ts'
import { clearSession, takeDestination } from '#web/session/storage.ts'
import { Loading } from '#web/ui/feedback/Loading.tsx'

/** Return address for identity providers. Without an answer of the provider it redirects to sign-in. */
export function SignOnReturnPage() {
  // Read once: the next step removes the answer from the address and so from the browser history.
  const [answer] = useState(() => window.location.search.slice(1))
  const has = new URLSearchParams(answer).has('state')
  return has ? <Finish answer={answer} /> : <Navigate to={paths.signIn()} replace />
}

function Finish({ answer }: { answer: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [next] = useState(takeDestination)
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null)
  const enter = useEnter(next)
  const restart = (why: string | null) =>
    void navigate({ to: paths.signIn(), search: { next } as never, state: { why } as never, replace: true })

  const finish = async () => {
    clearSession()
    forgetAnswers(client)
    try {
      await navigate({ to: paths.signOnReturn(), search: {}, replace: true })
      const outcome = await call(finishSignOn, { body: { answer } })
      if ('secondFactorNeeded' in outcome) setNeeded(outcome)
      else await enter(outcome)
    } catch (failure) {
      restart(messageOf(failure))
    }
  }
  const begun = useRef(false)
  useEffect(() => {
    // An answer is valid once.
    if (begun.current) return
    begun.current = true
    void finish()
  })

  if (needed) {
    return (
      <AuthFrame
        title={t('Verificación en dos pasos')}
        subtitle={t('Su identidad es correcta. Falta demostrar que es usted.')}
      >
        <SecondStep needed={needed} onDone={(me: Me) => enter(me)} onRestart={restart} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('Acceso al portal')} subtitle={t('Comprobando su identidad. Espere un momento.')}>
      <Loading height={48} label={t('Comprobando su identidad')} />
    </AuthFrame>
  )
}
