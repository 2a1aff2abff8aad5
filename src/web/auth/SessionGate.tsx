import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Me } from '#domain/session/contract.ts'
import { paths } from '#web/paths.ts'
import { destinationOf } from '#web/session/destination.ts'
import { isConnected } from '#web/session/storage.ts'
import { useMeQuery } from '#web/session/useMe.ts'
import { usePing } from '#web/session/usePing.ts'
import { Unavailable } from '#web/shell/Unavailable.tsx'
import { LoadingMask } from '#web/ui/LoadingMask.tsx'

/**
 * For the two screens that need a session but not the guard (AUTH-24): only who is at this step sees it, everyone else
 * goes where it belongs. When the step is done, asking again who is signed in leads on (AUTH-13, AUTH-14).
 */
export function SessionGate({ step, children }: { step: Me['next']; children: (me: Me) => ReactNode }) {
  return isConnected() ? <Gate step={step}>{children}</Gate> : <Navigate to={paths.signIn()} replace />
}

function Gate({ step, children }: { step: Me['next']; children: (me: Me) => ReactNode }) {
  const { data: me, error, refetch } = useMeQuery()
  usePing()
  if (me) return me.next === step ? children(me) : <Navigate to={destinationOf(me)} replace />
  if (!error) return <LoadingMask visible />
  return <Unavailable error={error} onRetry={() => void refetch()} />
}
