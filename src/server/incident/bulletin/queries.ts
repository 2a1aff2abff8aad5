import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { BulletinAudience } from '#domain/incident/bulletin/bulletin.ts'
import type { BulletinWire, listBulletins, ProposalWire } from '#domain/incident/bulletin/contract.ts'
import type { Severity } from '#domain/incident/particulars.ts'
import { severities } from '#domain/incident/particulars.ts'
import { filterInstants } from '#domain/list/filter-days.ts'
import type { BulletinPhase } from '#domain/states/bulletin.ts'
import { bulletinMachine } from '#domain/states/bulletin.ts'
import { onlyOf, valueIn } from '#domain/values/certain.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import {
  acknowledgementsOf,
  answerCountsOf,
  clocksOf,
  ownAcknowledgementsOf,
} from '#server/incident/bulletin/answers.ts'
import { namedAmong, servicesNamed } from '#server/incident/particulars.ts'
import { every, nameMatches, spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

type BulletinRow = {
  id: string
  issueId: string
  number: number
  phase: BulletinPhase
  severity: Severity
  providerId: string
  providerName: string
  serviceIds: string[]
  text: string
  startedAt: string | null
  detectedAt: string | null
  endedAt: string | null
  publishedAt: string
  audience: BulletinAudience
  proposed: boolean
}

/** The bulletin `b` waits for an acknowledgement of the bank. */
const waitsFor = (entityId: string) => sql<SqlBool>`not exists (
  select from acknowledgement a where a.bulletin_id = b.id and a.entity_id = ${entityId})`

/** The bulletins `b` that an actor may read: CCI all, a provider its own, a bank those that told it; of living providers. */
function isBulletinSeen({ role, participantId }: Actor): RawBuilder<SqlBool> {
  if (role === 'CCI') return sql`true`
  if (role === 'PROVIDER') return sql`b.provider_id = ${participantId}`
  if (role === 'AUDIT') return sql`false`
  return sql`exists (select from bulletin_sent t where t.bulletin_id = b.id and t.entity_id = ${participantId})`
}

const severityRank = sql`array_position(array[${sql.join(severities.map(each => sql.lit(each)))}], b.severity)`

/** The whole order of a list; ties are ordered by incident and number. */
function orderOf(actor: Actor, sort: string): RawBuilder<unknown> {
  const [key = 'incident', direction] = sort.split(',')
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  // Newest incident first, within it the oldest bulletin: as one reads a story.
  const story = sql`max(b.published_at) over (partition by b.incident_id) desc, b.incident_id, b.number`
  if (key === 'publishedAt') return sql`b.published_at ${way}, b.id ${way}`
  if (key === 'provider') return sql`p.display_name ${spanish} ${way}, ${story}`
  if (key === 'severity') return sql`${severityRank} ${way}, ${story}`
  if (actor.role !== 'ENTITY') return story
  return sql`bool_or(${waitsFor(actor.participantId)}) over (partition by b.incident_id) desc, ${story}`
}

const rowsFrom = (actor: Actor) => sql`
  from bulletin b join participant p on p.id = b.provider_id and p.deleted_at is null
  where ${isBulletinSeen(actor)}`

/** The last bulletin that an actor reads of each unfinished incident of some providers, with the services that it names; none means all. */
export async function unfinishedBulletins(db: Db, actor: Actor, providerIds: readonly string[]) {
  const { rows } = await sql<{ providerId: string; serviceIds: string[] }>`
    select b.provider_id as "providerId", b.services as "serviceIds" from (
      select distinct on (b.incident_id) b.* from bulletin b
      where b.provider_id = any(${providerIds}) and ${isBulletinSeen(actor)}
      order by b.incident_id, b.number desc) b
    where ${hasStatus(sql`b.phase`, bulletinMachine.sets.unfinished)}`.execute(db)
  return rows
}

const columns = sql`
  b.id, b.incident_id as "issueId", b.number, b.phase, b.severity, b.provider_id as "providerId",
  p.display_name as "providerName", b.services as "serviceIds", b.text, b.started_at as "startedAt",
  b.detected_at as "detectedAt", b.ended_at as "endedAt", b.published_at as "publishedAt", b.audience,
  b.proposed_by is not null as proposed`

/** A page of the bulletins that an actor reads (AFFECT-16). */
export async function bulletinPage(
  db: Db,
  actor: Actor,
  query: QueryOf<typeof listBulletins>,
): Promise<AnswerOf<typeof listBulletins>> {
  const { issueId, provider, phase, severity, waiting } = query
  const { from, to } = filterInstants(query.from, query.to)
  const isBank = actor.role === 'ENTITY'
  const asked = every(
    [
      issueId !== undefined && sql<SqlBool>`b.incident_id = ${issueId}`,
      provider !== undefined && nameMatches(provider),
      phase !== undefined && sql<SqlBool>`b.phase = ${phase}`,
      severity !== undefined && sql<SqlBool>`b.severity = ${severity}`,
      isBank && waiting && waitsFor(actor.participantId),
      from !== null && sql<SqlBool>`b.published_at >= ${from}`,
      to !== null && sql<SqlBool>`b.published_at <= ${to}`,
    ].filter(condition => !!condition),
  )
  const { rows } = await sql<BulletinRow>`
    select ${columns} ${rowsFrom(actor)} and ${asked} order by ${orderOf(actor, query.sort)}
    limit ${query.size} offset ${query.page * query.size}`.execute(db)
  const total = await sql<{ total: number }>`select count(*) as total ${rowsFrom(actor)} and ${asked}`.execute(db)
  return {
    content: await wiresOf(db, actor, rows),
    totalElements: onlyOf(total.rows).total,
    ...(isBank ? { waiting: await waitingOf(db, actor) } : {}),
    ...(issueId && !isBank ? { proposal: await proposalOf(db, actor, issueId) } : {}),
  }
}

async function waitingOf(db: Db, actor: Actor): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting ${rowsFrom(actor)} and ${waitsFor(actor.participantId)}`.execute(db)
  return onlyOf(rows).waiting
}

/** The proposal that waits for CCI about an incident, for CCI and its provider. */
export async function proposalOf(db: Db, actor: Actor, incidentId: string): Promise<ProposalWire | null> {
  const { rows } = await sql<ProposalWire>`
    select q.text, q.proposed_at as "proposedAt", q.version
    from bulletin_proposal q join incident i on i.id = q.incident_id
      join participant p on p.id = i.provider_id and p.deleted_at is null
    where i.id = ${incidentId}
      and (${actor.role === 'CCI'}::boolean or i.provider_id = ${actor.participantId})`.execute(db)
  return rows[0] ?? null
}

/**
 * One bulletin, if the actor may read it.
 * @throws DomainError notFound
 */
export async function visibleBulletin(db: Db, actor: Actor, id: string): Promise<BulletinWire> {
  const { rows } = await sql<BulletinRow>`select ${columns} ${rowsFrom(actor)} and b.id = ${id}`.execute(db)
  const [wire] = await wiresOf(db, actor, rows)
  if (!wire) throw new DomainError('notFound')
  return wire
}

async function wiresOf(db: Db, actor: Actor, rows: readonly BulletinRow[]): Promise<BulletinWire[]> {
  if (rows.length === 0) return []
  const ids = rows.map(row => row.id)
  const names = await servicesNamed(
    db,
    rows.flatMap(row => row.serviceIds),
  )
  const parts = await partsFor(db, actor, ids)
  return rows.map(({ serviceIds, audience, proposed, ...row }) => ({
    ...row,
    services: namedAmong(names, serviceIds),
    ...parts(row.id, { audience, proposed }),
  }))
}

type Inner = Pick<BulletinRow, 'audience' | 'proposed'>

/** What each reader gets beside the bulletin: its own answer, the numbers, or also who answered (AFFECT-09). */
async function partsFor(
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<(id: string, inner: Inner) => Partial<BulletinWire>> {
  if (actor.role === 'ENTITY') {
    const { holidays } = await centreRulesOf(db)
    const [own, clocks] = await Promise.all([
      ownAcknowledgementsOf(db, actor.participantId, ids),
      clocksOf(db, actor.participantId, ids, holidays),
    ])
    return id => ({ acknowledgement: own.get(id) ?? null, clock: clocks.get(id) ?? null, holidays })
  }
  const counts = await answerCountsOf(db, ids)
  if (actor.role !== 'CCI') return (id, { proposed }) => ({ ...valueIn(counts, id), proposed })
  const who = await acknowledgementsOf(db, ids)
  return (id, inner) => ({ ...valueIn(counts, id), ...inner, acknowledgements: who.get(id) ?? [] })
}
