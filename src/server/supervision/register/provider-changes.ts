import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'
import type { ProviderWords, WordChange } from '#domain/participant/company/words.ts'
import { providerChanges, serviceChanges } from '#domain/participant/company/words.ts'
import type { decideProviderChange, ProviderChangeWire } from '#domain/supervision/register/contract.ts'
import { GONE_PROVIDER } from '#domain/supervision/register/facts.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { pairOf } from '#server/participant/chain/current.ts'
import { providerWordsOf } from '#server/participant/company/kept.ts'
import { serviceFactsOf } from '#server/participant/company/service-facts.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

type Row = { id: string; providerId: string; serviceId: string | null; facts: unknown; refused: string | null }
type Found = ProviderChangeWire & { keptId: string; refused: string | null }

/** What changes when a provider leaves the portal: nothing, until the bank does it. */
const LEFT: WordChange[] = [{ label: 'En el portal', before: 'Sí', after: 'No' }]

/** What providers changed since the register of a bank says it, whether the bank refused it or not. */
async function changedSince(db: Db, rows: readonly Row[]): Promise<Found[]> {
  const ids = [...new Set(rows.map(({ providerId }) => providerId))]
  const pairs = rows.flatMap(({ providerId, serviceId }) => (serviceId ? [{ providerId, serviceId }] : []))
  const [now, facts] = await Promise.all([providerWordsOf(db, ids), serviceFactsOf(db, pairs)])
  const factsBy = new Map(facts.map(each => [pairOf(each), each]))
  const names = new Map(rows.flatMap(row => (row.serviceId ? [] : [[row.providerId, row.facts as ProviderWords]])))
  return rows.flatMap(({ id: keptId, providerId, serviceId, facts: kept, refused }) => {
    const words = now.get(providerId)
    const service = serviceId === null ? undefined : factsBy.get(pairOf({ providerId, serviceId }))
    const changes = service
      ? words
        ? serviceChanges(kept as ServiceFacts, service)
        : []
      : words
        ? providerChanges(kept as ProviderWords, words)
        : LEFT
    if (changes.length === 0) return []
    const provider = names.get(providerId)?.name ?? words?.name ?? GONE_PROVIDER
    const seen = sha256(JSON.stringify(changes))
    const about = { providerId, provider, serviceId, service: service?.service ?? '', hasLeft: !words }
    return [{ ...about, changes, seen, keptId, refused }]
  })
}

const rowsOf = (db: Db, entityId: string) =>
  db
    .selectFrom('kept_fact')
    .select(['id', 'provider_id as providerId', 'service_id as serviceId', 'facts', 'refused'])
    .where('entity_id', '=', entityId)

/** What providers changed and a bank has neither taken nor refused, by their names (REG-10). */
export async function providerChangesOf(db: Db, entityId: string): Promise<{ changes: ProviderChangeWire[] }> {
  const found = await changedSince(db, await rowsOf(db, entityId).execute())
  return {
    changes: found
      .filter(({ seen, refused }) => seen !== refused)
      .map(({ keptId: _id, refused: _refused, ...change }) => change)
      .toSorted((a, b) => compareSpanish(a.provider, b.provider) || compareSpanish(a.service, b.service)),
  }
}

/**
 * Takes what a provider changed into the register of the actor's bank, or leaves that as it is.
 * @throws DomainError notFound, invalid for a change that the bank has not seen, or that cannot be taken
 */
export async function decideChange(
  tx: Transaction,
  actor: Actor,
  { providerId, serviceId, take, seen }: BodyOf<typeof decideProviderChange>,
): Promise<{ changes: ProviderChangeWire[] }> {
  const entityId = actor.participantId
  // Locked before the change is read: a provider that changes it at the same time waits, or is seen here.
  const rows = await rowsOf(tx.db, entityId)
    .where('provider_id', '=', providerId)
    .where(sql<boolean>`service_id is not distinct from ${serviceId}`)
    .forUpdate()
    .execute()
  const [change] = await changedSince(tx.db, rows)
  if (!change) throw new DomainError('notFound')
  if (change.seen !== seen) {
    throw new DomainError('invalid', { fields: { seen: 'El proveedor los ha vuelto a cambiar: revíselos otra vez' } })
  }
  if (take && change.hasLeft) {
    throw new DomainError('invalid', { fields: { take: 'El proveedor ha dejado el portal: sus datos se conservan' } })
  }
  if (take) await tx.db.deleteFrom('kept_fact').where('id', '=', change.keptId).execute()
  else await tx.db.updateTable('kept_fact').set({ refused: seen }).where('id', '=', change.keptId).execute()
  tx.record({
    event: take ? 'register.change-taken' : 'register.change-refused',
    object: { kind: 'register', id: entityId },
    participantId: entityId,
  })
  return providerChangesOf(tx.db, entityId)
}
