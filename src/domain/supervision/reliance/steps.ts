import type { Due, Reader } from '#domain/identity/due.ts'
import { may } from '#domain/identity/roles.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import type { RelianceRow } from '#domain/supervision/reliance/contract.ts'

type Kept = Pick<RelianceRow, 'useId' | 'provider' | 'service' | 'fileId' | 'signed'>

/** A signed file with a cause for its review, since the first of them. */
export function relianceSteps({ useId, provider, service, fileId, signed }: Kept, { actor }: Reader): Due[] {
  if (!may(actor, 'reliance.write') || useId === null || fileId === null) return []
  if (signed === null || !relianceMachine.is.due(signed.status)) return []
  const since = signed.causes[0]?.on ?? null
  return [
    { act: 'reviewReliance', id: fileId, thing: service, counterpart: provider, dueAt: since, overdue: true, since },
  ]
}
