import { cataloguesReadBy } from '#domain/catalogue/catalogue.ts'
import { listDocumentCatalogues, listServices, readDataCatalogue, readService } from '#domain/catalogue/contract.ts'
import { Refusal } from '#domain/refusal.ts'
import { documentCatalogues, livingServices, serviceById } from '#server/catalogue/queries.ts'
import type { Route } from '#server/http/route.ts'
import { read } from '#server/http/route.ts'
import { requiredDataOf } from '#server/participant/queries.ts'

export const catalogueRoutes: Route[] = [
  read(listServices, ({ db, query }) => livingServices(db, query)),

  read(readService, async ({ db, params }) => {
    const service = await serviceById(db, params.id)
    if (!service) throw new Refusal('notFound')
    return service
  }),

  read(listDocumentCatalogues, async ({ db, actor, query }) => {
    const types = cataloguesReadBy(actor.role).filter(type => query.type === undefined || query.type === type)
    const content = await documentCatalogues(db, types)
    return { content, totalElements: content.length }
  }),

  read(readDataCatalogue, async ({ db, actor, params }) => {
    if (!cataloguesReadBy(actor.role).includes(params.role)) throw new Refusal('notFound')
    return { type: params.role, fields: await requiredDataOf(db, params.role) }
  }),
]
