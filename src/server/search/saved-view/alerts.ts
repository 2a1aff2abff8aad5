import { timeInMadrid } from '#domain/values/day.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction, type Transaction } from '#server/kernel/transaction.ts'
import { rowsOfView } from '#server/search/saved-view/watched.ts'
import { accountById, actorOfAccount } from '#server/session/queries.ts'

/** The day's look comes before the daily digest leaves. */
const LOOKS_AT = '07:00'

/**
 * Looks once a day at the searches that tell of new rows, as their users read them, and tells each how many are new since
 * the last time (ALERT-10). One whose user has left is left alone. Idempotent, on any number of servers.
 */
export async function announceMatches(app: AppContext): Promise<void> {
  if (app.clock.now() < timeInMadrid(app.clock.today(), LOOKS_AT)) return
  const due = await app.db
    .selectFrom('saved_view')
    .select('id')
    .where('alert', '=', true)
    .where(eb => eb.or([eb('looked_on', 'is', null), eb('looked_on', '<', app.clock.today())]))
    .orderBy('id')
    .execute()
  for (const { id } of due) await inTransaction(app, null, tx => look(tx, id))
}

async function look(tx: Transaction, id: string): Promise<void> {
  const view = await tx.db
    .selectFrom('saved_view')
    .selectAll()
    .where('id', '=', id)
    .where('alert', '=', true)
    .where(eb => eb.or([eb('looked_on', 'is', null), eb('looked_on', '<', tx.today)]))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  const account = view && (await accountById(tx.db, view.user_id))
  if (!view || !account) return
  const actor = actorOfAccount(account)
  const rows = await rowsOfView(tx.db, actor, tx.today, view)
  const seen = new Set(view.seen ?? [])
  const count = view.seen === null || rows === null ? 0 : rows.filter(row => !seen.has(row)).length
  await tx.db
    .updateTable('saved_view')
    .set({ looked_on: tx.today, ...(rows === null ? {} : { seen: rows }) })
    .where('id', '=', id)
    .execute()
  if (count === 0) return
  const { name, path, search } = view
  tx.record({
    event: 'saved-view.matched',
    object: { kind: 'saved-view', id },
    participantId: actor.participantId,
    told: { searcherId: actor.userId, viewName: name, list: search ? `${path}?${search}` : path, count },
  })
}
