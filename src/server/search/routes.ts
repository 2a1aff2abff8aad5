import { searchEverything } from '#domain/search/contract.ts'
import type { Route } from '#server/http/route.ts'
import { fromReplica, read } from '#server/http/route.ts'
import { hitsOf } from '#server/search/hits.ts'

export const searchRoutes: Route[] = [
  fromReplica(read(searchEverything, ({ db, actor, app, query }) => hitsOf(db, actor, app.clock.today(), query.q))),
]
