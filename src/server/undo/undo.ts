import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { privateTypes } from '#domain/notification/notification.ts'
import type { UndoableAct } from '#domain/notification/undo/undo.ts'
import { undoRefusal } from '#domain/notification/undo/undo.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Noted } from '#server/kernel/undo/note.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { reversals } from '#server/undo/reversals.ts'

/** How many of the act's mails still wait. Locks them, and skips one that is being sent. */
async function waitingMails(db: Db, { mails }: Noted): Promise<number> {
  const rows = await db
    .selectFrom('outbox_mail')
    .select('id')
    .where('id', 'in', mails)
    .where('sent_at', 'is', null)
    .where('claimed_until', 'is', null)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.length
}

/** Private ones do not count: a refusal would tell CCI that a bank got one (LEVEL-19). */
async function areRead(db: Db, { notices }: Noted): Promise<boolean> {
  if (notices.length === 0) return false
  const { rows } = await sql`
    select from notification_read r join notification n on n.id = r.notification_id
    where n.id = any(${notices}) and n.type <> all(${privateTypes}) and not n.for_use limit 1`.execute(db)
  return rows.length > 0
}

/** Deletes the mails, webhook deliveries and notifications of the act, and marks the notifications unread that it had marked read. */
async function takeBackWords(db: Db, at: string, { mails, deliveries = [], notices, settled }: Noted): Promise<void> {
  await sql`delete from outbox_mail where id = any(${mails})`.execute(db)
  await sql`delete from webhook_delivery where id = any(${deliveries})`.execute(db)
  // A private one may have been read.
  await sql`delete from notification_read where notification_id = any(${notices})`.execute(db)
  await sql`delete from notification where id = any(${notices})`.execute(db)
  await sql`delete from notification_read where notification_id = any(${settled}) and read_at = ${at}`.execute(db)
}

/**
 * Undoes the last act of the actor with an object: state, mails and notifications are as before it, and the audit log
 * has both acts (decision 027).
 * @throws DomainError undoOver, undoChanged, undoSeen, requestExists
 */
export async function undoLast(tx: Transaction, actor: Actor, objectId: string): Promise<void> {
  const { db } = tx
  const row = await db
    .selectFrom('undoable_act')
    .selectAll()
    .where('user_id', '=', actor.userId)
    .where('object_id', '=', objectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new DomainError('undoOver')
  const noted = row.noted as Noted
  const act = { objectId, before: noted.before }
  const reversal = reversals[row.act as UndoableAct]
  // Locks what the act changed, as each change of it does.
  const subject = await reversal.lock(tx, actor, act)
  const refusal = undoRefusal({
    elapsed: Date.parse(tx.now) - Date.parse(row.at),
    mailed: noted.mails.length > 0 && (await waitingMails(db, noted)) < noted.mails.length,
    changed: subject === null,
    seen: (await areRead(db, noted)) || (await reversal.isSeen?.(tx, act)) === true,
  })
  if (refusal) throw new DomainError(refusal)
  // A second undo waited for the lock of the first.
  const { numDeletedRows } = await db.deleteFrom('undoable_act').where('id', '=', row.id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new DomainError('undoOver')
  await reversal.undo(tx, actor, act, subject!)
  await takeBackWords(db, row.at, noted)
}
