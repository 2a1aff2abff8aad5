import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import type { ListedUse, UseWire } from '#domain/supervision/use/contract.ts'
import { valueIn } from '#domain/values/certain.ts'
import { openFindings } from '#server/assessment/finding/queries.ts'
import { unfinishedBulletins } from '#server/incident/bulletin/queries.ts'
import { pairOf } from '#server/participant/chain/current.ts'
import type { Db } from '#server/platform/database/connect.ts'

type Own = { id: string } & Pick<ListedUse['related'], 'fileId' | 'contract'>

/** Uses of the actor's bank with what else it has about each (EXP-20). */
export async function withRelated(db: Db, actor: Actor, uses: readonly UseWire[]): Promise<ListedUse[]> {
  if (uses.length === 0) return []
  const providerIds = [...new Set(uses.map(({ providerId }) => providerId))]
  const [own, findings, bulletins] = await Promise.all([
    ownOf(db, uses),
    openFindings(db, actor, providerIds),
    unfinishedBulletins(db, actor, providerIds),
  ])
  const ownById = new Map(own.map(({ id, ...rest }) => [id, rest]))
  const findingsOf = new Map(findings.map(found => [pairOf(found), found.count]))
  return uses.map(use => ({
    ...use,
    related: {
      ...valueIn(ownById, use.id),
      findings: findingsOf.get(pairOf(use)) ?? 0,
      incidents: bulletins.filter(
        ({ providerId, serviceIds }) =>
          providerId === use.providerId && (serviceIds.length === 0 || serviceIds.includes(use.serviceId)),
      ).length,
    },
  }))
}

async function ownOf(db: Db, uses: readonly UseWire[]): Promise<Own[]> {
  const { rows } = await sql<Own>`
    select u.id,
      (select f.id from reliance_file f where f.use_id = u.id order by f.number desc limit 1) as "fileId",
      (select jsonb_build_object('id', a.id, 'reference', a.reference)
        from arrangement_line l join arrangement a on a.id = l.arrangement_id
        where l.use_id = u.id order by a.reference limit 1) as contract
    from service_use u where u.id = any(${uses.map(({ id }) => id)})`.execute(db)
  return rows
}
