import type { UndoableAct } from '#domain/notification/undo/undo.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Delivered } from '#server/notification/deliver.ts'

/**
 * What was there before an act, and the ids of its mails and notifications, of those that it marked read, and of what it
 * told webhooks; a server of before told them nothing.
 */
export type Noted = Delivered & { mails: string[]; deliveries?: string[]; before: unknown }

/** An act that its author may undo, and the state to return to. */
export type Undoable = { act: UndoableAct; objectId: string; before?: Record<string, unknown> }

/** Stores an undoable act with the mails and notifications that it wrote. */
export async function noteUndoable(
  { db, now, actor, newId }: Pick<Transaction, 'db' | 'now' | 'actor' | 'newId'>,
  { act, objectId, before = {} }: Undoable,
  { mails, deliveries, notices, settled }: Delivered & { mails: string[]; deliveries: string[] },
): Promise<void> {
  if (!actor) return
  await db
    .insertInto('undoable_act')
    .values({
      id: newId(),
      user_id: actor.userId,
      act,
      object_id: objectId,
      at: now,
      noted: JSON.stringify({ before, mails, deliveries, notices, settled } satisfies Noted),
    })
    .execute()
}
