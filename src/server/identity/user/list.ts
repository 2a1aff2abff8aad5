import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { roleOf, scopeOf } from '#domain/identity/roles.ts'
import type { listUsers } from '#domain/identity/user/contract.ts'
import { seesUsersOf } from '#domain/identity/user/user.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import { livingUsers, livingUsersCount, userSelection, userWireOf } from '#server/identity/user/queries.ts'
import { contains, every, nameMatches, spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

// Must match the expression of the index portal_user_by_name exactly.
const fullName = sql`fold(u.name || ' ' || u.surnames)`

const sorts = {
  name: sql`nullif(trim(u.name || ' ' || u.surnames), '') ${spanish}`,
  email: sql`u.email`,
  role: sql`p.kind`,
  status: sql`u.status`,
  participant: sql`p.display_name ${spanish}`,
  createdAt: sql`u.created_at`,
}

/** A page of the users that the actor sees (API-22, API-23, ROLE-42), or of one participant's. */
export async function usersSeen(
  db: Db,
  actor: Actor,
  query: QueryOf<typeof listUsers>,
  participantId: string | null = null,
): Promise<AnswerOf<typeof listUsers>> {
  const { name, email, participant, role, status, management } = query
  const own = management === true || scopeOf(actor, 'user.read') !== 'all'
  const ofUsers = [
    own && sql<SqlBool>`u.participant_id = ${actor.participantId}`,
    participantId && sql<SqlBool>`u.participant_id = ${participantId}`,
    name && contains(name, fullName),
    email && contains(email, sql`u.email`),
    status && sql<SqlBool>`u.status = ${status}`,
  ]
  const ofParticipants = [participant && nameMatches(participant), role && sql<SqlBool>`p.kind = ${roleOf([role])}`]
  const asked = every([...ofUsers, ...ofParticipants].filter(condition => !!condition))
  const seen = livingUsers(db).where(asked)
  const { rows, total: totalElements } = await pageOfQuery(
    seen.select(userSelection),
    query,
    sorts,
    // The e-mail is unique among living users.
    (key, way) => sql`${key} ${way} nulls last, u.email`,
    // Without conditions on participants, the count needs no join.
    ofParticipants.some(condition => condition) ? undefined : livingUsersCount(db, asked),
  )
  const content = rows.map(userWireOf)
  return { content, totalElements, data: { content, totalElements } }
}

/**
 * The users of one participant.
 * @throws DomainError notFound for one that does not exist or whose users the actor does not see
 */
export async function userPage(
  db: Db,
  actor: Actor,
  participantId: string,
  query: QueryOf<typeof listUsers>,
): Promise<AnswerOf<typeof listUsers>> {
  if (!seesUsersOf(actor, participantId)) throw new DomainError('notFound')
  const living = await db
    .selectFrom('participant')
    .select('id')
    .where('id', '=', participantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!living) throw new DomainError('notFound')
  return usersSeen(db, actor, query, participantId)
}
