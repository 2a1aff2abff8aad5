import { sql } from 'kysely'
import { documentMachine } from '#domain/states/document.ts'
import type { Seeding } from '#server/demo/seeding.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { allWaiting } from '#server/validation/desk/waiting.ts'

/** Of the oldest tasks the first belongs to the user who signs in, the second to a colleague, and so on. */
const GIVEN = 4

/** CCI's desk: some tasks are taken, and what waits is checked once the portal runs. */
export async function addDesk({ tx, cciUser }: Seeding): Promise<void> {
  const { db } = tx
  const colleague = await db
    .selectFrom('portal_user')
    .select('id')
    .where('email', '=', 'cci2@almotacen.example')
    .executeTakeFirstOrThrow()
  const rows = (await allWaiting(db)).map(({ kind, id, receivedAt }, index) => ({
    kind,
    object_id: id,
    ...(index < GIVEN ? { user_id: index % 2 === 0 ? cciUser : colleague.id, since: receivedAt } : {}),
    // The demo begins without notifications of what was overdue before it.
    overdue_told_for: receivedAt,
    version: 1,
  }))
  if (rows.length > 0) await db.insertInto('queue_assignment').values(rows).execute()
  await sql`
    insert into precheck_task (version_id, asked_at)
    select id, uploaded_at from document_version
    where is_current and ${hasStatus(sql`status`, documentMachine.sets.undecided)} on conflict do nothing`.execute(db)
}
