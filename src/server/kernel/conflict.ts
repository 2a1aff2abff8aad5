import type { NotNull } from 'kysely'
import { sql } from 'kysely'
import { changedKinds } from '#domain/conflict/changes.ts'
import type { Changer, Conflict, FieldValues, Labels } from '#domain/conflict/conflict.ts'
import { changerShown, differencesOf } from '#domain/conflict/conflict.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor, Role } from '#domain/identity/roles.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import type { DomainEvent, Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { unawaited } from '#server/platform/database/pipeline/together.ts'
import { statement } from '#server/platform/database/statement.ts'

/** An object under edit: its current state, read under a lock, and the state after the edit. */
export type Edited = {
  version: number
  now: FieldValues
  yours: FieldValues
  labels: Labels
  object: { kind: string; id: string }
  /** Objects whose names it shows: its version counts their changes too. */
  names?: readonly Edited['object'][]
}

/**
 * Refuses an edit of an outdated version and says what changed since. The conflict lists only fields that were sent and
 * have a label: call it after the permission check, under the lock.
 * @throws DomainError changedMeanwhile with `conflict`
 */
export async function refuseStale(db: Db, actor: Actor, sent: number | undefined, edited: Edited): Promise<void> {
  if (sent !== undefined && sent !== edited.version) throw await staleError(db, actor, edited)
}

/** Makes the refusal, for edits that are stale for another reason than the version. */
export async function staleError(
  db: Db,
  actor: Actor,
  { version, now, yours, labels, object, names = [] }: Edited,
): Promise<DomainError> {
  const last = await lastChange(db, [object, ...names])
  const conflict: Conflict = {
    version,
    changedBy: changerShown(actor, last?.changer ?? null),
    changedAt: last?.at ?? null,
    differences: differencesOf(now, yours, labels),
  }
  return new DomainError('changedMeanwhile', { details: { conflict } })
}

/** Stores the author of the last change of each object that an event changes; none for an API key. */
export function noteChanges(
  { db, now, actor }: Pick<Transaction, 'db' | 'now' | 'actor'>,
  events: readonly DomainEvent[],
): void {
  const changed = events.flatMap(({ event, object, data }) =>
    changedKinds(event, object.kind, data).map(kind => ({ kind, object_id: object.id })),
  )
  if (changed.length === 0) return
  // A fixed order prevents deadlocks between two transactions.
  const objects = [...new Map(changed.map(each => [JSON.stringify(each), each]))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each)
  unawaited(
    putChanges(db, {
      kinds: objects.map(({ kind }) => kind),
      ids: objects.map(({ object_id }) => object_id),
      by: actor?.key ? null : (actor?.userId ?? null),
      now,
    }),
  )
}

type Changes = { kinds: string[]; ids: string[]; by: string | null; now: string }

const putChanges = statement((db, { kinds, ids, by, now }: Changes) =>
  sql`
    insert into last_change (kind, object_id, changed_by, changed_at)
    select kind, id, ${by}::text, ${now}::timestamptz
    from unnest(${kinds}::text[], ${ids}::text[]) with ordinality as changed (kind, id, place) order by place
    on conflict (kind, object_id) do update
    set changed_by = excluded.changed_by, changed_at = excluded.changed_at`.compile(db),
)

/** What is null together: without a user there is no participant either. */
type OfUser = 'id' | 'name' | 'surnames' | 'email' | 'participantId' | 'kind' | 'display_name'

async function lastChange(
  db: Db,
  objects: readonly Edited['object'][],
): Promise<{ at: string; changer: Changer | null } | null> {
  const row = await db
    .selectFrom('last_change as c')
    .leftJoin('portal_user as u', 'u.id', 'c.changed_by')
    .leftJoin('participant as p', 'p.id', 'u.participant_id')
    .select(['c.changed_at as at', 'u.id', 'u.name', 'u.surnames', 'u.email'])
    .select(['p.id as participantId', 'p.kind', 'p.display_name'])
    .where(eb => eb.or(objects.map(({ kind, id }) => eb.and({ 'c.kind': kind, 'c.object_id': id }))))
    .orderBy('c.changed_at', 'desc')
    // Within one millisecond, the name change comes after the change of the object that shows it.
    .orderBy(sql`c.kind like '%-name'`, 'desc')
    .limit(1)
    .$narrowType<{ id: null } | { [Column in OfUser]: NotNull }>()
    .executeTakeFirst()
  if (!row) return null
  if (row.id === null) return { at: row.at, changer: null }
  const { at, id, participantId, kind, display_name: organisation, ...user } = row
  return { at, changer: { userId: id, name: calledBy(user), participantId, role: kind as Role, organisation } }
}
