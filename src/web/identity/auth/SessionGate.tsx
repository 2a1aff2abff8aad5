import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Me } from '#domain/identity/session/contract.ts'
import { paths } from '#web/app/paths.ts'
import { destinationOf } from '#web/session/destination.ts'
import { SessionEnd } from '#web/session/SessionEnd.tsx'
import { isConnected } from '#web/session/storage.ts'
import { Unavailable } from '#web/session/Unavailable.tsx'
import { useMeQuery } from '#web/session/useMe.ts'
import { usePing } from '#web/session/usePing.ts'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'

type SessionGateProps = { admits: (me: Me) => boolean; children: (me: Me) => ReactNode }

/**
 * Gate for the screens that need a session but not the guard (AUTH-24). It shows a screen only to users at that stage
 * and redirects all others. After the step, reading the signed-in user again leads on (AUTH-13, AUTH-14).
 */
export function SessionGate({ admits, children }: SessionGateProps) {
  return isConnected() ? <Gate admits={admits}>{children}</Gate> : <Navigate to={paths.signIn()} replace />
}

function Gate({ admits, children }: SessionGateProps) {
  const { data: me, error, refetch } = useMeQuery()
  usePing()
  if (me && admits(me)) {
    return (
      <>
        {children(me)}
        <SessionEnd me={me} />
      </>
    )
  }
  if (me) return <Navigate to={destinationOf(me)} replace />
  if (!error) return <LoadingMask visible />
  return <Unavailable error={error} onRetry={() => void refetch()} />
}
