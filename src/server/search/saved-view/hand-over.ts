import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * The searches of a user who leaves: what is shared goes to the principal user of its organisation, without alert and
 * menu entry and with a number where the name is taken; the rest is deleted (ALERT-11).
 */
export async function handOverViews(db: Db, userId: string, participantId: string): Promise<void> {
  await sql`
    update saved_view w set user_id = p.id, alert = false, pinned = false, seen = null,
      name = case when exists (select from saved_view o where o.user_id = p.id and o.name = w.name)
        then left(w.name, 50) || ' (' || right(w.id, 4) || ')' else w.name end
    from portal_user p
    where w.user_id = ${userId} and w.shared and p.participant_id = ${participantId} and p.is_principal
      and p.deleted_at is null and p.id <> ${userId}`.execute(db)
  await db.deleteFrom('saved_view').where('user_id', '=', userId).execute()
}
