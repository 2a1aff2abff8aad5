import { calledBy } from '#domain/identity/user/user.ts'
import { keyInSentence } from '#domain/integration/key/key.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** A user, or the API key of a bank, as entries name it. */
type Named = { who: string; organisation: string }

/** Those who act, by their identifiers; none of a deleted participant (D44). */
export async function actorsBy(db: Db, ids: string[]): Promise<Map<string, Named>> {
  if (ids.length === 0) return new Map()
  const keys = await db
    .selectFrom('api_key as k')
    .innerJoin('participant as p', 'p.id', 'k.entity_id')
    .select(['k.id', 'k.name', 'p.display_name'])
    .where('k.id', 'in', ids)
    .where('p.deleted_at', 'is', null)
    .execute()
  const rows = await db
    .selectFrom('portal_user as u')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .select(['u.id', 'u.name', 'u.surnames', 'u.email', 'p.kind', 'p.display_name'])
    .where('u.id', 'in', ids)
    .where('p.deleted_at', 'is', null)
    .execute()
  return new Map([
    ...rows.map(
      row => [row.id, { who: calledBy(row), organisation: row.kind === 'CCI' ? 'CCI' : row.display_name }] as const,
    ),
    ...keys.map(row => [row.id, { who: keyInSentence(row.name), organisation: row.display_name }] as const),
  ])
}
