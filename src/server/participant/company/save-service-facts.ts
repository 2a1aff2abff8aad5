import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { saveServiceFacts as saveContract } from '#domain/participant/company/contract.ts'
import { factsOfService, serviceFactFields, serviceFactsLabels } from '#domain/participant/company/facts.ts'
import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'
import { factsErrors } from '#domain/participant/company/service-facts.ts'
import { normaliseCountries, recordValues } from '#domain/record/field.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { keepService } from '#server/participant/company/kept.ts'
import { lockedProvider } from '#server/participant/company/provider.ts'
import type { StoredFacts } from '#server/participant/company/service-facts.ts'
import { storedFactsOf } from '#server/participant/company/service-facts.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { differ, onTopOf, storedColumnsOf } from '#server/record/stored.ts'

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
  const now = await storedFactsOf(tx.db, id, serviceId)
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
  if (!differ(serviceFactFields, wanted, now)) return now
  const factsId = now.factsId ?? tx.newId()
  await keepService(tx, id, serviceId)
  await write(tx.db, { factsId, id, serviceId }, wanted)
  tx.record({
    event: 'service-facts.saved',
    object: { kind: 'service-facts', id: factsId },
    participantId: id,
    told: { participantId: id },
  })
  return storedFactsOf(tx.db, id, serviceId)
}

const lists = ['provisionCountries', 'storageCountries', 'processingCountries'] as const

function wantedOf(now: ServiceFacts, given: object): ServiceFacts {
  const wanted = onTopOf(recordValues(serviceFactFields, now), given)
  return { ...wanted, ...Object.fromEntries(lists.map(list => [list, normaliseCountries(wanted[list])])) }
}

async function write(
  db: Db,
  { factsId, id, serviceId }: { factsId: string; id: string; serviceId: string },
  facts: ServiceFacts,
): Promise<void> {
  const values = storedColumnsOf(serviceFactFields, facts)
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
