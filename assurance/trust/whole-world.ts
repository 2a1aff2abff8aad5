import { sql } from 'kysely'
import type { Replicas } from '#assurance/trust/replicas.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { World } from '#test/support/model/world.ts'
import { readWorld } from '#test/support/model/world.ts'

/** The model's world, and the data that only concurrent runs check. */
export type WholeWorld = World & {
  more: {
    /** The version of the optimistic lock, and the values of guarded edits. */
    participants: Record<string, { version: number; commercialName: string }>
    services: Record<string, { version: number; description: string }>
    incidents: Record<string, { version: number; title: string }>
    /** `<bank>/<provider>`. */
    favourites: string[]
    /** The current version, by `<validation>/<name>`. */
    standing: Record<string, string>
    /** The document of the version. */
    documents: Record<string, string>
    /** The current score of each request. */
    scores: Record<string, string>
    /** The open sessions of each user. */
    sessions: Record<string, string[]>
  }
}

/** Reads a consistent snapshot, also during writes: an abandoned call may still run. */
export function atOneMoment<T>(db: Db, look: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(look)
}

/** A snapshot of the world. */
export const readWholeWorld = ({ db, clock }: Pick<Replicas, 'db' | 'clock'>): Promise<WholeWorld> =>
  atOneMoment(db, tx => readWholeWorldIn(tx, clock))

/** The world as a transaction sees it. */
export async function readWholeWorldIn(db: Db, clock: Replicas['clock']): Promise<WholeWorld> {
  const world = await readWorld(db, clock)
  const participants = await db.selectFrom('participant').select(['id', 'version', 'commercial_name']).execute()
  const services = await db.selectFrom('service').select(['id', 'version', 'description']).execute()
  const incidents = await db.selectFrom('incident').select(['id', 'title', 'version']).execute()
  const favourites = await db.selectFrom('favourite').select(['entity_id', 'provider_id']).execute()
  const standing = await db
    .selectFrom('document_version as x')
    .innerJoin('document as d', 'd.id', 'x.document_id')
    .select(['d.validation_id', 'd.name', 'd.id as document', 'x.id'])
    .where('x.is_current', '=', true)
    .execute()
  const scores = await db.selectFrom('score').select(['id', 'validation_id']).where('is_current', '=', true).execute()
  const sessions = await db.selectFrom('session').select(['id', 'user_id']).where('ended_at', 'is', null).execute()
  const open = Map.groupBy(sessions, session => session.user_id)
  return {
    ...world,
    services: world.services.sort(),
    more: {
      participants: Object.fromEntries(
        participants.map(row => [row.id, { version: row.version, commercialName: row.commercial_name }]),
      ),
      services: Object.fromEntries(
        services.map(row => [row.id, { version: row.version, description: row.description }]),
      ),
      incidents: Object.fromEntries(incidents.map(row => [row.id, { version: row.version, title: row.title }])),
      favourites: favourites.map(row => `${row.entity_id}/${row.provider_id}`).sort(),
      standing: Object.fromEntries(standing.map(row => [`${row.validation_id}/${row.name}`, row.id])),
      documents: Object.fromEntries(standing.map(row => [`${row.validation_id}/${row.name}`, row.document])),
      scores: Object.fromEntries(scores.map(row => [row.validation_id, row.id])),
      sessions: Object.fromEntries([...open].map(([user, rows]) => [user, rows.map(row => row.id).sort()])),
    },
  }
}

/** The current end of the audit log. */
export async function headOf(db: Db): Promise<number> {
  const row = await db
    .selectFrom('trail')
    .select(sql<number>`coalesce(max(number), 0)`.as('head'))
    .executeTakeFirstOrThrow()
  return row.head
}
