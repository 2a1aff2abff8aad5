import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { assessedPair, assessmentOf, differingText } from '#domain/supervision/register/entry/assessment.ts'
import type { LineWire } from '#domain/supervision/register/entry/contract.ts'
import { lineFields } from '#domain/supervision/register/entry/fields.ts'
import { CRITICAL, GONE_PROVIDER, ictTypeOf } from '#domain/supervision/register/facts.ts'
import { proposedBy, withProposedOf } from '#domain/supervision/register/provider-facts.ts'
import type { Day } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { pairOf } from '#server/participant/chain/current.ts'
import { serviceFactsOf } from '#server/participant/company/service-facts.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { storedFieldsOf } from '#server/record/stored.ts'
import { foundOrRefused } from '#server/supervision/register/entry/party.ts'
import { evaluationsOf } from '#server/supervision/register/evaluations.ts'
import { keptBy } from '#server/supervision/register/kept.ts'

/** A line with the service of its use, and the provider of its contract, which may have left the portal. */
export type Line = LineWire & { counterpartyId: string | null; serviceId: string | null; serviceKey: string }
type Row = Omit<Line, 'proposed' | 'lastAuditOn' | 'provider' | 'isDesignated' | 'sharedWith' | 'differing'> & {
  providerName: string | null
  lei: string | null
}

/** A line as it is stored. */
export type Unshared = Omit<Line, 'sharedWith' | 'differing'>

/** The lines `l` of a bank's contracts for which a condition holds, with what is known of their services today. */
export async function unsharedLines(
  db: Db,
  entityId: string,
  today: Day,
  condition: RawBuilder<SqlBool>,
): Promise<Unshared[]> {
  const { rows } = await sql<Row>`
    select l.id, ${storedFieldsOf('l', lineFields)}, l.version, l.arrangement_id as "arrangementId", a.reference,
      case when p.deleted_at is null then p.id end as "providerId",
      coalesce(c.name, k.facts ->> 'name', case when p.deleted_at is null then p.display_name end) as "providerName",
      case when c.id is not null then c.lei when k.facts is not null then k.facts ->> 'lei' else i.lei end as lei,
      a.provider_id as "counterpartyId",
      l.use_id as "useId", u.service_id as "serviceId", coalesce(s.description, '') as service,
      coalesce(s.key, '') as "serviceKey", l.function_id as "functionId", f.code as "functionCode",
      f.name as "functionName", coalesce(o.name, '') as "functionEntity", coalesce(f.critical = ${CRITICAL}, false) as "isCritical"
    from arrangement_line l
      join arrangement a on a.id = l.arrangement_id
      join business_function f on f.id = l.function_id
      left join register_member o on o.id = f.member_id
      left join participant p on p.id = a.provider_id
      left join company_identity i on i.participant_id = p.id and p.deleted_at is null
      left join company c on c.id = a.company_id
      left join kept_fact k on k.entity_id = a.entity_id and k.provider_id = a.provider_id and k.service_id is null
      left join service_use u on u.id = l.use_id
      left join service s on s.id = u.service_id
    where a.entity_id = ${entityId} and ${condition} order by l.id`.execute(db)
  const pairs = rows.flatMap(({ providerId, serviceId }) =>
    providerId && serviceId ? [{ providerId, serviceId }] : [],
  )
  const [facts, evaluations, kept, { criticalProviders }] = await Promise.all([
    serviceFactsOf(db, pairs),
    evaluationsOf(db, pairs, today),
    keptBy(db, entityId),
    centreRulesOf(db),
  ])
  const designated = new Set(criticalProviders.map(({ lei }) => lei))
  const factsBy = new Map(facts.map(each => [pairOf(each), each]))
  return rows.map(({ providerName, lei, ...row }) => {
    const pair = `${row.providerId} ${row.serviceId}`
    return {
      ...row,
      provider: providerName ?? GONE_PROVIDER,
      isDesignated: lei !== null && designated.has(lei),
      proposed: proposedBy(kept.services.get(`${row.counterpartyId} ${row.serviceId}`) ?? factsBy.get(pair)),
      lastAuditOn: evaluations.get(pair) ?? null,
    }
  })
}

/** The pair whose assessment a line shares. */
export const pairAssessedBy = (line: Unshared) => assessedPair({ ...line, ictType: ictTypeOf(withProposedOf(line)) })

/** The lines with what is agreed on for their pair of contract and type, and with what is not (REG-06). */
function withAssessments(lines: readonly Unshared[]): Line[] {
  const pairs = Map.groupBy(lines, pairAssessedBy)
  const shared = new Map([...pairs].map(([pair, its]) => [pair, pair === null ? null : { its, ...assessmentOf(its) }]))
  return lines.map(line => {
    const found = shared.get(pairAssessedBy(line))
    if (!found) return { ...line, sharedWith: [], differing: [] }
    const { its, values, differing } = found
    const own = Object.fromEntries(differing.map(name => [name, line[name]]))
    return {
      ...line,
      ...values,
      ...own,
      sharedWith: its.flatMap(({ id, functionCode }) => (id === line.id ? [] : functionCode)),
      differing: differing.map(field => ({ field, said: differingText(field, its) })),
    }
  })
}

/**
 * The lines of a bank's contracts, with the assessments that critical ones share (REG-06). The condition takes all lines
 * of a contract `a` or none.
 */
export const linesWhere = async (
  db: Db,
  entityId: string,
  today: Day,
  condition: RawBuilder<SqlBool> = sql`true`,
): Promise<Line[]> => withAssessments(await unsharedLines(db, entityId, today, condition))

/** A line of the actor's bank. @throws DomainError notFound */
export async function lineOf(db: Db, actor: Actor, today: Day, id: string): Promise<Line> {
  const ofContract = sql<boolean>`a.id = (select o.arrangement_id from arrangement_line o where o.id = ${id})`
  return foundOrRefused((await linesWhere(db, actor.participantId, today, ofContract)).find(line => line.id === id))
}
