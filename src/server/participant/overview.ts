import { sql } from 'kysely'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import type { Filters, Reads } from '#server/participant/overview-filter.ts'
import { filtered } from '#server/participant/overview-filter.ts'
import { pageOf, totalOf } from '#server/participant/overview-page.ts'
import type { Cut } from '#server/participant/overview-rows.ts'
import { overviewRows } from '#server/participant/overview-rows.ts'
import { participantsView, providersView } from '#server/participant/overview-view.ts'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * A page of the overview and the total number of rows. Selects the keys of the page first, with the fewest tables, then
 * reads the displayed columns for these keys only.
 */
export async function overviewOf(
  db: Db,
  actor: Actor,
  kind: InvitableKind,
  today: string,
  filters: Filters,
): Promise<{ content: OverviewRow[]; totalElements: number }> {
  const view = kind === 'PROVIDER' ? providersView(actor, today) : participantsView(actor, kind, today)
  const asking = (reads: Reads) => ({ view, asked: filtered(actor, kind, view, today, filters, reads), filters })
  const page = sql<Cut>`${pageOf(asking('some'), kind, today)}`.execute(db)
  const total = sql<{ total: number }>`${totalOf(asking('all'))}`.execute(db)
  const content = page.then(({ rows }) => overviewRows(db, actor, kind, today, rows))
  const [rows, { rows: totals }] = await Promise.all([content, total])
  return { content: rows, totalElements: totals[0]!.total }
}
