import type { Actor } from '#domain/roles.ts'
import { scopeOf } from '#domain/roles.ts'

/** Whether the actor may know who has read the documents of a participant: CCI, and that participant itself. */
export function mayListFileAccesses(actor: Actor, participantId: string): boolean {
  const scope = scopeOf(actor, 'reading.read')
  return scope === 'all' || (scope === 'own' && actor.participantId === participantId)
}

/** Whether the actor is told which person read, and its own organisation's readings too; others are told the organisation. */
export function seesWhoRead(actor: Actor): boolean {
  return scopeOf(actor, 'reading.read') === 'all'
}
