import { cataloguesReadBy } from '#domain/catalogue/catalogue.ts'
import {
  deleteService as deleteServiceContract,
  exportServices,
  listDocumentCatalogues,
  readDataCatalogue,
  readService,
  replaceDocumentCatalogue,
  saveDataCatalogue,
  saveDocumentCatalogue,
  saveService as saveServiceContract,
} from '#domain/catalogue/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { dataCatalogue, documentCatalogues, livingServices, serviceById } from '#server/catalogue/queries.ts'
import { saveData, saveDocuments } from '#server/catalogue/save.ts'
import { deleteService, saveService } from '#server/catalogue/services.ts'
import { withExport } from '#server/http/list/export.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'

export const catalogueRoutes: Route[] = [
  ...withExport(exportServices, ({ db, query }) => livingServices(db, query)),

  read(readService, async ({ db, params }) => {
    const service = await serviceById(db, params.id)
    if (!service) throw new DomainError('notFound')
    return service
  }),

  write(saveServiceContract, ({ tx, actor, body }) => saveService(tx, actor, body)),

  write(deleteServiceContract, ({ tx, params }) => deleteService(tx, params.id)),

  read(listDocumentCatalogues, async ({ db, actor, query: { type, page, size, sort } }) => {
    const types = cataloguesReadBy(actor.role).filter(readable => type === undefined || type === readable)
    const found = await documentCatalogues(db, sort.endsWith(',desc') ? types.toReversed() : types)
    return pageOfAll(found, { page, size })
  }),

  write(saveDocumentCatalogue, ({ tx, actor, body }) => saveDocuments(tx, actor, body)),

  write(replaceDocumentCatalogue, ({ tx, actor, params, body }) => saveDocuments(tx, actor, body, params.id)),

  read(readDataCatalogue, async ({ db, actor, params }) => {
    if (!cataloguesReadBy(actor.role).includes(params.role)) throw new DomainError('notFound')
    return dataCatalogue(db, params.role)
  }),

  write(saveDataCatalogue, ({ tx, actor, body }) => saveData(tx, actor, body)),
]
