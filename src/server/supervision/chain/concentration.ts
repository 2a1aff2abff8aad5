import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import type { Placed, Stood } from '#domain/participant/chain/concentration.ts'
import { concentrationOf, isSought, sortedCompanies } from '#domain/participant/chain/concentration.ts'
import type { ConcentrationRow, listConcentration } from '#domain/supervision/chain/contract.ts'
import type { Criticality } from '#domain/supervision/use/use.ts'
import { valueIn } from '#domain/values/certain.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import { currentChains, pairOf } from '#server/participant/chain/current.ts'
import { identitiesOf } from '#server/participant/company/identity.ts'
import type { Db } from '#server/platform/database/connect.ts'

type LiveUse = {
  id: string
  providerId: string
  provider: string
  serviceId: string
  service: string
  critical: Criticality
}

async function liveUsesOf(db: Db, entityId: string): Promise<LiveUse[]> {
  const { rows } = await sql<LiveUse>`
    select u.id, u.provider_id as "providerId", p.display_name as provider, u.service_id as "serviceId",
      s.description as service, u.critical
    from service_use u
      join participant p on p.id = u.provider_id and p.deleted_at is null
      join service s on s.id = u.service_id
    where u.entity_id = ${entityId} and u.until is null order by u.id`.execute(db)
  return rows
}

/** The companies that the uses of a bank stand on: their providers, and those of their current chains. */
async function placesOf(db: Db, today: Day, uses: readonly LiveUse[]): Promise<Placed[]> {
  const [chains, identities] = await Promise.all([
    currentChains(db, today, uses),
    identitiesOf(db, [...new Set(uses.map(({ providerId }) => providerId))]),
  ])
  return uses.flatMap(use => {
    const { lei, euid, country } = valueIn(identities, use.providerId)
    const provider: Placed = {
      on: use.id,
      company: { id: use.providerId, name: use.provider, isParticipant: true, lei, euid, country },
      rank: 1,
      underpins: true,
      countries: [],
      ictType: null,
    }
    const links = valueIn(chains, pairOf(use)).links.map(({ company, rank, underpins, countries, ictType }) => ({
      ...{ on: use.id, company, rank, underpins, countries, ictType },
    }))
    return [provider, ...links]
  })
}

/** A page of the companies under two or more live uses of a bank (CHAIN-13). Only the bank reads it. */
export async function concentrationListOf(
  db: Db,
  entityId: string,
  today: Day,
  query: QueryOf<typeof listConcentration>,
): Promise<AnswerOf<typeof listConcentration>> {
  const { page, size, sort, critical, ...filter } = query
  const uses = await liveUsesOf(db, entityId)
  const byId = new Map(uses.map(use => [use.id, use]))
  const rows = concentrationOf(await placesOf(db, today, uses))
    .filter(company => isSought(company, filter))
    .map(company => rowOf(company, byId))
    .filter(row => !critical || row.critical > 0)
  const sorted = sortedCompanies(rows, sort, {
    services: row => row.services,
    critical: row => row.critical,
    underpins: row => row.underpinned,
  })
  return pageOfAll(sorted, { page, size })
}

function rowOf({ on, ictTypes, ...company }: Stood, byId: ReadonlyMap<string, LiveUse>): ConcentrationRow {
  const uses = on
    .map(({ on: id, rank, underpins }) => ({ ...valueIn(byId, id), rank, underpins }))
    .toSorted((a, b) => compareSpanish(a.provider, b.provider) || compareSpanish(a.service, b.service))
  return {
    ...company,
    ictTypes: ictTypes as ConcentrationRow['ictTypes'],
    services: uses.length,
    critical: uses.filter(use => use.critical === 'YES').length,
    underpinned: uses.filter(({ underpins }) => underpins).length,
    uses,
  }
}
