import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { scopeOf } from '#domain/identity/roles.ts'
import type { Link } from '#domain/participant/chain/chain.ts'
import type { SubcontractFields } from '#domain/participant/chain/facts.ts'
import { subcontractFields } from '#domain/participant/chain/facts.ts'
import type { IctType } from '#domain/participant/company/ict-type.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Country } from '#domain/values/countries.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { storedFieldsOf } from '#server/record/stored.ts'

/** A company in a chain, by its name and codes of now. */
export type LinkCompany = Link['company'] & {
  name: string
  isParticipant: boolean
  cif: string
  country: Country | null
}

/** A subcontract as its readers see it. */
export type ChainLink = SubcontractFields & {
  id: string
  providerId: string
  provider: string
  serviceId: string
  service: string
  company: LinkCompany
  /** The name of `company`, by which a chain is sorted. */
  name: string
  ictType: IctType | null
  urgentReason: string
  createdOn: Day
  version: number
}

type Row = Omit<ChainLink, 'company'> & Omit<LinkCompany, 'id'> & { companyId: string }

/** The subcontracts `l` of living providers `p` for which a condition holds. */
export async function linksWhere(db: Db, condition: RawBuilder<SqlBool>): Promise<ChainLink[]> {
  const { rows } = await sql<Row>`
    select l.id, l.provider_id as "providerId", p.display_name as provider, l.service_id as "serviceId",
      s.description as service, ${storedFieldsOf('l', subcontractFields)}, l.urgent_reason as "urgentReason", l.version,
      (l.created_at at time zone 'Europe/Madrid')::date as "createdOn",
      coalesce(l.participant_id, l.company_id) as "companyId", l.participant_id is not null as "isParticipant",
      coalesce(c.name, case when m.deleted_at is null then m.display_name else 'Empresa que ya no está en el portal' end)
        as name,
      case when m.deleted_at is null then coalesce(m.cif, '') else '' end as cif,
      coalesce(c.lei, i.lei) as lei, coalesce(c.euid, i.euid) as euid, coalesce(c.country, i.country) as country
    from subcontract l
      join participant p on p.id = l.provider_id and p.deleted_at is null
      join service s on s.id = l.service_id
      left join company c on c.id = l.company_id
      left join participant m on m.id = l.participant_id
      left join company_identity i on i.participant_id = m.id and m.deleted_at is null
    where ${condition} order by l.id`.execute(db)
  return rows.map(({ companyId, isParticipant, cif, lei, euid, country, ...row }) => ({
    ...row,
    company: { id: companyId, name: row.name, isParticipant, cif, lei, euid, country },
  }))
}

/** All subcontracts of a service of a provider, ended ones too. */
export const linksOf = (db: Db, providerId: string, serviceId: string): Promise<ChainLink[]> =>
  linksWhere(db, sql<boolean>`l.provider_id = ${providerId} and l.service_id = ${serviceId}`)

/** The condition that the subcontract `l` is not over. */
export const isNotOver = (today: Day): RawBuilder<SqlBool> =>
  sql`(l.until is null or l.until >= ${today}::date and l.until >= l.since)`

/** The condition that the subcontract `l` is current. */
export const isCurrentLink = (today: Day): RawBuilder<SqlBool> =>
  sql`(l.since <= ${today}::date and (l.until is null or l.until >= ${today}::date))`

/**
 * Whether the actor reads the subcontract `l` of the provider `p` (CHAIN-10): CCI and the provider all, a bank and an
 * evaluator that a request of the service names those that are not over.
 */
export function isChainSeen(actor: Actor, today: Day): RawBuilder<SqlBool> {
  const scope = scopeOf(actor, 'chain.read')
  if (scope === 'all') return sql`true`
  if (scope === 'own') return sql`l.provider_id = ${actor.participantId}`
  if (scope === 'published') return sql`(p.onboarded_at is not null and ${isNotOver(today)})`
  if (scope !== 'named') return sql`false`
  return sql`(${isNotOver(today)} and exists (
    select from validation n
    where n.participant_id = l.provider_id and n.service_id = l.service_id and n.kind = 'AUDIT_REPORT'
      and n.evaluator_id = ${actor.participantId} and n.deleted_at is null))`
}

/** When a chain was last confirmed, as an instant; null when never. */
export async function confirmedAt(db: Db, providerId: string, serviceId: string): Promise<string | null> {
  const found = await db
    .selectFrom('chain_confirmation')
    .select('confirmed_at')
    .where('provider_id', '=', providerId)
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  return found?.confirmed_at ?? null
}

/** Whether a chain was never confirmed, and no rating of its service was published yet (D102). */
export async function isBeingDeclared(db: Db, providerId: string, serviceId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select not exists (
        select from chain_confirmation where provider_id = ${providerId} and service_id = ${serviceId})
      and not exists (
        select from validation v join score k on k.validation_id = v.id
        where v.participant_id = ${providerId} and v.service_id = ${serviceId}) as is`.execute(db)
  return onlyOf(rows).is
}
