import { sql } from 'kysely'
import { DUE_STEPS, type DueStep, dueStepOn } from '#domain/assessment/finding/finding.ts'
import type { EventName } from '#domain/audit-log/events.ts'
import { findingMachine } from '#domain/states/finding.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays } from '#domain/values/day.ts'
import { findingPayload } from '#server/assessment/finding/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { lockParticipants } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { evaluatorName } from '#server/validation/evaluator.ts'

/** Announcements per transaction, which locks their providers. */
const AT_ONCE = 200

/** Planned findings of living providers whose day has reached a step that was not announced. */
async function dueFindings(db: Db, today: Day, among?: readonly string[]) {
  let found = db
    .selectFrom('finding as f')
    .innerJoin('validation as v', 'v.id', 'f.validation_id')
    .innerJoin('participant as p', 'p.id', 'f.provider_id')
    .innerJoin('service as s', 's.id', 'f.service_id')
    .leftJoin('participant as e', 'e.id', 'v.evaluator_id')
    .select(['f.id', 'f.provider_id as providerId', 'p.display_name as providerName', 'f.service_id as serviceId'])
    .select(['s.description as service', 'f.validation_id as validationId', 'v.evaluator_id as evaluatorId'])
    .select([evaluatorName.as('evaluatorName'), 'f.control_key as controlKey', 'f.dimension', 'f.title'])
    .select(['f.due_on as dueOn', 'f.told'])
    .select(sql<boolean>`exists (select from score k where k.validation_id = v.id and k.is_current)`.as('isScored'))
    .where('v.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where(hasStatus(sql`f.status`, findingMachine.sets.planned))
    .where('f.told', 'is distinct from', 'overdue')
    .where('f.due_on', '<=', addDays(today, Math.max(...DUE_STEPS)))
    // A step that was announced is over until the next one.
    .where(sql<boolean>`(f.told is null or f.due_on < ${today}::date or f.told = '7' and f.due_on = ${today}::date)`)
  if (among) found = found.where('f.id', 'in', among)
  return found.orderBy('f.due_on').orderBy('f.id').limit(AT_ONCE).execute()
}

type Announced = { event: EventName; told: string }
const announcedAs = (step: DueStep): Announced =>
  step === 'overdue'
    ? { event: findingMachine.moves.fallBehind.event, told: step }
    : { event: 'finding.due', told: String(step) }

/**
 * Announces what is due of the plans of findings: 7 days before their day, on it, and once after it (FIND-08). Idempotent,
 * at any hour and on any number of servers.
 */
export async function announceFindings(app: AppContext): Promise<void> {
  for (;;) {
    const told = await inTransaction(app, null, async tx => {
      if (!(await isAlone(tx.db, jobLocks.findings))) return 0
      const due = await dueFindings(tx.db, tx.today)
      if (due.length === 0) return 0
      await lockParticipants(tx.db, [...new Set(due.map(({ providerId }) => providerId))])
      // Read again under the locks.
      const ids = due.map(({ id }) => id)
      for (const { dueOn, told: _told, ...row } of await dueFindings(tx.db, tx.today, ids)) {
        const { event, told } = announcedAs(dueStepOn(dueOn!, tx.today)!)
        await tx.db.updateTable('finding').set({ told }).where('id', '=', row.id).execute()
        tx.record({
          event,
          object: { kind: 'finding', id: row.id },
          facts: {
            ...findingPayload({ ...row, dimension: row.dimension as 'C' }),
            expiresOn: dueOn!,
            onceKey: `${event}:${row.id}:${dueOn}:${told}`,
          },
        })
      }
      return due.length
    })
    if (told < AT_ONCE) return
  }
}
