import { sql } from 'kysely'
import { linksInOrder, ranksOf } from '#domain/participant/chain/chain.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'
import type { ChainLink } from '#server/participant/chain/queries.ts'
import { isCurrentLink, linksWhere } from '#server/participant/chain/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

export type ChainPair = { providerId: string; serviceId: string }

/** A current subcontract with its rank. */
export type RankedLink = ChainLink & { rank: number }

/** The current chain of a service: its subcontracts in order, and the day on which it was last confirmed. */
export type CurrentChain = ChainPair & { links: RankedLink[]; confirmedOn: Day | null }

export const pairOf = ({ providerId, serviceId }: ChainPair): string => `${providerId} ${serviceId}`

/**
 * The current chains of some services of living providers, by `pairOf`. The provider itself has rank 1 and is not among
 * the subcontracts; one without a declared chain has none. A subcontract's dates lie within those of its recipient, so
 * that the recipient of a current one is current.
 */
export async function currentChains(
  db: Db,
  today: Day,
  pairs: readonly ChainPair[],
): Promise<Map<string, CurrentChain>> {
  const distinct = [...new Map(pairs.map(pair => [pairOf(pair), pair])).values()]
  if (distinct.length === 0) return new Map()
  const asked = sql`unnest(${distinct.map(pair => pair.providerId)}::text[], ${distinct.map(pair => pair.serviceId)}::text[])
    as w (provider_id, service_id)`
  const [links, confirmations] = await Promise.all([
    linksWhere(
      db,
      sql<boolean>`${isCurrentLink(today)} and exists (
        select from ${asked} where w.provider_id = l.provider_id and w.service_id = l.service_id)`,
    ),
    sql<ChainPair & { at: string }>`
      select c.provider_id as "providerId", c.service_id as "serviceId", c.confirmed_at as at
      from ${asked} join chain_confirmation c on c.provider_id = w.provider_id and c.service_id = w.service_id`.execute(
      db,
    ),
  ])
  const byPair = Map.groupBy(links, pairOf)
  const confirmedAt = new Map(confirmations.rows.map(row => [pairOf(row), madridDay(row.at)]))
  return new Map(
    distinct.map(({ providerId, serviceId }) => {
      const key = pairOf({ providerId, serviceId })
      const own = byPair.get(key) ?? []
      const ranks = ranksOf(own)
      const ranked = linksInOrder(own).map(link => ({ ...link, rank: valueIn(ranks, link.id) }))
      return [key, { providerId, serviceId, links: ranked, confirmedOn: confirmedAt.get(key) ?? null }]
    }),
  )
}
