import type { Actor } from '#domain/identity/roles.ts'
import { versionsOf } from '#server/document/queries.ts'
import type { Written } from '#server/document/upload.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { documentWires } from '#server/validation/wire.ts'

type Call = { tx: Transaction; actor: Actor }

/** A document after a write of this transaction. Only its versions are read again. */
export async function documentNow({ tx, actor }: Call, { validation, slot }: Written) {
  const { versions } = (await versionsOf(tx.db, slot.documentId))!
  return documentWires(validation, [{ ...slot, versions }], actor, tx.today)[0]!
}
