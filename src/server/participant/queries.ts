import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import type { RequiredDatum } from '#domain/participant/participant.ts'
import { favouritesSeen } from '#domain/participant/visibility.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { first, statement } from '#server/platform/database/statement.ts'

/** Spanish collation, where ñ sorts between n and o; the database's own is `C.UTF-8`. */
export const spanish = sql.raw('collate "es-x-icu"')

/** Whether a name or identifier of the participant `p` contains a text, ignoring case and accents. */
export function nameMatches(text: string): RawBuilder<SqlBool> {
  return contains(text, sql`p.search`)
}

/** The conjunction of some conditions, possibly none. */
export const every = (conditions: RawBuilder<SqlBool>[]) =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** Whether a folded expression contains a text, ignoring case and accents. */
export function contains(text: string, expression: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`${expression} like ${patternOf(folded(text))}`
}

/** A text folded like the search columns. */
function folded(text: string): RawBuilder<string> {
  return sql`fold(${foldForSearch(text.normalize('NFC'))})`
}

/** A `like` pattern that matches texts containing the folded text; escapes its metacharacters. */
export function patternOf(text: RawBuilder<string>): RawBuilder<string> {
  // Escapes after folding, because folding a full-width character may produce a metacharacter.
  return sql`'%' || regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`
}

/**
 * A participant is not deleted (D44). Compares with the few deleted ones, so that counting a list does not join every
 * row's participant.
 */
export function isNotDeleted(participantId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`${participantId} not in (select gone.id from participant gone where gone.deleted_at is not null)`
}

/** Living participants with the favourites that the actor may read (D16). */
export function participantsFor(db: Db, actor: Actor) {
  const seen = favouritesSeen[actor.role]
  const mine = seen === 'own' ? sql`and f.entity_id = ${actor.participantId}` : sql``
  const fav =
    seen === 'none'
      ? sql<string[]>`array[]::text[]`
      : sql<string[]>`array(
          select f.entity_id::text from favourite f join participant e on e.id = f.entity_id
          where f.provider_id = p.id and e.deleted_at is null ${mine} order by f.created_at, f.entity_id)`
  return db.selectFrom('participant as p').selectAll('p').select(fav.as('fav')).where('p.deleted_at', 'is', null)
}

const participantToLock = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('participant as p')
    .selectAll('p')
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .forUpdate()
    .compile(),
)

/** Locks a living participant until the transaction ends. Take this lock before all others. */
export const lockParticipant = (db: Db, id: string) => first(participantToLock(db, { id }))

/**
 * Locks some participants like `lockParticipant`, always in the same order.
 * @returns those that live
 */
export async function lockParticipants(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('participant')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(rows.map(row => row.id))
}

/** Whether a participant's documentation was ever sent; until then its profile is a draft (D10). */
export async function isDocumentationSent(db: Db, participantId: string): Promise<boolean> {
  const sent = await db
    .selectFrom('validation')
    .select('id')
    .where('participant_id', '=', participantId)
    .where('kind', '=', 'DOC_MIN')
    .where('status', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return sent !== undefined
}

/** The additional data that CCI requires of a kind of participant, in order (CONF-06, D55). */
export function requiredDataOf(db: Db, kind: InvitableKind): Promise<RequiredDatum[]> {
  return db
    .selectFrom('required_datum')
    .select(['field', 'required'])
    .where('type', '=', kind)
    .orderBy('position')
    .execute()
}

/** The living entities that marked a provider: they are notified of its scores. */
export const fansOf = (db: Db, providerId: string) =>
  db
    .selectFrom('favourite as f')
    .innerJoin('participant as p', 'p.id', 'f.entity_id')
    .where('f.provider_id', '=', providerId)
    .where('p.deleted_at', 'is', null)

/** The living entities that use a service of a provider now; null: any service of it. Only the notice tells them so: a use is theirs alone. */
export const serviceUsers = (db: Db, providerId: string, serviceId: string | null) =>
  db
    .selectFrom('service_use as u')
    .innerJoin('participant as p', 'p.id', 'u.entity_id')
    .where('u.provider_id', '=', providerId)
    .where(eb => (serviceId === null ? eb.lit(true) : eb('u.service_id', '=', serviceId)))
    .where('u.until', 'is', null)
    .where('p.deleted_at', 'is', null)

/** The living entities that a bulletin told. No call shows who they are (AFFECT-05). */
export const bulletinRecipients = (db: Db, bulletinId: string) =>
  db
    .selectFrom('bulletin_sent as b')
    .innerJoin('participant as p', 'p.id', 'b.entity_id')
    .where('b.bulletin_id', '=', bulletinId)
    .where('p.deleted_at', 'is', null)
