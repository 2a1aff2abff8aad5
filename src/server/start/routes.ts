import { readDue } from '#domain/start/contract.ts'
import type { Route } from '#server/http/route.ts'
import { read } from '#server/http/route.ts'
import { dueFor } from '#server/start/due.ts'

export const startRoutes: Route[] = [
  read(readDue, async ({ db, actor, app }) => ({
    steps: await dueFor(db, { actor, now: app.clock.now(), today: app.clock.today() }),
  })),
]
