import type { EventName } from '#domain/audit-log/events.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** The number of the entry of an event that an object has once, for papers that name it; null while there is none. */
export async function entryNumber(
  db: Db,
  { kind, id }: { kind: string; id: string },
  event: EventName,
): Promise<number | null> {
  const found = await db
    .selectFrom('trail')
    .select('number')
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .where('event', '=', event)
    .executeTakeFirst()
  return found?.number ?? null
}
