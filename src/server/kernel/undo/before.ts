import type { Transaction } from '#server/kernel/transaction.ts'
import type { ClosedThread } from '#server/validation/clarification/decision.ts'
import type { ValidationRow } from '#server/validation/queries.ts'

/** The state of a validation before an act, and its version after it. */
export type ValidationBefore = {
  validationId: string
  version: number
  status: ValidationRow['status']
  sentAt: string | null
  decidedAt: string | null
  /** The threads that a decision closed. */
  threads?: ClosedThread[]
}

/** Notes the state of a validation before an act that has just changed it. */
export async function beforeOf({ db }: Transaction, row: ValidationRow): Promise<ValidationBefore> {
  const { version } = await db
    .selectFrom('validation')
    .select('version')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  return { validationId: row.id, version, status: row.status, sentAt: row.sent_at, decidedAt: row.decided_at }
}
