import type { EventName } from '#domain/events.ts'
import { genesis } from '#domain/trail/trail.ts'
import type { Db } from '#server/database/connect.ts'
import { sealOf } from '#server/trail/append.ts'

export type TrailVerdict = { ok: true; entries: number } | { ok: false; entries: number; firstBad: number; why: string }

const BATCH = 5000

/** Walks the whole chain and names the first entry that does not follow from the one before. */
export async function verifyTrail(db: Db): Promise<TrailVerdict> {
  let previous = genesis
  let number = 0
  for (;;) {
    const rows = await db
      .selectFrom('trail')
      .selectAll()
      .where('number', '>', number)
      .orderBy('number')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      const bad = (why: string) => ({ ok: false as const, entries: number, firstBad: row.number, why })
      if (row.number !== number + 1) return bad(`falta el apunte ${number + 1}`)
      if (row.previous_hash !== previous) return bad('no sigue al apunte anterior')
      const hash = sealOf(previous, {
        number: row.number,
        at: row.at,
        event: row.event as EventName,
        actorId: row.actor_id,
        actorRole: row.actor_role,
        participantId: row.participant_id,
        objectKind: row.object_kind,
        objectId: row.object_id,
        data: row.data,
      })
      if (hash !== row.hash) return bad('su contenido no es el que se selló')
      previous = hash
      number = row.number
    }
    if (rows.length < BATCH) return { ok: true, entries: number }
  }
}
