import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import type { listParticipants } from '#domain/participant/contract.ts'
import { seenBy, seesParticipants } from '#domain/participant/visibility.ts'
import { participantWireOf } from '#server/participant/profile-row.ts'
import { nameMatches, participantsFor, spanish } from '#server/participant/queries.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'

const sortKeys = {
  name: sql`p.display_name ${spanish}`,
  cif: sql`p.cif`,
  createdAt: sql`p.created_at`,
  expiredAt: sql`p.accredited_until`,
} as const

/**
 * A page of the participants of a kind that the actor sees. `accredited` keeps those with an accreditation valid today,
 * `onboarded` those already onboarded, or with false the others.
 */
export async function participantPage(
  db: Db,
  actor: Actor,
  kind: InvitableKind,
  today: string,
  { name, accredited, onboarded, page, size, sort }: QueryOf<typeof listParticipants>,
): Promise<AnswerOf<typeof listParticipants>> {
  let seen = participantsFor(db, actor)
    .where('p.kind', '=', kind)
    .where(canAccess(actor, seesParticipants(actor, kind)))
  if (name) seen = seen.where(nameMatches(name))
  if (accredited !== undefined) {
    seen = seen.where(sql<boolean>`coalesce(p.accredited_until >= ${today}::date, false) = ${accredited}`)
  }
  if (onboarded !== undefined) seen = seen.where(sql<boolean>`(p.onboarded_at is not null) = ${onboarded}`)
  const [key, direction] = sort.split(',') as [keyof typeof sortKeys, string | undefined]
  const way = direction === 'desc' ? sql.raw('desc') : sql.raw('asc')
  const rows = seen
    .orderBy(sql`${sortKeys[key]} ${way} nulls last`)
    .orderBy('p.id')
    .limit(size)
    .offset(page * size)
    .execute()
  const total = seen
    .clearSelect()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const [found, { total: totalElements }] = await Promise.all([rows, total])
  return { content: found.map(row => seenBy(actor, participantWireOf(row))), totalElements }
}
