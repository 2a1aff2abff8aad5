import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { roleOf, scopeOf } from '#domain/identity/roles.ts'
import type { listUsers } from '#domain/identity/user/contract.ts'
import { seesUsersOf } from '#domain/identity/user/user.ts'
import { livingUsers, livingUsersCount, userSelection, userWireOf } from '#server/identity/user/queries.ts'
import { contains, every, nameMatches, spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

// Must match the expression of the index portal_user_by_name exactly.
const fullName = sql`fold(u.name || ' ' || u.surnames)`

const sortKeys = {
  name: sql`nullif(trim(u.name || ' ' || u.surnames), '') ${spanish}`,
  email: sql`u.email`,
  role: sql`p.kind`,
  status: sql`u.status`,
  participant: sql`p.display_name ${spanish}`,
  createdAt: sql`u.created_at`,
} as const

/** A page of the users that the actor sees (API-22, API-23, ROLE-42), or of one participant's. */
export async function usersSeen(
  db: Db,
  actor: Actor,
  { page, size, sort, name, email, participant, role, status, management }: QueryOf<typeof listUsers>,
  participantId: string | null = null,
): Promise<AnswerOf<typeof listUsers>> {
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
  const [key, direction] = sort.split(',') as [keyof typeof sortKeys, string | undefined]
  const way = direction === 'desc' ? sql.raw('desc') : sql.raw('asc')
  const rows = seen
    .select(userSelection)
    .orderBy(sql`${sortKeys[key]} ${way} nulls last`)
    // Unique among living users, so a valid tie-breaker.
    .orderBy('u.email')
    .limit(size)
    .offset(page * size)
    .execute()
  // Without conditions on participants, the count needs no join.
  const total = ofParticipants.some(condition => condition)
    ? seen
        .select(eb => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
        .then(row => row.total)
    : livingUsersCount(db, asked)
  const [found, totalElements] = await Promise.all([rows, total])
  const content = found.map(userWireOf)
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
