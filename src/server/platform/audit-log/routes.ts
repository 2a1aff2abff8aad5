import { caseFile, listFileAccesses, readTimeline } from '#domain/audit-log/contract.ts'
import type { Route } from '#server/http/route.ts'
import { read } from '#server/http/route.ts'
import { makeCaseFile } from '#server/platform/audit-log/case-file.ts'
import { fileAccessesOf } from '#server/platform/audit-log/file-accesses.ts'
import { countEntries, entriesOf, peopleOf, told, traced } from '#server/platform/audit-log/timeline.ts'

export const auditLogRoutes: Route[] = [
  read(readTimeline, async ({ db, params, query }) => {
    const about = await traced(db, params.kind, params.id)
    const { page, size, sort, ...chosen } = query
    const descending = !sort.endsWith(',asc')
    const rows = await entriesOf(db, about, { size, offset: page * size, descending, ...chosen })
    return {
      content: await told(db, rows),
      totalElements: await countEntries(db, about, chosen),
      people: await peopleOf(db, about),
    }
  }),

  read(caseFile, ({ app, actor, params, origin }) =>
    makeCaseFile(app, actor, origin.sessionId!, params.kind, params.id),
  ),

  read(listFileAccesses, ({ db, actor, params, query }) => fileAccessesOf(db, actor, params.id, query)),
]
