import type { AnswerOf } from '#domain/contract/contract.ts'
import { checkServers, listServers } from '#domain/notification/operation/server/contract.ts'
import { SILENT_MS } from '#domain/notification/operation/server/server.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { after } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'

async function allServers(db: Db, now: string): Promise<AnswerOf<typeof listServers>> {
  const rows = await db.selectFrom('server_state').selectAll().orderBy('name').execute()
  const servers = rows.map(row => ({
    name: row.name,
    version: row.version,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    silent: row.seen_at < after(now, -SILENT_MS),
    checkedAt: row.checked_at,
    checking: row.asked_at !== null,
    checks: row.checks as AnswerOf<typeof listServers>['servers'][number]['checks'],
  }))
  return { servers }
}

export const serverRoutes: Route[] = [
  read(listServers, ({ app, db }) => allServers(db, app.clock.now())),

  write(checkServers, async ({ tx }) => {
    await tx.db.updateTable('server_state').set({ asked_at: tx.now }).execute()
    return allServers(tx.db, tx.now)
  }),
]
