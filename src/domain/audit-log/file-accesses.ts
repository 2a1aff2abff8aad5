import type { Actor } from '#domain/identity/roles.ts'
import { scopeOf } from '#domain/identity/roles.ts'

/** Whether the actor may list file accesses to a participant's documents: CCI and that participant may. */
export function mayListFileAccesses(actor: Actor, participantId: string): boolean {
  const scope = scopeOf(actor, 'reading.read')
  return scope === 'all' || (scope === 'own' && actor.participantId === participantId)
}

/**
 * Whether the actor sees the person who read a file, and accesses by its own organisation. Others see the organisation.
 */
export function seesWhoRead(actor: Actor): boolean {
  return scopeOf(actor, 'reading.read') === 'all'
}
