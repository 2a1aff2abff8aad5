import { readPrechecks } from '#domain/document/precheck/contract.ts'
import { prechecksOf } from '#server/document/precheck/queries.ts'
import type { Route } from '#server/http/route.ts'
import { read } from '#server/http/route.ts'

export const precheckRoutes: Route[] = [
  read(readPrechecks, ({ db, actor, params, app }) => prechecksOf(db, actor, params.id, app.clock.today())),
]
