import type { Actor } from '#domain/identity/roles.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** Whether a user belongs to the actor's organisation and has not been deleted. */
export async function isColleague(db: Db, actor: Actor, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('portal_user')
    .select('id')
    .where('id', '=', userId)
    .where('participant_id', '=', actor.participantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
