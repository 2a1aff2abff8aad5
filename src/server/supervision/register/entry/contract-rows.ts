import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { emptyValues } from '#domain/record/wire.ts'
import type { ArrangementWire, listArrangements } from '#domain/supervision/register/entry/contract.ts'
import { arrangementFields } from '#domain/supervision/register/entry/fields.ts'
import type { ThirdPartyValues } from '#domain/supervision/register/entry/third-party.ts'
import { thirdPartyFields } from '#domain/supervision/register/entry/third-party.ts'
import { GONE_PROVIDER } from '#domain/supervision/register/facts.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { onTopOf, storedFieldsOf } from '#server/record/stored.ts'
import { linkWireOf, outsideOf, ownLinksWhere } from '#server/supervision/register/entry/chain.ts'
import { contractMembersWhere, noMembers } from '#server/supervision/register/entry/contract-members.ts'
import { pageInOrder } from '#server/supervision/register/entry/page.ts'
import { foundOrRefused } from '#server/supervision/register/entry/party.ts'

type Row = Omit<
  ArrangementWire,
  'company' | 'parent' | 'chain' | 'provider' | keyof ThirdPartyValues | keyof typeof noMembers
> & {
  companyId: string | null
  providerName: string | null
  outsourcing: object
}

/**
 * The contracts `a` of a bank for which a condition holds. A provider keeps the name that the bank knows (REG-10); one that was
 * deleted before names were kept has none.
 */
export async function arrangementsWhere(
  db: Db,
  entityId: string,
  condition: RawBuilder<SqlBool> = sql`true`,
): Promise<ArrangementWire[]> {
  const { rows } = await sql<Row>`
    select a.id, a.kind, a.outsourcing, ${storedFieldsOf('a', arrangementFields)}, a.version, a.overarching_id as "overarchingId",
      coalesce(m.reference, '') as overarching, a.inside_id as "insideId", coalesce(i.reference, '') as inside, a.provider_id as "providerId", a.company_id as "companyId",
      coalesce(k.facts ->> 'name', case when p.deleted_at is null then p.display_name end) as "providerName",
      (select count(*)::int from arrangement_line l where l.arrangement_id = a.id) as lines
    from arrangement a
      left join arrangement m on m.id = a.overarching_id
      left join arrangement i on i.id = a.inside_id
      left join participant p on p.id = a.provider_id
      left join kept_fact k on k.entity_id = a.entity_id and k.provider_id = a.provider_id and k.service_id is null
    where a.entity_id = ${entityId} and ${condition} order by a.id`.execute(db)
  const links = await ownLinksWhere(db, entityId, condition)
  const members = await contractMembersWhere(db, entityId, condition)
  const outside = await outsideOf(db, [
    ...rows.flatMap(({ companyId }) => companyId ?? []),
    ...links.map(({ companyId }) => companyId),
  ])
  const chains = Map.groupBy(links, ({ arrangementId }) => arrangementId)
  return rows.map(({ companyId, providerName, outsourcing, ...row }) => {
    const { company = null, parent = null } = outside.get(companyId ?? '') ?? {}
    return {
      ...row,
      ...(members.get(row.id) ?? noMembers),
      ...onTopOf(emptyValues(thirdPartyFields), outsourcing),
      provider: company?.name ?? providerName ?? GONE_PROVIDER,
      company,
      parent,
      chain: (chains.get(row.id) ?? []).map(link => linkWireOf(link, outside)),
    }
  })
}

/** A contract of the actor's bank. @throws DomainError notFound */
export async function arrangementOf(db: Db, actor: Actor, id: string): Promise<ArrangementWire> {
  return foundOrRefused((await arrangementsWhere(db, actor.participantId, sql`a.id = ${id}`))[0])
}

export async function arrangementPage(
  db: Db,
  entityId: string,
  today: Day,
  { text, id, kind, type, ended, ...asked }: QueryOf<typeof listArrangements>,
): Promise<AnswerOf<typeof listArrangements>> {
  const all = await arrangementsWhere(db, entityId)
  const sought = text ? foldForSearch(text).toLowerCase() : ''
  const matches = (each: ArrangementWire) =>
    foldForSearch(`${each.reference} ${each.provider}`).toLowerCase().includes(sought)
  const chosen = all.filter(
    each =>
      matches(each) &&
      (!id || each.id === id) &&
      (!kind || each.kind === kind) &&
      (!type || each.type === type) &&
      (ended === undefined || ended === (each.endsOn !== null && each.endsOn < today)),
  )
  return pageInOrder(chosen, asked, 'reference')
}
