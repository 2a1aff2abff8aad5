import type { ChainedEntry } from '#domain/audit-log/audit-log.ts'
import type { EventName } from '#domain/audit-log/events.ts'

type Row = {
  number: number
  at: string
  event: string
  actor_id: string | null
  actor_role: string | null
  participant_id: string | null
  object_kind: string
  object_id: string
  data: Record<string, unknown> | null
  data_hash: string | null
}

/** A stored entry as the chain includes it. */
export function chainedEntryOf(row: Row): ChainedEntry {
  return {
    number: row.number,
    at: row.at,
    event: row.event as EventName,
    actorId: row.actor_id,
    actorRole: row.actor_role,
    participantId: row.participant_id,
    objectKind: row.object_kind,
    objectId: row.object_id,
    ...(row.data_hash === null ? { data: row.data ?? {} } : { dataHash: row.data_hash }),
  }
}
