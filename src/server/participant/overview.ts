import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { seesValidations } from '#domain/participant/visibility.ts'
import type { Day } from '#domain/values/day.ts'
import type { Filters } from '#server/participant/overview-filter.ts'
import { filtersOf, seenRows } from '#server/participant/overview-filter.ts'
import { countOf, idsOf } from '#server/participant/overview-page.ts'
import { overviewRows } from '#server/participant/overview-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { useMarks } from '#server/supervision/use/marks.ts'

/**
 * A page of the overview and the total number of rows. Selects the rows of the page first, from an index, then reads
 * what they show.
 */
export async function overviewOf(
  db: Db,
  actor: Actor,
  kind: InvitableKind,
  today: Day,
  filters: Filters,
): Promise<{ content: OverviewRow[]; totalElements: number }> {
  const renewals = kind === 'PROVIDER' && seesValidations(actor) === 'named'
  const own = filtersOf(actor, kind, today, filters)
  const selection = { kind, renewals, filters: [seenRows(actor, kind), ...own], plain: own.length === 0 && !renewals }
  const content = idsOf(db, selection, today, filters).then(async ids => {
    const [rows, marked] = await Promise.all([
      overviewRows(db, actor, kind, today, ids),
      useMarks(db, actor, today, ids),
    ])
    return rows.map(marked)
  })
  // The rows of one participant nearly always fit the page, which then says their number.
  if (filters.idProvider) {
    const rows = await content
    const isLast = rows.length < filters.size && (rows.length > 0 || filters.page === 0)
    const totalElements = isLast ? filters.page * filters.size + rows.length : await countOf(db, selection)
    return { content: rows, totalElements }
  }
  const [rows, totalElements] = await Promise.all([content, countOf(db, selection)])
  return { content: rows, totalElements }
}
