import { caseFile, listReadings, readTimeline } from '#domain/trail/contract.ts'
import type { Route } from '#server/http/route.ts'
import { read } from '#server/http/route.ts'
import { makeCaseFile } from '#server/trail/case-file.ts'
import { readingsOf } from '#server/trail/readings.ts'
import { countEntries, entriesOf, told, traced } from '#server/trail/timeline.ts'

export const trailRoutes: Route[] = [
  read(readTimeline, async ({ db, params, query }) => {
    const about = await traced(db, params.kind, params.id)
    const { page, size, sort } = query
    const rows = await entriesOf(db, about, { size, offset: page * size, descending: !sort.endsWith(',asc') })
    return { content: await told(db, rows), totalElements: await countEntries(db, about) }
  }),

  read(caseFile, ({ app, actor, params, origin }) =>
    makeCaseFile(app, actor, origin.sessionId!, params.kind, params.id),
  ),

  read(listReadings, ({ db, actor, params, query }) => readingsOf(db, actor, params.id, query)),
]
