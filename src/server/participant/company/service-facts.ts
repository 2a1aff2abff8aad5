import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { ServiceFactsWire } from '#domain/participant/company/contract.ts'
import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** A service of a provider with what it says of it; version 0 until it says something. */
export type StoredFacts = ServiceFacts & {
  factsId: string | null
  providerId: string
  serviceId: string
  service: string
  serviceKey: string
  version: number
}

/** What providers say of services, for some pairs of provider and service. */
export async function serviceFactsOf(
  db: Db,
  pairs: readonly { providerId: string; serviceId: string }[],
): Promise<StoredFacts[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<StoredFacts>`
    select f.id as "factsId", w.provider_id as "providerId", s.id as "serviceId", s.description as service,
      s.key as "serviceKey", f.ict_type as "ictType", coalesce(f.provision_countries, '{}') as "provisionCountries",
      f.holds_data as "holdsData", coalesce(f.storage_countries, '{}') as "storageCountries",
      coalesce(f.processing_countries, '{}') as "processingCountries", coalesce(f.version, 0) as version
    from (select distinct * from unnest(${pairs.map(each => each.providerId)}::text[],
        ${pairs.map(each => each.serviceId)}::text[]) as w (provider_id, service_id)) w
      join service s on s.id = w.service_id
      left join service_facts f on f.participant_id = w.provider_id and f.service_id = w.service_id
    order by s.description collate "es-x-icu", s.id, w.provider_id`.execute(db)
  return rows
}

/** The services that a provider has a request of, or has said something of. */
export async function servicesOf(db: Db, providerId: string): Promise<StoredFacts[]> {
  const { rows } = await sql<{ serviceId: string }>`
    select distinct v.service_id as "serviceId" from validation v
      where v.participant_id = ${providerId} and v.kind = 'AUDIT_REPORT' and v.deleted_at is null
    union select service_id from service_facts where participant_id = ${providerId}`.execute(db)
  return serviceFactsOf(
    db,
    rows.map(({ serviceId }) => ({ providerId, serviceId })),
  )
}

/**
 * What a provider says of a service.
 * @throws DomainError notFound for a service that there is not
 */
export async function storedFactsOf(db: Db, providerId: string, serviceId: string): Promise<StoredFacts> {
  const service = await db
    .selectFrom('service')
    .select('id')
    .where('id', '=', serviceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!service) throw new DomainError('notFound')
  const [facts] = await serviceFactsOf(db, [{ providerId, serviceId }])
  return facts!
}

export const factsWireOf = ({ factsId: _id, providerId: _provider, ...facts }: StoredFacts): ServiceFactsWire => ({
  ...facts,
  provisionCountries: [...facts.provisionCountries],
  storageCountries: [...facts.storageCountries],
  processingCountries: [...facts.processingCountries],
})
