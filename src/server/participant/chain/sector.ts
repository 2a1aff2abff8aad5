import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { ranksOf } from '#domain/participant/chain/chain.ts'
import type { Placed, Stood } from '#domain/participant/chain/concentration.ts'
import { banksBand, companiesIn, isSought, sortedCompanies } from '#domain/participant/chain/concentration.ts'
import type { listSectorConcentration, SectorRow } from '#domain/participant/chain/sector.ts'
import { SERVICES_SHOWN } from '#domain/participant/chain/sector.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { valueIn } from '#domain/values/certain.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { pairOf } from '#server/participant/chain/current.ts'
import type { ChainLink } from '#server/participant/chain/queries.ts'
import { isCurrentLink, linksWhere } from '#server/participant/chain/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

/** A service with a current chain: whether it is rated, and how many banks use it. */
type Service = {
  providerId: string
  provider: string
  serviceId: string
  service: string
  isRated: boolean
  banks: number
}

/** How many banks use each service, and whether a rating of it is in force, by `pairOf`. */
async function standingsOf(db: Db, today: Day): Promise<{ banks: Map<string, number>; rated: Set<string> }> {
  type Pair = { providerId: string; serviceId: string }
  const [uses, ratings] = await Promise.all([
    sql<Pair & { banks: number }>`
      select u.provider_id as "providerId", u.service_id as "serviceId", count(distinct u.entity_id)::int as banks
      from service_use u join participant e on e.id = u.entity_id and e.deleted_at is null
      where u.until is null group by 1, 2`.execute(db),
    sql<Pair>`
      select distinct v.participant_id as "providerId", v.service_id as "serviceId"
      from validation v join score k on k.validation_id = v.id and k.is_current and k.expires_on >= ${today}::date
      where v.kind = 'AUDIT_REPORT' and v.deleted_at is null and v.superseded_at is null
        and ${hasStatus(sql`v.status`, reportRequestMachine.sets.qualified)}`.execute(db),
  ])
  return {
    banks: new Map(uses.rows.map(row => [pairOf(row), row.banks])),
    rated: new Set(ratings.rows.map(pairOf)),
  }
}

const placesOf = (links: readonly ChainLink[]): Placed[] => {
  const ranks = ranksOf(links)
  return links.map(link => ({
    on: pairOf(link),
    company: link.company,
    rank: valueIn(ranks, link.id),
    underpins: link.underpins,
    countries: link.countries,
    ictType: link.ictType,
  }))
}

/**
 * The sector's concentration (CHAIN-14): the companies in current chains, with the providers and rated services that
 * stand on them. The banks behind a service are shown as bands (CHAIN-15).
 */
export async function sectorListOf(
  db: Db,
  today: Day,
  query: QueryOf<typeof listSectorConcentration>,
): Promise<AnswerOf<typeof listSectorConcentration>> {
  const { page, size, sort, underpins, ...filter } = query
  const [links, { banks, rated }] = await Promise.all([
    linksWhere(db, sql<boolean>`p.onboarded_at is not null and ${isCurrentLink(today)}`),
    standingsOf(db, today),
  ])
  const services = new Map<string, Service>()
  for (const { providerId, provider, serviceId, service } of links) {
    const key = pairOf({ providerId, serviceId })
    if (services.has(key)) continue
    const banksBehind = banks.get(key) ?? 0
    services.set(key, { providerId, provider, serviceId, service, isRated: rated.has(key), banks: banksBehind })
  }
  const rows = companiesIn(placesOf(links))
    .filter(company => isSought(company, filter))
    .map(company => countedOf(company, services))
    .filter(({ underpinned }) => !underpins || underpinned > 0)
  const sorted = sortedCompanies(rows, sort, {
    providers: row => row.providers,
    services: row => row.services,
    underpins: row => row.underpinned,
  })
  return {
    content: sorted.slice(page * size, (page + 1) * size).map(row => rowOf(row, services)),
    totalElements: rows.length,
  }
}

type Counted = Stood & Pick<SectorRow, 'providers' | 'services' | 'underpinned'>

function countedOf(company: Stood, services: ReadonlyMap<string, Service>): Counted {
  const rated = company.on.filter(({ on }) => valueIn(services, on).isRated)
  return {
    ...company,
    providers: new Set(company.on.map(({ on }) => valueIn(services, on).providerId)).size,
    services: rated.length,
    underpinned: rated.filter(({ underpins }) => underpins).length,
  }
}

function rowOf({ on, ictTypes, ...row }: Counted, services: ReadonlyMap<string, Service>): SectorRow {
  const named = on
    .map(({ on: key, rank, underpins }) => ({ ...valueIn(services, key), rank, underpins }))
    .toSorted((a, b) => compareSpanish(a.provider, b.provider) || compareSpanish(a.service, b.service))
  return {
    ...row,
    ictTypes: ictTypes as SectorRow['ictTypes'],
    on: named.slice(0, SERVICES_SHOWN).map(({ banks, ...service }) => ({ ...service, banks: banksBand(banks) })),
  }
}
