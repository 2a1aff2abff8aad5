import { cataloguesReadBy } from '#domain/catalogue/catalogue.ts'
import type { CatalogueType } from '#domain/catalogue/contract.ts'
import { helpTemplate, readHelp, saveHelp } from '#domain/catalogue/help/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { helpOf, saveHelpOf, templateOf } from '#server/catalogue/help/help.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { storedFile } from '#server/http/upload/stored-file.ts'

export const documentHelpRoutes: Route[] = [
  read(readHelp, ({ db, actor, query }) => helpOf(db, actor, query.type)),

  write(saveHelp, ({ tx, actor, params, body, files }) => saveHelpOf(tx, actor, params.id, body, files.template)),

  read(helpTemplate, async ({ db, app, actor, origin, params, query }) => {
    const found = await templateOf(db, params.id, query.documentCatalogName)
    if (!found || !cataloguesReadBy(actor.role).includes(found.type as CatalogueType)) throw new DomainError('notFound')
    const { type, name, ...file } = found
    return storedFile({ app, actor, origin }, { ...file, name: name!, owner: actor.participantId }, null, {
      event: 'catalogue.template-read',
      object: { kind: 'catalogue', id: params.id },
      data: { type, document: query.documentCatalogName },
    })
  }),
]
