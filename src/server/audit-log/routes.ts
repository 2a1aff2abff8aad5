import { caseFile, listFileAccesses, readTimeline } from '#domain/audit-log/contract.ts'
import { makeCaseFile } from '#server/audit-log/case-file/case-file.ts'
import { fileAccessesOf } from '#server/audit-log/file-accesses.ts'
import { countEntries, entriesOf, peopleOf, told, traced } from '#server/audit-log/timeline.ts'
import type { Route } from '#server/http/route.ts'
import { ownSession, read } from '#server/http/route.ts'

export const auditLogRoutes: Route[] = [
  read(readTimeline, async ({ db, params, query }) => {
    const about = await traced(db, params.kind, params.id)
    const { page, size, sort, ...chosen } = query
    const descending = !sort.endsWith(',asc')
    const offset = page * size
    const rows = await told(db, await entriesOf(db, about, { size, offset, descending, ...chosen }))
    const totalElements = await countEntries(db, about, chosen)
    const numberAt = (index: number) => (descending ? totalElements - offset - index : offset + index + 1)
    return {
      content: rows.map((row, index) => ({ ...row, number: numberAt(index) })),
      totalElements,
      people: await peopleOf(db, about),
    }
  }),

  read(caseFile, ({ app, actor, params, origin }) =>
    makeCaseFile(app, actor, ownSession(origin), params.kind, params.id),
  ),

  read(listFileAccesses, ({ db, actor, params, query }) => fileAccessesOf(db, actor, params.id, query)),
]
