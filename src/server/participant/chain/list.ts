import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { chainStanding } from '#domain/participant/chain/chain.ts'
import type { listSubcontracts, readChain, SubcontractWire } from '#domain/participant/chain/contract.ts'
import { groupsBy } from '#domain/values/certain.ts'
import { compareSpanish, foldForSearch } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import { confirmedAt, isChainSeen, linksWhere } from '#server/participant/chain/queries.ts'
import { chainWireOf, confirmationWireOf } from '#server/participant/chain/wire.ts'
import { refuseUnseen } from '#server/participant/company/provider.ts'
import { every } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

type Compare = (a: SubcontractWire, b: SubcontractWire) => number
const byName: Compare = (a, b) => compareSpanish(a.company.name, b.company.name) || a.id.localeCompare(b.id)
const orders: Record<'company' | 'rank' | 'since', Compare> = {
  company: byName,
  rank: (a, b) => a.rank - b.rank || byName(a, b),
  since: (a, b) => a.since.localeCompare(b.since) || byName(a, b),
}

/** A page of the subcontracts that the actor reads, by chain unless it asks for another order. */
export async function subcontractListOf(
  db: Db,
  actor: Actor,
  today: Day,
  query: QueryOf<typeof listSubcontracts>,
): Promise<AnswerOf<typeof listSubcontracts>> {
  const { page, size, sort, idProvider, service, standing, company } = query
  const links = await linksWhere(
    db,
    every([
      isChainSeen(actor, today),
      ...(idProvider ? [sql<boolean>`l.provider_id = ${idProvider}`] : []),
      ...(service ? [sql<boolean>`l.service_id = ${service}`] : []),
    ]),
  )
  const chains = [...groupsBy(links, link => `${link.providerId} ${link.serviceId}`).values()].toSorted(
    ([a], [b]) =>
      compareSpanish(a.provider, b.provider) ||
      compareSpanish(a.service, b.service) ||
      `${a.providerId} ${a.serviceId}`.localeCompare(`${b.providerId} ${b.serviceId}`),
  )
  const sought = foldForSearch(company ?? '')
  const found = chains
    .flatMap(chain => chainWireOf(chain, today))
    .filter(row => !standing || chainStanding(row, today) === standing)
    .filter(row => foldForSearch(row.company.name).includes(sought))
  const [field, direction] = sort.split(',') as [keyof typeof orders | 'chain', string | undefined]
  const ordered = field === 'chain' ? found : found.toSorted(orders[field])
  if (direction === 'desc') ordered.reverse()
  return pageOfAll(ordered, { page, size })
}

/**
 * The chain of a service as the actor reads it: what is current and planned, in order (CHAIN-10).
 * @throws DomainError notFound for a provider or a service that it does not see
 */
export async function chainOf(
  db: Db,
  actor: Actor,
  today: Day,
  { providerId, serviceId }: { providerId: string; serviceId: string },
): Promise<AnswerOf<typeof readChain>> {
  await refuseUnseen(db, actor, providerId)
  const { rows } = await sql<{ provider: string; service: string }>`
    select p.display_name as provider, s.description as service from participant p, service s
    where p.id = ${providerId} and s.id = ${serviceId}`.execute(db)
  const [names] = rows
  if (!names) throw new DomainError('notFound')
  const seen = await linksWhere(
    db,
    sql<boolean>`l.provider_id = ${providerId} and l.service_id = ${serviceId} and ${isChainSeen(actor, today)}`,
  )
  const live = seen.filter(link => chainStanding(link, today) !== 'ENDED')
  return {
    providerId,
    serviceId,
    ...names,
    confirmation: confirmationWireOf(await confirmedAt(db, providerId, serviceId), seen, today),
    subcontracts: chainWireOf(live, today),
  }
}
