import {
  listUnmarkable,
  readWatermark,
  saveWatermark,
  type WatermarkWire,
} from '#domain/document/watermark/contract.ts'
import { watermarkFacts, watermarkLabels } from '#domain/document/watermark/facts.ts'
import { unmarkablePage } from '#server/document/watermark/unmarkable.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Db } from '#server/platform/database/connect.ts'

const current = (db: Db) => db.selectFrom('watermark').select(['enabled', 'version'])

/** The default until CCI decides. */
const undecided = { enabled: false, version: 1 }

export const watermarkRoutes: Route[] = [
  read(readWatermark, async ({ db }): Promise<WatermarkWire> => (await current(db).executeTakeFirst()) ?? undecided),

  read(listUnmarkable, ({ app, query }) => unmarkablePage(app, query)),

  write(saveWatermark, async ({ db, tx, actor, body: { enabled, version } }) => {
    // The first decision inserts the row, so that concurrent ones conflict.
    await db
      .insertInto('watermark')
      .values(undecided)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const before = await current(db).forUpdate().executeTakeFirstOrThrow()
    const object = { kind: 'watermark', id: 'pdf' }
    await refuseStale(db, actor, version, {
      version: before.version,
      now: watermarkFacts(before),
      yours: watermarkFacts({ enabled }),
      labels: watermarkLabels,
      object,
    })
    if (before.enabled === enabled) return before
    tx.record({ event: 'watermark.saved', object, data: { enabled } })
    return db
      .updateTable('watermark')
      .set({ enabled, version: before.version + 1 })
      .returning(['enabled', 'version'])
      .executeTakeFirstOrThrow()
  }),
]
