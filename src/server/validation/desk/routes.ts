import { assignTask, readDeskFigures, readTask } from '#domain/validation/desk/contract.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { deskFigures } from '#server/validation/desk/figures.ts'
import { giveTask, waitingTask } from '#server/validation/desk/tasks.ts'
import { itemsOf } from '#server/validation/queue.ts'

export const deskRoutes: Route[] = [
  read(readTask, async ({ db, actor, app, params }) => {
    const task = await waitingTask(db, actor, params.kind, params.id)
    const reading = { userId: actor.userId, today: app.clock.today(), rules: await centreRulesOf(db) }
    return (await itemsOf(db, [task], reading))[0]!
  }),

  write(assignTask, async ({ tx, actor, params, body }) => {
    const task = await giveTask(tx, actor, params, body)
    const reading = { userId: actor.userId, today: tx.today, rules: await centreRulesOf(tx.db) }
    return onlyOf(await itemsOf(tx.db, [task], reading))
  }),

  read(readDeskFigures, async ({ db, actor, app }) =>
    deskFigures(db, {
      today: app.clock.today(),
      rules: await centreRulesOf(db),
      participantId: actor.role === 'CCI' ? null : actor.participantId,
    }),
  ),
]
