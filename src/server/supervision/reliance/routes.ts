import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import {
  beginReliance as beginContract,
  discardReliance as discardContract,
  exportReliance,
  readReliance,
  reliancePdf,
  relianceZip,
  signReliance as signContract,
  writeReliance as writeContract,
} from '#domain/supervision/reliance/contract.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { beginReliance, discardReliance, writeReliance } from '#server/supervision/reliance/change.ts'
import { relianceList } from '#server/supervision/reliance/list.ts'
import { reliancePdfFile, relianceZipFile } from '#server/supervision/reliance/paper/files.ts'
import { relianceFileOf, type StoredFile } from '#server/supervision/reliance/queries.ts'
import { signReliance } from '#server/supervision/reliance/sign.ts'
import { relianceWireOf } from '#server/supervision/reliance/wire.ts'

/** @throws DomainError notFound */
async function ownFile(db: Db, actor: Actor, id: string): Promise<StoredFile> {
  const found = await relianceFileOf(db, actor.participantId, id)
  if (!found) throw new DomainError('notFound')
  return found
}

export const relianceRoutes: Route[] = [
  ...withExport(exportReliance, ({ app, db, actor, query }) =>
    relianceList(db, actor.participantId, { now: app.clock.now(), today: app.clock.today() }, query),
  ),

  write(beginContract, async ({ tx, actor, body }) =>
    relianceWireOf(tx.db, actor, await beginReliance(tx, actor, body.useId), tx),
  ),

  read(readReliance, async ({ app, db, actor, params }) => {
    const moment = { now: app.clock.now(), today: app.clock.today() }
    return relianceWireOf(db, actor, await ownFile(db, actor, params.id), moment)
  }),

  read(reliancePdf, async ({ app, db, actor, origin, params }) =>
    reliancePdfFile({ app, db, actor, origin }, await ownFile(db, actor, params.id)),
  ),

  read(relianceZip, async ({ app, db, actor, origin, params }) =>
    relianceZipFile({ app, db, actor, origin }, await ownFile(db, actor, params.id)),
  ),

  write(writeContract, async ({ tx, actor, params, body }) =>
    relianceWireOf(tx.db, actor, await writeReliance(tx, actor, params.id, body), tx),
  ),

  write(discardContract, ({ tx, actor, params }) => discardReliance(tx, actor, params.id)),

  write(signContract, async ({ tx, actor, params, body }) =>
    relianceWireOf(tx.db, actor, await signReliance(tx, actor, params.id, body), tx),
  ),
]
