import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { ServiceFactsWire, saveServiceFacts as saveContract } from '#domain/participant/company/contract.ts'
import { factsOfService, serviceFactsLabels } from '#domain/participant/company/facts.ts'
import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'
import { factsErrors, normaliseCountries } from '#domain/participant/company/service-facts.ts'
import { refuseStale } from '#server/app/conflict.ts'
import type { Transaction } from '#server/app/transaction.ts'
import { lockedProvider } from '#server/participant/company/provider.ts'
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
export async function factsOf(db: Db, providerId: string, serviceId: string): Promise<StoredFacts> {
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

/**
 * Saves what a provider says of a service (DORA-01). What is not given stays.
 * @throws DomainError notFound, changedMeanwhile, invalid with fields
 */
export async function saveFacts(
  tx: Transaction,
  actor: Actor,
  { id, serviceId }: { id: string; serviceId: string },
  { version, ...given }: BodyOf<typeof saveContract>,
): Promise<StoredFacts> {
  await lockedProvider(tx, actor, id)
  const now = await factsOf(tx.db, id, serviceId)
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: factsOfService(now),
    yours: factsOfService(given),
    labels: serviceFactsLabels,
    object: { kind: 'service-facts', id: now.factsId ?? id },
  })
  const wanted = wantedOf(now, given)
  const fields = factsErrors(wanted)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  const keys = Object.keys(given) as (keyof ServiceFacts)[]
  if (keys.every(key => String(wanted[key]) === String(now[key]))) return now
  const factsId = now.factsId ?? tx.newId()
  await write(tx.db, { factsId, id, serviceId }, wanted)
  tx.record({
    event: 'service-facts.saved',
    object: { kind: 'service-facts', id: factsId },
    participantId: id,
    told: { participantId: id },
  })
  return factsOf(tx.db, id, serviceId)
}

function wantedOf(now: ServiceFacts, given: Partial<BodyOf<typeof saveContract>>): ServiceFacts {
  return {
    ictType: given.ictType === undefined ? now.ictType : given.ictType,
    holdsData: given.holdsData === undefined ? now.holdsData : given.holdsData,
    provisionCountries: normaliseCountries(given.provisionCountries ?? now.provisionCountries),
    storageCountries: normaliseCountries(given.storageCountries ?? now.storageCountries),
    processingCountries: normaliseCountries(given.processingCountries ?? now.processingCountries),
  }
}

async function write(
  db: Db,
  { factsId, id, serviceId }: { factsId: string; id: string; serviceId: string },
  facts: ServiceFacts,
): Promise<void> {
  const values = {
    ict_type: facts.ictType,
    holds_data: facts.holdsData,
    provision_countries: [...facts.provisionCountries],
    storage_countries: [...facts.storageCountries],
    processing_countries: [...facts.processingCountries],
  }
  await db
    .insertInto('service_facts')
    .values({ id: factsId, participant_id: id, service_id: serviceId, ...values, version: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['participant_id', 'service_id'])
        .doUpdateSet(eb => ({ ...values, version: eb('service_facts.version', '+', 1) })),
    )
    .execute()
}
