import { listReusable, reuseDocument } from '#domain/document/reuse/contract.ts'
import { listReusableFor, useAgain } from '#server/document/reuse/reuse.ts'
import { documentNow } from '#server/document/upload.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'

export const reuseRoutes: Route[] = [
  read(listReusable, async ({ db, actor, app, query }) =>
    pageOfAll(await listReusableFor(db, actor, query.validationId, app.clock.today()), query),
  ),

  write(reuseDocument, async ({ tx, actor, params, body }) => {
    return documentNow({ tx, actor }, await useAgain(tx, actor, params.id, body))
  }),
]
