import { exportFileName } from '#domain/list/export.ts'
import { exportStatistics, readStatistics } from '#domain/validation/statistics/contract.ts'
import { statisticsTable } from '#domain/validation/statistics/statistics.ts'
import type { Day } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Route } from '#server/http/route.ts'
import { fromReplica, read } from '#server/http/route.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { writeCsv } from '#server/platform/spreadsheet/write.ts'
import { statisticsOf } from '#server/validation/statistics/queries.ts'

const statisticsNow = async (db: Db, today: Day) => statisticsOf(db, today, (await centreRulesOf(db)).holidays)

export const statisticsRoutes: Route[] = [
  fromReplica(read(readStatistics, ({ db, app }) => statisticsNow(db, app.clock.today()))),

  fromReplica(
    read(exportStatistics, async ({ db, app, params }) => {
      const today = app.clock.today()
      const { file, heads, rows } = statisticsTable(params.topic, await statisticsNow(db, today))
      return {
        name: exportFileName(file, today, 'csv'),
        mediaType: 'text/csv; charset=utf-8',
        bytes: await writeCsv({ columns: [...heads], rows }),
      }
    }),
  ),
]
