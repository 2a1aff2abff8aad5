import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Changer, Conflict, Facts, Labels } from '#domain/conflict/conflict.ts'
import { changerShown, differencesOf } from '#domain/conflict/conflict.ts'
import type { EventName } from '#domain/events.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor, Role } from '#domain/roles.ts'
import { calledBy } from '#domain/user/user.ts'
import type { Db } from '#server/database/connect.ts'

/** What is edited: as it stands, locked, and what the edit would make of it. */
export type Edited = {
  version: number
  now: Facts
  yours: Facts
  labels: Labels
  object: { kind: string; id: string }
  /** The events of the trail that change it: the newest says who did and when. */
  events: readonly EventName[]
  /** Who and what it names, of which the version counts each other name. */
  names?: readonly Edited['object'][]
}

/**
 * Refuses an edit that was begun from another version than the one that stands, and says what changed. Only fields that
 * were sent and that have a label are told, and only to who may edit them: ask it after the rights, under the lock.
 * @throws Refusal changedMeanwhile with `conflict`
 */
export async function refuseStale(db: Db, actor: Actor, sent: number | undefined, edited: Edited): Promise<void> {
  if (sent !== undefined && sent !== edited.version) throw await staleRefusal(db, actor, edited)
}

/** The refusal itself, where something else than the version shows that the edit is stale. */
export async function staleRefusal(
  db: Db,
  actor: Actor,
  { version, now, yours, labels, object, events, names }: Edited,
): Promise<Refusal> {
  const last = await lastChange(db, object, events, names ?? [])
  const conflict: Conflict = {
    version,
    changedBy: changerShown(actor, last?.changer ?? null),
    changedAt: last?.at ?? null,
    differences: differencesOf(now, yours, labels),
  }
  return new Refusal('changedMeanwhile', { details: { conflict } })
}

/** Of what CCI makes of a participant only who it is has a before. */
const renaming = sql<SqlBool>`(t.event = 'service.edited' or (t.event = 'participant.edited' and t.data -> 'before' is not null))`

async function lastChange(
  db: Db,
  object: Edited['object'],
  events: readonly EventName[],
  names: readonly Edited['object'][],
): Promise<{ at: string; changer: Changer | null } | null> {
  const row = await db
    .selectFrom('trail as t')
    .leftJoin('portal_user as u', 'u.id', 't.actor_id')
    .leftJoin('participant as p', 'p.id', 'u.participant_id')
    .select(['t.at', 'u.id', 'u.name', 'u.surnames', 'u.email', 'p.id as participantId', 'p.kind', 'p.display_name'])
    .where(eb =>
      eb.or([
        eb.and({ 't.object_kind': object.kind, 't.object_id': object.id }).and('t.event', 'in', events),
        ...names.map(({ kind, id }) => eb.and({ 't.object_kind': kind, 't.object_id': id }).and(renaming)),
      ]),
    )
    .orderBy('t.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { at, id, participantId } = row
  if (id === null || participantId === null) return { at, changer: null }
  const name = calledBy({ name: row.name!, surnames: row.surnames!, email: row.email! })
  return { at, changer: { userId: id, name, participantId, role: row.kind as Role, organisation: row.display_name! } }
}
