import { sql } from 'kysely'
import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'
import type { ProviderWords } from '#domain/participant/company/words.ts'
import { pairOf } from '#server/participant/chain/current.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** What a bank's register says of providers that have changed it since, and of their services by `pairOf`. */
export type Kept = { providers: Map<string, ProviderWords>; services: Map<string, ServiceFacts> }

/** What was kept for a bank, before providers changed it (REG-10). */
export async function keptBy(db: Db, entityId: string): Promise<Kept> {
  const rows = await db
    .selectFrom('kept_fact')
    .select(['provider_id as providerId', 'service_id as serviceId', 'facts'])
    .where('entity_id', '=', entityId)
    .execute()
  const kept: Kept = { providers: new Map(), services: new Map() }
  for (const { providerId, serviceId, facts } of rows) {
    if (serviceId === null) kept.providers.set(providerId, facts as ProviderWords)
    else kept.services.set(pairOf({ providerId, serviceId }), facts as ServiceFacts)
  }
  return kept
}

/** Forgets what was kept of providers and services that no contract of a bank names any more. */
export async function dropKept(db: Db, entityId: string): Promise<void> {
  await sql`delete from kept_fact k where k.entity_id = ${entityId} and not exists (
    select from arrangement a left join arrangement_line l on l.arrangement_id = a.id
      left join service_use u on u.id = l.use_id
    where a.entity_id = k.entity_id and a.provider_id = k.provider_id
      and (k.service_id is null or u.service_id = k.service_id))`.execute(db)
}
