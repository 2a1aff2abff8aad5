import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { calledBy } from '#domain/identity/user/user.ts'
import type { AcceptanceStatus } from '#domain/states/acceptance.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Acceptance } from '#domain/supervision/acceptance/acceptance.ts'
import type { RatingInForce } from '#domain/supervision/use/level.ts'
import type { UseFacts } from '#domain/supervision/use/situation.ts'
import type { Criticality } from '#domain/supervision/use/use.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { pairOf } from '#server/participant/chain/current.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

export type UseRow = {
  id: string
  entityId: string
  providerId: string
  provider: string
  cif: string
  serviceId: string
  service: string
  serviceKey: string
  critical: Criticality
  requiredScore: string | null
  since: Day | null
  until: Day | null
  note: string
  version: number
  noted: string | null
}

export type StoredAcceptance = Acceptance & {
  id: string
  useId: string
  reason: string
  decidedBy: string
  decidedAt: string
  endedAt: string | null
  endReason: string
}

/** A use with what decides its situation. */
export type Use = UseRow & UseFacts<StoredAcceptance>

/** The uses `u` of living banks, of living providers `p`, for which a condition holds; with their ratings and acceptances. */
export async function usesWhere(db: Db, condition: RawBuilder<SqlBool>, today: Day): Promise<Use[]> {
  const { rows } = await sql<UseRow>`
    select u.id, u.entity_id as "entityId", u.provider_id as "providerId", p.display_name as provider,
      coalesce(p.cif, '') as cif, u.service_id as "serviceId", s.description as service, s.key as "serviceKey",
      u.critical, u.required_rating as "requiredScore", u.since, u.until, u.note, u.version,
      u.noted_situation as noted
    from service_use u
      join participant e on e.id = u.entity_id and e.deleted_at is null
      join participant p on p.id = u.provider_id and p.deleted_at is null
      join service s on s.id = u.service_id
    where ${condition} order by u.id`.execute(db)
  const [ratings, acceptances] = await Promise.all([ratingsOf(db, rows, today), acceptancesOf(db, rows)])
  return rows.map(row => ({
    ...row,
    inForce: ratings.get(pairOf(row)) ?? [],
    acceptances: acceptances.get(row.id) ?? [],
  }))
}

type Pair = Pick<UseRow, 'providerId' | 'serviceId'>
/** The ratings in force of some providers and services, whichever the evaluator (LEVEL-06). */
async function ratingsOf(db: Db, pairs: readonly Pair[], today: Day): Promise<Map<string, RatingInForce[]>> {
  if (pairs.length === 0) return new Map()
  const distinct = [...new Map(pairs.map(pair => [pairOf(pair), pair])).values()]
  const { rows } = await sql<RatingInForce & Pair>`
    select v.participant_id as "providerId", v.service_id as "serviceId", k.rating, k.expires_on as "expiresOn",
      k.scored_at as "scoredAt", v.id as "validationId",
      (k.review_since at time zone 'Europe/Madrid')::date as "reviewSince"
    from unnest(${distinct.map(pair => pair.providerId)}::text[], ${distinct.map(pair => pair.serviceId)}::text[])
        as w (provider_id, service_id)
      join validation v on v.participant_id = w.provider_id and v.service_id = w.service_id
        and v.kind = 'AUDIT_REPORT' and v.deleted_at is null and v.superseded_at is null
        and ${hasStatus(sql`v.status`, reportRequestMachine.sets.qualified)}
      join score k on k.validation_id = v.id and k.is_current and k.expires_on >= ${today}::date`.execute(db)
  return Map.groupBy(rows, pairOf)
}

type AcceptanceRow = Omit<StoredAcceptance, 'decidedBy' | 'status'> & {
  status: AcceptanceStatus
  name: string
  surnames: string
  email: string
}

async function acceptancesOf(db: Db, uses: readonly { id: string }[]): Promise<Map<string, StoredAcceptance[]>> {
  if (uses.length === 0) return new Map()
  const { rows } = await sql<AcceptanceRow>`
    select a.id, a.use_id as "useId", a.status, a.reason, a.accepted_rating as "acceptedScore",
      a.required_rating as "requiredScore", a.until, a.decided_at as "decidedAt", a.ended_at as "endedAt",
      a.end_reason as "endReason", o.name, o.surnames, o.email
    from acceptance a join portal_user o on o.id = a.decided_by
    where a.use_id = any(${uses.map(({ id }) => id)}) order by a.id desc`.execute(db)
  return Map.groupBy(
    rows.map(({ name, surnames, email, ...row }) => ({ ...row, decidedBy: calledBy({ name, surnames, email }) })),
    row => row.useId,
  )
}

/** The live uses of a service of a provider, by every bank. */
export const usesOfService = (db: Db, { providerId, serviceId }: Pair, today: Day): Promise<Use[]> =>
  usesWhere(db, sql`u.provider_id = ${providerId} and u.service_id = ${serviceId} and u.until is null`, today)

/** A use that its bank is known to have. @throws Error otherwise */
export const knownUse = async (db: Db, entityId: string, id: string, today: Day): Promise<Use> =>
  onlyOf(await usesWhere(db, sql`u.id = ${id} and u.entity_id = ${entityId}`, today))

/** A use of a bank, or undefined where the bank has no such use. */
export async function useOf(db: Db, entityId: string, id: string, today: Day): Promise<Use | undefined> {
  const [found] = await usesWhere(db, sql`u.id = ${id} and u.entity_id = ${entityId}`, today)
  return found
}
