import {
  decideIndependence as decideContract,
  declareIndependence as declareContract,
  readIndependence,
} from '#domain/report-request/independence/contract.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { decideIndependence, declareIndependence } from '#server/report-request/independence/declare.ts'
import { independenceOf } from '#server/report-request/independence/queries.ts'

export const independenceRoutes: Route[] = [
  read(readIndependence, ({ db, actor, params, app }) => independenceOf(db, actor, params.id, app.clock.today())),

  write(declareContract, async ({ tx, actor, params, body }) => {
    await declareIndependence(tx, actor, params.id, body)
    return independenceOf(tx.db, actor, params.id, tx.today)
  }),

  write(decideContract, async ({ tx, actor, params, body }) => {
    await decideIndependence(tx, actor, params.id, body)
    return independenceOf(tx.db, actor, params.id, tx.today)
  }),
]
