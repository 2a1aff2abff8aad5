import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import type { listParticipants } from '#domain/participant/contract.ts'
import { seenBy, seesParticipants } from '#domain/participant/visibility.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import { participantWireOf } from '#server/participant/profile-row.ts'
import { nameMatches, participantsFor, spanish } from '#server/participant/queries.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'

const sorts = {
  name: sql`p.display_name ${spanish}`,
  cif: sql`p.cif`,
  createdAt: sql`p.created_at`,
  expiredAt: sql`p.accredited_until`,
}

/**
 * A page of the participants of a kind that the actor sees. `accredited` keeps those with an accreditation valid today,
 * `onboarded` those already onboarded, or with false the others.
 */
export async function participantPage(
  db: Db,
  actor: Actor,
  kind: InvitableKind,
  today: string,
  query: QueryOf<typeof listParticipants>,
): Promise<AnswerOf<typeof listParticipants>> {
  const { name, accredited, onboarded } = query
  let seen = participantsFor(db, actor)
    .where('p.kind', '=', kind)
    .where(canAccess(actor, seesParticipants(actor, kind)))
  if (name) seen = seen.where(nameMatches(name))
  if (accredited !== undefined) {
    seen = seen.where(sql<boolean>`coalesce(p.accredited_until >= ${today}::date, false) = ${accredited}`)
  }
  if (onboarded !== undefined) seen = seen.where(sql<boolean>`(p.onboarded_at is not null) = ${onboarded}`)
  const { rows, total } = await pageOfQuery(seen, query, sorts, (key, way) => sql`${key} ${way} nulls last, p.id`)
  return { content: rows.map(row => seenBy(actor, participantWireOf(row))), totalElements: total }
}
