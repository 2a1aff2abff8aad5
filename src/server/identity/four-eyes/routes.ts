import { type FourEyesWire, readFourEyes, saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { fourEyesFacts, fourEyesLabels } from '#domain/identity/four-eyes/facts.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { assertTwoPeople, dropApprovalRequests, requireSecondPerson } from '#server/session/approval-requests.ts'

const current = (db: Db) => db.selectFrom('two_people').select(['enabled', 'version'])

/** The default until CCI decides. */
const undecided = { enabled: false, version: 1 }

export const fourEyesRoutes: Route[] = [
  read(readFourEyes, async ({ db }): Promise<FourEyesWire> => (await current(db).executeTakeFirst()) ?? undecided),

  write(saveFourEyes, async ({ db, tx, actor, body: { enabled, version } }) => {
    // The first decision inserts the row, so that concurrent ones conflict.
    await db
      .insertInto('two_people')
      .values(undecided)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const before = await current(db).forUpdate().executeTakeFirstOrThrow()
    const object = { kind: 'two-people', id: 'centre' }
    await refuseStale(db, actor, version, {
      version: before.version,
      now: fourEyesFacts(before),
      yours: fourEyesFacts({ enabled }),
      labels: fourEyesLabels,
      object,
    })
    if (before.enabled === enabled) return before
    if (enabled) await assertTwoPeople(db)
    const seconded = enabled ? {} : await requireSecondPerson(tx, actor, { act: 'two-people.off', object, content: {} })
    if (!enabled) await dropApprovalRequests(db)
    tx.record({ event: 'two-people.saved', object, data: { enabled, ...seconded } })
    return db
      .updateTable('two_people')
      .set({ enabled, version: before.version + 1 })
      .returning(['enabled', 'version'])
      .executeTakeFirstOrThrow()
  }),
]
