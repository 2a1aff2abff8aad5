import { Navigate } from '@tanstack/react-router'
import type { Role } from '#domain/identity/roles.ts'
import { homeOf } from '#domain/identity/session/outcome.ts'
import { useMe } from '#web/session/useMe.ts'
import { EntityStart } from '#web/start/EntityStart.tsx'
import { EvaluatorStart } from '#web/start/EvaluatorStart.tsx'
import { ProviderStart } from '#web/start/ProviderStart.tsx'
import { WaitingStart } from '#web/start/WaitingStart.tsx'

const starts: Record<Exclude<Role, 'CCI'>, () => React.JSX.Element> = {
  PROVIDER: ProviderStart,
  AUDIT: EvaluatorStart,
  ENTITY: EntityStart,
}

/** /: the start screen of each role (ROUTE-08, ROUTE-09); the centre's home is its queue. */
export function StartPage() {
  const { role, onboarded } = useMe()
  if (role.key === 'CCI') return <Navigate to={homeOf('CCI')} replace />
  if (!onboarded) return <WaitingStart role={role.key} />
  const Start = starts[role.key]
  return <Start />
}
