import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SealedEntry, TrailEntry } from '#domain/trail/trail.ts'
import { dataText, genesis, sealedText } from '#domain/trail/trail.ts'
import type { Db } from '#server/database/connect.ts'
import { inParts } from '#server/database/parts.ts'

/** Any number: all writers of the trail take this lock, last in their transaction, so that entries form one chain. */
const TRAIL_LOCK = 72_616_001

export function sealOf(previousHash: string, entry: SealedEntry): string {
  return createHash('sha256').update(sealedText(previousHash, entry)).digest('hex')
}

/** What stands in the chain for an entry's data, so that they can be destroyed without breaking it. */
export function dataHashOf(salt: string, data: Record<string, unknown>): string {
  return createHash('sha256').update(dataText(salt, data)).digest('hex')
}

/** Appends entries to the chain within the caller's transaction. */
export async function appendTrail(tx: Db, entries: Omit<TrailEntry, 'number'>[]): Promise<void> {
  if (entries.length === 0) return
  await sql`select pg_advisory_xact_lock(${sql.lit(TRAIL_LOCK)})`.execute(tx)
  const last = await tx
    .selectFrom('trail')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  let number = last?.number ?? 0
  let previous = last?.hash ?? genesis
  const rows = entries.map(entry => {
    number++
    // As JSON, so that what is sealed is what the database gives back.
    const { data, ...sealed } = { ...entry, number, data: JSON.parse(JSON.stringify(entry.data)) }
    const salt = randomBytes(16).toString('hex')
    const dataHash = dataHashOf(salt, data)
    const hash = sealOf(previous, { ...sealed, dataHash })
    const row = {
      number,
      at: sealed.at,
      event: sealed.event,
      actor_id: sealed.actorId,
      actor_role: sealed.actorRole,
      participant_id: sealed.participantId,
      object_kind: sealed.objectKind,
      object_id: sealed.objectId,
      data: JSON.stringify(data),
      salt,
      data_hash: dataHash,
      previous_hash: previous,
      hash,
    }
    previous = hash
    return row
  })
  for (const part of inParts(rows)) await tx.insertInto('trail').values(part).execute()
}
