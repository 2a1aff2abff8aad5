import { listReusable, reuseDocument } from '#domain/document/reuse/contract.ts'
import { slotsOfOne } from '#server/document/queries.ts'
import { listReusableFor, useAgain } from '#server/document/reuse/reuse.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { documentWires } from '#server/validation/wire.ts'

export const reuseRoutes: Route[] = [
  read(listReusable, async ({ db, actor, app, query }) =>
    pageOfAll(await listReusableFor(db, actor, query.validationId, app.clock.today()), query),
  ),

  write(reuseDocument, async ({ tx, actor, params, body }) => {
    const { validation, name } = await useAgain(tx, actor, params.id, body)
    const slots = await slotsOfOne(tx.db, validation)
    const written = slots.filter(slot => slot.name === name)
    return documentWires(validation, written, actor, tx.today)[0]!
  }),
]
