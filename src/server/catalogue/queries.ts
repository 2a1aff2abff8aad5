import { sql } from 'kysely'
import type { DataCatalogueWire, DocumentCatalogueWire, listServices, ServiceWire } from '#domain/catalogue/contract.ts'
import type { QueryOf } from '#domain/contract/contract.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { requestStatusOn } from '#domain/validation/validation.ts'
import { groupsBy } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import { requiredDataOf, spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

const serviceSorts = { name: sql`description ${spanish}`, type: sql`type ${spanish}` }
const serviceColumns = ['id', 'key', 'type', 'description', 'description as name', 'version'] as const

/** A page of the services that can be requested, and their total. */
export async function livingServices(
  db: Db,
  query: QueryOf<typeof listServices>,
): Promise<{ content: ServiceWire[]; totalElements: number }> {
  const living = db.selectFrom('service').where('deleted_at', 'is', null)
  const { rows, total } = await pageOfQuery(
    living.select(serviceColumns),
    query,
    serviceSorts,
    (key, way) => sql`${key} ${way}, id`,
  )
  return { content: rows, totalElements: total }
}

/** A service, deleted or not: old requests still refer to it. */
export function serviceById(db: Db, id: string): Promise<ServiceWire | undefined> {
  return db.selectFrom('service').select(serviceColumns).where('id', '=', id).executeTakeFirst()
}

/** A service that is known to be there. @throws Error otherwise */
export const knownService = (db: Db, id: string): Promise<ServiceWire> =>
  db.selectFrom('service').select(serviceColumns).where('id', '=', id).executeTakeFirstOrThrow()

/** How many current requests of living providers a service has in each status on a day. */
export async function requestsOfService(db: Db, serviceId: string, today: Day): Promise<ReportRequestStatus[]> {
  const rows = await db
    .selectFrom('validation as v')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .leftJoin('score as k', join => join.onRef('k.validation_id', '=', 'v.id').on('k.is_current', '=', true))
    .select(['v.status', 'k.expires_on'])
    .where('v.service_id', '=', serviceId)
    .where('v.deleted_at', 'is', null)
    .where('v.superseded_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .execute()
  return rows.map(row => requestStatusOn(row.status as 'PENDING' | 'REJECTED' | 'QUALIFIED', row.expires_on, today))
}

/** The document catalogues of some types, each with its documents in order (CONF-05). */
export async function documentCatalogues(db: Db, types: readonly string[]): Promise<DocumentCatalogueWire[]> {
  if (types.length === 0) return []
  const rows = await db
    .selectFrom('document_catalogue as c')
    .leftJoin('required_document as r', 'r.catalogue_id', 'c.id')
    .select(['c.id', 'c.type', 'c.version', 'r.name', 'r.description', 'r.required'])
    .where('c.type', 'in', types)
    .orderBy(sql`array_position(${[...types]}::text[], c.type)`)
    .orderBy('r.position')
    .execute()
  return [...groupsBy(rows, row => row.id)].map(([id, own]) => ({
    id,
    type: own[0].type as DocumentCatalogueWire['type'],
    version: own[0].version,
    docList: own.flatMap(({ name, description, required }) =>
      name === null ? [] : [{ documentCatalogName: name, description: description!, required: required! }],
    ),
  }))
}

/** The data catalogue of a kind of participant (CONF-06). */
export async function dataCatalogue(db: Db, type: InvitableKind): Promise<DataCatalogueWire> {
  const { version } = await db
    .selectFrom('data_catalogue')
    .select('version')
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return { type, version, fields: await requiredDataOf(db, type) }
}
