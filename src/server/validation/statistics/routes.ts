import { exportFileName } from '#domain/list/export.ts'
import { exportStatistics, readStatistics } from '#domain/validation/statistics/contract.ts'
import { statisticsTable } from '#domain/validation/statistics/statistics.ts'
import type { Route } from '#server/http/route.ts'
import { read } from '#server/http/route.ts'
import { writeCsv } from '#server/platform/spreadsheet/write.ts'
import { statisticsOf } from '#server/validation/statistics/queries.ts'

export const statisticsRoutes: Route[] = [
  read(readStatistics, ({ db, app }) => statisticsOf(db, app.clock.today())),

  read(exportStatistics, async ({ db, app, params }) => {
    const today = app.clock.today()
    const { file, heads, rows } = statisticsTable(params.topic, await statisticsOf(db, today))
    return {
      name: exportFileName(file, today, 'csv'),
      mediaType: 'text/csv; charset=utf-8',
      bytes: await writeCsv({ columns: [...heads], rows }),
    }
  }),
]
