import { sql } from 'kysely'
import type { DocumentCatalogueWire, listServices, ServiceWire } from '#domain/catalogue/contract.ts'
import type { QueryOf } from '#domain/contract.ts'
import type { Db } from '#server/database/connect.ts'

const serviceColumns = ['id', 'key', 'type', 'description', 'description as name'] as const

/** A page of the services that can be asked for, and how many there are. */
export async function livingServices(
  db: Db,
  { page, size, sort }: QueryOf<typeof listServices>,
): Promise<{ content: ServiceWire[]; totalElements: number }> {
  const living = db.selectFrom('service').where('deleted_at', 'is', null)
  const [key, direction] = sort.split(',')
  const way = sql.raw(direction === 'desc' ? 'desc' : 'asc')
  const column = sql.ref(key === 'type' ? 'type' : 'description')
  const [content, { total }] = await Promise.all([
    living
      .select(serviceColumns)
      .orderBy(sql`${column} collate "es-x-icu" ${way}`)
      .orderBy('id')
      .limit(size)
      .offset(page * size)
      .execute(),
    living.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { content, totalElements: total }
}

/** A service, also one that was deleted: old requests are still about it. */
export function serviceById(db: Db, id: string): Promise<ServiceWire | undefined> {
  return db.selectFrom('service').select(serviceColumns).where('id', '=', id).executeTakeFirst()
}

/** The document catalogues of some types, each with its documents in their order (CONF-05). */
export async function documentCatalogues(db: Db, types: readonly string[]): Promise<DocumentCatalogueWire[]> {
  if (types.length === 0) return []
  const rows = await db
    .selectFrom('document_catalogue as c')
    .leftJoin('required_document as r', 'r.catalogue_id', 'c.id')
    .select(['c.id', 'c.type', 'r.name', 'r.description', 'r.required'])
    .where('c.type', 'in', types)
    .orderBy(sql`array_position(${[...types]}::text[], c.type)`)
    .orderBy('r.position')
    .execute()
  return [...Map.groupBy(rows, row => row.id)].map(([id, own]) => ({
    id,
    type: own[0]!.type as DocumentCatalogueWire['type'],
    docList: own.flatMap(({ name, description, required }) =>
      name === null ? [] : [{ documentCatalogName: name, description: description!, required: required! }],
    ),
  }))
}
