import type { Actor } from '#domain/identity/roles.ts'
import type { AskWire } from '#domain/invitation/request/contract.ts'
import { askInvitation, decideAsked, exportAsked } from '#domain/invitation/request/contract.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { withExport } from '#server/http/list/export.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { write } from '#server/http/route.ts'
import { asksFor } from '#server/invitation/request/queries.ts'
import { answerAsks, askFor } from '#server/invitation/request/requests.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** The row that this request is part of, after a write. */
async function written(db: Db, actor: Actor, id: string): Promise<AskWire> {
  const rows = await asksFor(db, actor)
  return onlyOf(rows.filter(row => row.id === id || row.askers.some(each => each.id === id)))
}

export const invitationRequestRoutes: Route[] = [
  ...withExport(exportAsked, async ({ db, actor, query }) => pageOfAll(await asksFor(db, actor, query.status), query)),

  write(askInvitation, async ({ app, tx, actor, body }) => written(tx.db, actor, await askFor(app, tx, actor, body))),

  write(decideAsked, async ({ app, tx, actor, params, body }) => {
    await answerAsks(app, tx, actor, params.id, body)
    return written(tx.db, actor, params.id)
  }),
]
