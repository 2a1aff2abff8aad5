import { exportLogins } from '#domain/identity/login-statistics/contract.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { follows, loginSelection, logins, loginWires } from '#server/identity/login-statistics/queries.ts'

export const loginStatisticsRoutes: Route[] = [
  ...withExport(
    exportLogins,
    async ({ db, app, query, after }) => {
      const now = app.clock.now()
      const found = logins(db, query, now)
      const direction = query.sort.endsWith(',desc') ? 'desc' : 'asc'
      const rows = await (after ? found.where(follows(after.token, direction)) : found)
        .select(loginSelection)
        .orderBy('s.started_at', direction)
        .orderBy('s.id', direction)
        .limit(query.size)
        .offset(query.page * query.size)
        .execute()
      const content = await loginWires(db, rows, now)
      if (after) return { content, totalElements: content.length }
      const { total } = await found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { content, totalElements: total }
    },
    { goesOn: true },
  ),
]
