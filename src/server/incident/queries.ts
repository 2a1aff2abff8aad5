import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type {
  IncidentDocumentWire,
  IncidentWire,
  listFavouriteIncidents,
  listIncidents,
} from '#domain/incident/contract.ts'
import type { IncidentKind, Severity } from '#domain/incident/particulars.ts'
import { filterInstants } from '#domain/list/filter-days.ts'
import type { BulletinPhase } from '#domain/states/bulletin.ts'
import type { IncidentStatus } from '#domain/states/incident.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { pageOfQuery, totalOf } from '#server/http/list/page-of-query.ts'
import { namedAmong, servicesNamed } from '#server/incident/particulars.ts'
import { every, isNotDeleted, lockParticipant, nameMatches, spanish } from '#server/participant/queries.ts'
import { isIncidentSeen } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { onOneConnection } from '#server/platform/database/pipeline/together.ts'
import { arrayParameter, prepared, statement } from '#server/platform/database/statement.ts'

/** The incidents that an actor may see, with the names of both sides; none of a deleted provider or issuer (D44). */
export function visibleIncidents(db: Db, actor: Actor) {
  return db
    .selectFrom('incident as i')
    .innerJoin('participant as p', 'p.id', 'i.provider_id')
    .innerJoin('participant as r', 'r.id', 'i.issuer_id')
    .where('p.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .where(isIncidentSeen(actor))
}

/** The same without the names. */
function incidentsAlone(db: Db, actor: Actor) {
  return db
    .selectFrom('incident as i')
    .where(isNotDeleted(sql`i.provider_id`))
    .where(isNotDeleted(sql`i.issuer_id`))
    .where(isIncidentSeen(actor))
}

const columns = [
  'i.id',
  'i.title',
  'i.detail',
  'i.provider_id as providerId',
  'p.display_name as providerName',
  'i.issuer_id as issuerId',
  'r.display_name as issuerName',
  'i.status',
  'i.created_at as createdAt',
  'i.updated_at as updatedAt',
  'i.version',
  'i.services as serviceIds',
  'i.severity',
  'i.kind',
  'i.started_at as startedAt',
  'i.detected_at as detectedAt',
  'i.ended_at as endedAt',
] as const

type IncidentRow = Omit<IncidentWire, 'documents' | 'status' | 'services' | 'severity' | 'kind' | 'bulletinPhase'> & {
  status: string
  serviceIds: string[]
  severity: string | null
  kind: string | null
}

const sorts = {
  createdAt: sql`i.created_at`,
  updatedAt: sql`i.updated_at`,
  title: sql`i.title ${spanish}`,
  provider: sql`p.display_name ${spanish}`,
  // Sorts by the order of an incident's life.
  status: sql`array_position(array[${sql.join(incidentMachine.states.map(state => sql.lit(state)))}], i.status)`,
}

export type IncidentFilters = QueryOf<typeof listFavouriteIncidents> & {
  issuerId?: string
  providerId?: string
  /** Only incidents about providers that this entity marked as favourites. */
  favouritesOf?: string
}

/** A page of the incidents that an actor sees, and their total. */
export async function incidentPage(
  db: Db,
  actor: Actor,
  query: IncidentFilters,
): Promise<AnswerOf<typeof listIncidents>> {
  const { issuerId, providerId, status, provider, favouritesOf } = query
  const { from, to } = filterInstants(query.from, query.to)
  const asked = every(
    [
      issuerId && sql<SqlBool>`i.issuer_id = ${issuerId}`,
      providerId && sql<SqlBool>`i.provider_id = ${providerId}`,
      status && sql<SqlBool>`i.status = ${status}`,
      provider && nameMatches(provider),
      from && sql<SqlBool>`i.created_at >= ${from}`,
      to && sql<SqlBool>`i.created_at <= ${to}`,
      favouritesOf &&
        sql<SqlBool>`i.provider_id in (select f.provider_id from favourite f where f.entity_id = ${favouritesOf})`,
    ].filter(condition => !!condition),
  )
  const seen = visibleIncidents(db, actor).where(asked)
  const { rows, total } = await pageOfQuery(
    seen.select(columns),
    query,
    sorts,
    (key, way) => sql`${key} ${way}, i.id ${way}`,
    provider ? undefined : totalOf(incidentsAlone(db, actor).where(asked)),
  )
  const parts = await partsOf(
    db,
    rows.map(row => row.id),
  )
  return { content: await wiresOf(db, actor, rows, parts), totalElements: total }
}

/** The number of incidents that an actor sees in each state. */
export async function incidentCounts(db: Db, actor: Actor): Promise<Record<IncidentStatus, number>> {
  const rows = await incidentsAlone(db, actor)
    .select(['i.status', eb => eb.fn.countAll<number>().as('total')])
    .groupBy('i.status')
    .execute()
  const counts: Record<string, number> = Object.fromEntries(rows.map(({ status, total }) => [status, total]))
  return { PENDING: counts.PENDING ?? 0, OPEN: counts.OPEN ?? 0, CLOSED: counts.CLOSED ?? 0 }
}

/**
 * One incident, if the actor may see it.
 * @throws DomainError notFound
 */
export async function visibleIncident(
  db: Db,
  actor: Actor,
  id: string,
  { issuerId, providerId }: { issuerId?: string; providerId?: string } = {},
): Promise<IncidentWire> {
  let found = visibleIncidents(db, actor).select(columns).where('i.id', '=', id)
  if (issuerId) found = found.where('i.issuer_id', '=', issuerId)
  if (providerId) found = found.where('i.provider_id', '=', providerId)
  const [incident] = await onOneConnection(db, async one => {
    const [rows, parts] = await Promise.all([prepared(one, found), partsOf(one, [id])])
    return wiresOf(one, actor, rows, parts)
  })
  if (!incident) throw new DomainError('notFound')
  return incident
}

/** The same, locked for a write: first the provider, then the incident. The lock also covers its files. */
export async function lockedIncident(db: Db, actor: Actor, id: string): Promise<IncidentWire> {
  const { providerId } = await visibleIncident(db, actor, id)
  const [participant, , incident] = await Promise.all([
    lockParticipant(db, providerId),
    db.selectFrom('incident').select('id').where('id', '=', id).forUpdate().execute(),
    visibleIncident(db, actor, id),
  ])
  if (!participant) throw new DomainError('notFound')
  return incident
}

/** The files of some incidents, and the phases of their bulletins. */
const partsOf = (db: Db, ids: readonly string[]) => Promise.all([documentsOf(db, ids), bulletinPhasesOf(db, ids)])

async function wiresOf(
  db: Db,
  actor: Actor,
  rows: readonly IncidentRow[],
  parts: Awaited<ReturnType<typeof partsOf>>,
): Promise<IncidentWire[]> {
  const [documents, phases] = parts
  const names = await servicesNamed(
    db,
    rows.flatMap(row => row.serviceIds),
  )
  return rows.map(({ serviceIds, severity, kind, ...row }) => ({
    ...row,
    status: row.status as IncidentStatus,
    services: namedAmong(names, serviceIds),
    severity: severity as Severity | null,
    kind: kind as IncidentKind | null,
    // Who raised it learns nothing of what others hear.
    ...(actor.role === 'CCI' || row.providerId === actor.participantId
      ? { bulletinPhase: phases.get(row.id) ?? null }
      : {}),
    documents: documents.filter(document => document.issueId === row.id),
  }))
}

/** The phase of the last bulletin of each of some incidents that have one. */
async function bulletinPhasesOf(db: Db, ids: readonly string[]): Promise<Map<string, BulletinPhase>> {
  if (ids.length === 0) return new Map()
  const rows = await phasesByIncident(db, { ids: [...ids] })
  return new Map(rows.map(row => [row.incident_id, row.phase as BulletinPhase]))
}

const phasesByIncident = statement((db, { ids }: { ids: string[] }) =>
  db
    .selectFrom('bulletin')
    .select(['incident_id', 'phase'])
    .where('incident_id', '=', sql<string>`any(${arrayParameter(ids)})`)
    .orderBy('number')
    .compile(),
)

/** The files of some incidents, sorted by name. */
async function documentsOf(db: Db, incidentIds: readonly string[]): Promise<IncidentDocumentWire[]> {
  return incidentIds.length === 0 ? [] : documentsByIncident(db, { ids: [...incidentIds] })
}

const documentsByIncident = statement((db, { ids }: { ids: string[] }) =>
  db
    .selectFrom('incident_document as d')
    .innerJoin('stored_file as f', 'f.sha256', 'd.sha256')
    .select([
      'd.incident_id as issueId',
      'd.name as documentCatalogName',
      'd.id as file',
      'd.file_name as name',
      'f.media_type as mediaType',
      'f.size',
      'd.uploaded_at as uploadedAt',
    ])
    .where('d.incident_id', '=', sql<string>`any(${arrayParameter(ids)})`)
    .orderBy(sql`d.name ${spanish}`)
    .compile(),
)

/**
 * A file of an incident that the actor may see, with its storage key.
 * @throws DomainError notFound
 */
export async function visibleIncidentFile(db: Db, actor: Actor, id: string) {
  const file = await visibleIncidents(db, actor)
    .innerJoin('incident_document as d', 'd.incident_id', 'i.id')
    .innerJoin('stored_file as f', 'f.sha256', 'd.sha256')
    .select(['d.id', 'd.name', 'd.file_name', 'd.sha256', 'f.size', 'f.media_type'])
    .select(['i.id as incidentId', 'i.provider_id as providerId', 'i.issuer_id as issuerId'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!file) throw new DomainError('notFound')
  return file
}

/** The names of the documents required to open an incident (D53). */
export async function incidentEntries(db: Db): Promise<string[]> {
  return (await entries(db, {})).map(row => row.name)
}

const entries = statement(db =>
  db
    .selectFrom('required_document as r')
    .innerJoin('document_catalogue as c', 'c.id', 'r.catalogue_id')
    .select('r.name')
    .where('c.type', '=', sql.lit('ISSUE'))
    .orderBy('r.position')
    .compile(),
)
