import {
  acknowledgeBulletin,
  exportBulletins,
  proposeBulletin as proposeContract,
  publishBulletin as publishContract,
  readBulletin,
  readReach,
  setImpactClock,
} from '#domain/incident/bulletin/contract.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { acknowledge, setClock } from '#server/incident/bulletin/acknowledge.ts'
import { proposeBulletin, publishBulletin, reachOf } from '#server/incident/bulletin/publish.ts'
import { bulletinPage, visibleBulletin } from '#server/incident/bulletin/queries.ts'

export const bulletinRoutes: Route[] = [
  ...withExport(exportBulletins, ({ db, actor, query }) => bulletinPage(db, actor, query)),

  read(readBulletin, ({ db, actor, params }) => visibleBulletin(db, actor, params.id)),

  read(readReach, ({ db, actor, params, query }) => reachOf(db, actor, params.id, query)),

  write(publishContract, async ({ tx, actor, params, body }) =>
    visibleBulletin(tx.db, actor, await publishBulletin(tx, actor, params.id, body)),
  ),

  write(proposeContract, ({ tx, actor, params, body }) => proposeBulletin(tx, actor, params.id, body)),

  write(acknowledgeBulletin, ({ tx, actor, params, body }) => acknowledge(tx, actor, params.id, body)),

  write(setImpactClock, ({ tx, actor, params, body }) => setClock(tx, actor, params.id, body)),
]
