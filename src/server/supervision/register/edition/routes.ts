import {
  editionContent,
  loadEdition as loadContract,
  previewEdition,
  readEditions,
} from '#domain/supervision/register/edition/contract.ts'
import type { Route } from '#server/http/route.ts'
import { own, read, write } from '#server/http/route.ts'
import {
  editionFileOf,
  editionPreview,
  editionsOf,
  loadEdition,
  readEditionFile,
} from '#server/supervision/register/edition/editions.ts'

export const editionRoutes: Route[] = [
  read(readEditions, ({ db }) => editionsOf(db)),
  read(editionContent, ({ db, params, query }) => editionFileOf(db, params.number, query)),
  own(previewEdition, async ({ app, uploads, shape }) =>
    shape(await editionPreview(app.db, await readEditionFile(uploads.file))),
  ),
  write(loadContract, async ({ tx, actor, uploads, body: { against } }) => {
    const { name } = uploads.file
    return loadEdition(tx, actor, { edition: await readEditionFile(uploads.file), name, against })
  }),
]
