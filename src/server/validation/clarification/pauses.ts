import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Party } from '#domain/validation/clarification/clarification.ts'
import { pausesOf } from '#domain/validation/clarification/clarification.ts'
import type { Pause } from '#domain/validation/desk/due.ts'
import { groupsBy } from '#domain/values/certain.ts'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * The days on which a clarification about each of some validations waited for another than CCI (DESK-05); one without has
 * no entry.
 */
export async function clarificationPauses(db: Db, validationIds: readonly string[]): Promise<Map<string, Pause[]>> {
  if (validationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('clarification as c')
    .innerJoin('clarification_message as m', 'm.clarification_id', 'c.id')
    .select(['c.id', 'c.validation_id as validationId', 'c.asked_of as askedOf', 'c.closed_at as closedAt', 'm.at'])
    .where(sql<SqlBool>`c.validation_id = any(${validationIds})`)
    .where('c.kind', '=', 'QUESTION')
    .where('c.asked_of', '<>', 'CCI')
    .orderBy('c.id')
    .orderBy('m.number')
    .execute()
  const pauses = new Map<string, Pause[]>()
  for (const messages of groupsBy(rows, ({ id }) => id).values()) {
    const [{ validationId, askedOf, closedAt }] = messages
    const found = pausesOf({ askedOf: askedOf as Party, messages: messages.map(({ at }) => at), closedAt })
    pauses.set(validationId, [...(pauses.get(validationId) ?? []), ...found])
  }
  return pauses
}
