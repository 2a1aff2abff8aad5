import { sql } from 'kysely'
import type { Checkpoint } from '#domain/audit-log/audit-log.ts'
import { genesis } from '#domain/audit-log/audit-log.ts'
import type { EventName } from '#domain/audit-log/events.ts'
import { dataHashOf, entryHash } from '#server/platform/audit-log/append.ts'
import { chainedEntryOf } from '#server/platform/audit-log/sealed-row.ts'
import type { Db } from '#server/platform/database/connect.ts'

export type AuditLogVerdict =
  | { ok: true; entries: number }
  | { ok: false; entries: number; firstBad: number; why: string }

const BATCH = 5000

/** The events of entries that list the entries with purged data (D44). */
const destructions: readonly string[] = ['participant.destroyed', 'user.destroyed'] satisfies EventName[]

function numbersIn(data: { entries?: [number, number][] } | null): number[] {
  return (data?.entries ?? []).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => from + n))
}

/** The retention that the function `destroy_trail_data` enforces: a year less a day. */
const LEAST_RETENTION = '364 days'

/**
 * The entries listed by a purge that it was allowed to take: they belong to a participant or user that was deleted long
 * enough before, judged by the part that stays in the chain. An incident's entry may be its issuer's, which only the
 * purged data showed.
 */
async function ownOf(db: Db, note: { number: number; at: string; event: string; id: string; numbers: number[] }) {
  const { number, at, id, numbers } = note
  const ofUser = note.event === 'user.destroyed'
  const users = sql`(select distinct u.object_id from trail u where u.object_kind = 'user' and u.participant_id = ${id}
    union select distinct s.actor_id from trail s where s.event = 'session.started' and s.participant_id = ${id})`
  const { rows } = await sql<{ number: number }>`
    select t.number from trail t
    where t.number = any(${numbers}::bigint[]) and t.number < ${number}
      and exists (select from trail d
        where d.number < ${number} and d.at <= ${at}::timestamptz - ${LEAST_RETENTION}::interval and (d.object_id = ${id}
          and d.event in ('participant.deleted', 'user.deleted') or d.event in ('invitation.withdrawn', 'participant.deleted')
          and d.participant_id = coalesce((select participant_id from trail where number = ${number}), '')))
      and ${
        ofUser
          ? sql`(t.actor_id = ${id} or t.object_kind = 'user' and t.object_id = ${id})`
          : sql`(t.participant_id = ${id} or t.actor_id in ${users} or t.object_kind = 'user' and t.object_id in ${users}
              or t.object_kind = 'incident')`
      }`.execute(db)
  return rows.map(row => Number(row.number))
}

/**
 * Verifies the whole chain, or the part after a checkpoint, and names the first entry that does not follow from the one
 * before. Only `checkpoints`, with signatures that the caller has verified, reveal a truncated chain or one rewritten
 * as a whole; when an entry contradicts one, the log is bad from the entry after the last matching checkpoint.
 */
export async function verifyAuditLog(
  db: Db,
  { checkpoints = [], after = null }: { checkpoints?: readonly Checkpoint[]; after?: Checkpoint | null } = {},
): Promise<AuditLogVerdict> {
  const signed = after ? [...checkpoints, after] : checkpoints
  const hashesAt = Map.groupBy(signed, head => head.number)
  let previous = after ? null : genesis
  let number = after ? after.number - 1 : 0
  let agreed = after ? after.number - 1 : 0
  const destroyed = new Set<number>()
  for (;;) {
    const rows = await db
      .selectFrom('trail')
      .selectAll()
      // The chain hashes times as we read them, to the millisecond.
      .select(sql<boolean>`at <> date_trunc('milliseconds', at)`.as('finer'))
      .where('number', '>', number)
      .orderBy('number')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      const bad = (why: string, firstBad = row.number) => ({ ok: false as const, entries: number, firstBad, why })
      if (row.number !== number + 1) return bad(`entry ${number + 1} is missing`)
      // The first entry of a partial check is compared with its checkpoint; its predecessor was checked when that was
      // signed.
      if (previous !== null && row.previous_hash !== previous) return bad('it does not follow the entry before it')
      // A restored audit log may be older than this column.
      const dataHash = row.data_hash ?? null
      if (dataHash !== null && row.data === null) destroyed.add(row.number)
      else if (dataHash !== null && dataHashOf(row.salt ?? '', row.data) !== dataHash) {
        return bad('its data are not those that were sealed')
      }
      if (destructions.includes(row.event)) {
        const note = {
          number: row.number,
          at: row.at,
          event: row.event,
          id: row.object_id,
          numbers: numbersIn(row.data),
        }
        for (const number of await ownOf(db, note)) destroyed.delete(number)
      }
      const hash = entryHash(row.previous_hash, chainedEntryOf({ ...row, data_hash: dataHash }))
      if (hash !== row.hash || row.finer) return bad('its content is not what was sealed')
      const contradicts = hashesAt.get(row.number)?.find(head => head.hash !== hash)
      if (contradicts) return bad(`entry ${row.number} is not the one signed at ${contradicts.at}`, agreed + 1)
      if (hashesAt.has(row.number)) agreed = row.number
      previous = hash
      number = row.number
    }
    if (rows.length === BATCH) continue
    const [firstBad] = destroyed
    if (firstBad !== undefined) {
      return { ok: false, entries: number, firstBad, why: 'its data are missing and no destruction is recorded' }
    }
    const beyond = signed.find(head => head.number > number)
    if (!beyond) return { ok: true, entries: number }
    const why = `missing: at ${beyond.at} the log was signed up to entry ${beyond.number}`
    return { ok: false, entries: number, firstBad: number + 1, why }
  }
}
