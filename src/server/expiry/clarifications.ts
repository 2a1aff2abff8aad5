import { sql } from 'kysely'
import { clarificationMachine } from '#domain/states/clarification.ts'
import type { Party } from '#domain/validation/clarification/clarification.ts'
import { REMIND_BEFORE, reminderOn } from '#domain/validation/clarification/clarification.ts'
import { addWorkingDays } from '#domain/values/working-days.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { lockParticipants } from '#server/participant/queries.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import type { ClarificationRow } from '#server/validation/clarification/queries.ts'
import { clarificationPayload } from '#server/validation/clarification/queries.ts'
import { evaluatorName } from '#server/validation/evaluator.ts'

/** The waiting threads of living participants whose day is near. */
function waitingThreads({ db, today }: Transaction, until: string) {
  return db
    .selectFrom('clarification as c')
    .innerJoin('validation as v', 'v.id', 'c.validation_id')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .leftJoin('service as s', 's.id', 'v.service_id')
    .leftJoin('participant as e', 'e.id', 'v.evaluator_id')
    .select(['c.id', 'c.subject', 'c.asked_by_role as askedBy', 'c.asked_of as askedOf', 'c.due_on as dueOn', 'c.told'])
    .select(['v.id as validationId', 'p.id as participantId', 'p.display_name as participantName'])
    .select(['s.description as service', 'v.evaluator_id as evaluatorId', evaluatorName.as('evaluatorName')])
    .where('v.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where(hasStatus(sql`c.status`, clarificationMachine.sets.waiting))
    .where('c.due_on', '>=', today)
    .where('c.due_on', '<=', until)
    .where('c.told', 'is distinct from', '0')
    .orderBy('c.id')
    .execute()
}

/** Reminds who was asked two working days before the day of a question, and on it (ASK-06). Idempotent. */
export async function announceClarifications(app: AppContext): Promise<void> {
  await inTransaction(app, null, async tx => {
    if (!(await isAlone(tx.db, jobLocks.clarifications))) return
    const { holidays } = await centreRulesOf(tx.db)
    const until = addWorkingDays(tx.today, REMIND_BEFORE, holidays)
    const found = await waitingThreads(tx, until)
    if (found.length === 0) return
    await lockParticipants(tx.db, [...new Set(found.map(({ participantId }) => participantId))])
    // Read again under the locks.
    for (const { dueOn, told, ...row } of await waitingThreads(tx, until)) {
      const step = reminderOn(dueOn, tx.today, holidays)
      if (step === null || step === told) continue
      await tx.db.updateTable('clarification').set({ told: step }).where('id', '=', row.id).execute()
      const named = { ...row, askedBy: row.askedBy as Party, askedOf: row.askedOf as Party } as ClarificationRow
      tx.record({
        event: 'clarification.due',
        object: { kind: 'clarification', id: row.id },
        facts: {
          ...clarificationPayload(named),
          expiresOn: dueOn,
          onceKey: `CLARIFICATION_DUE:${row.id}:${dueOn}:${step}`,
        },
      })
    }
  })
}
