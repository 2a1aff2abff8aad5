import { sql } from 'kysely'
import { APPROVAL_REQUEST_MS } from '#domain/identity/four-eyes/four-eyes.ts'
import { HOLD_MS } from '#domain/notification/undo/undo.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { after, DAY } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { forgetFiles } from '#server/platform/files/forget.ts'
import { logProblem } from '#server/platform/log.ts'
import { forgetLetters, outboxFolder } from '#server/platform/mail/outbox-folder.ts'
import { erase } from '#server/retention/erasure.ts'

/** Mails are kept for this many days after delivery or after delivery failed, to answer questions about them. */
const MAIL_DAYS = 90
/** Days for which the response of a repeated call is kept (R9). */
const CALL_DAYS = 1

export type Destroyed = { participants: number; users: number }

/**
 * Purges what was deleted RETENTION_YEARS ago: the data that `erasures` names, and the data of its audit log entries.
 * The sweep removes its files. Other rows refer to the participant, so its row and those of its users stay without
 * personal data; an evaluator's name stays on published scores of others (D44). Idempotent; one server at a time
 * purges. Each participant and user has its own transaction.
 * @throws Error that names those that failed, after all others were purged
 */
export async function destroyDue(app: AppContext): Promise<Destroyed> {
  const done = await alone(app, jobLocks.retention, async () => {
    const due = await dueOn(app)
    const failed = [
      ...(await destroyEach(app, 'participant', due.participants, destroyParticipant)),
      ...(await destroyEach(app, 'user', due.users, destroyUser)),
    ]
    await forgetCopies(app)
    if (failed.length > 0) throw new Error(`Not destroyed when they were due, in all ${failed.length}: ${some(failed)}`)
    return { participants: due.participants.length, users: due.users.length }
  })
  return done ?? { participants: 0, users: 0 }
}

const some = (names: string[]) => `${names.slice(0, 10).join(', ')}${names.length > 10 ? ' …' : ''}`

/** @returns those that failed; the server log has the reason */
async function destroyEach(
  app: AppContext,
  kind: string,
  ids: readonly string[],
  destroy: (tx: Transaction, id: string) => Promise<void>,
): Promise<string[]> {
  const failed: string[] = []
  for (const id of ids) {
    await inTransaction(app, null, tx => destroy(tx, id)).catch((error: unknown) => {
      logProblem('job-failed', error)
      failed.push(`${kind} ${id}`)
    })
  }
  return failed
}

async function dueOn({ db, clock, settings }: AppContext): Promise<{ participants: string[]; users: string[] }> {
  // Uses the earlier of both clocks: the audit log refuses a purge that is due by CLOCK_OFFSET only.
  const before = sql<string>`least(${clock.now()}, trail_now()) - make_interval(years => ${settings.retentionYears}::int)`
  const due = async (table: 'participant' | 'portal_user') => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('deleted_at', '<=', before)
      .where('destroyed_at', 'is', null)
      .orderBy('deleted_at')
      .execute()
    return rows.map(row => row.id)
  }
  return { participants: await due('participant'), users: await due('portal_user') }
}

/**
 * Deletes short-lived copies: delivered and undeliverable mails, responses of repeated calls, and expired proposals.
 */
async function forgetCopies({ db, clock, settings }: AppContext): Promise<void> {
  const ago = (days: number) => after(clock.now(), -days * DAY)
  for (const end of ['sent_at', 'given_up_at'] as const) {
    await db.deleteFrom('outbox_mail').where(end, '<', ago(MAIL_DAYS)).execute()
  }
  await forgetLetters(outboxFolder(settings.dataDir), ago(MAIL_DAYS))
  await db.deleteFrom('idempotent_call').where('created_at', '<', ago(CALL_DAYS)).execute()
  await db.deleteFrom('undoable_act').where('at', '<', after(clock.now(), -HOLD_MS)).execute()
  await db.deleteFrom('proposal').where('proposed_at', '<', after(clock.now(), -APPROVAL_REQUEST_MS)).execute()
}

async function destroyParticipant({ db, now }: Transaction, id: string): Promise<void> {
  if (!(await lockDue(db, 'participant', id))) return
  const users = await db.selectFrom('portal_user').select('id').where('participant_id', '=', id).execute()
  for (const user of users) await erase(db, 'user', user.id, now)
  const files = await erase(db, 'participant', id, now)
  await emptyNames(db)
  await forgetFiles(db, files)
  await sql`select destroy_trail_data('participant', ${id})`.execute(db)
}

/** Purges a deleted user of a living participant: its activity stays without personal data. */
async function destroyUser({ db, now }: Transaction, id: string): Promise<void> {
  if (!(await lockDue(db, 'portal_user', id))) return
  await erase(db, 'user', id, now)
  await sql`select destroy_trail_data('user', ${id})`.execute(db)
}

/**
 * Locks the row.
 * @returns whether it is still deleted and not purged; it may have been restored since it was found due
 */
async function lockDue(db: Db, table: 'participant' | 'portal_user', id: string): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('destroyed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** The name of a purged evaluator stays on published scores of others (D44), and is removed with the last of them. */
async function emptyNames(db: Db): Promise<void> {
  await sql`
    update participant p set name = '' where destroyed_at is not null and name <> '' and not exists (
      select from validation v join score s on s.validation_id = v.id where v.evaluator_id = p.id
    )`.execute(db)
}
