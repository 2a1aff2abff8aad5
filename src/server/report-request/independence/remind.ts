import { sql } from 'kysely'
import { reminderDue } from '#domain/report-request/independence/independence.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { lockParticipants } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'
import { hasStatus } from '#server/platform/database/status.ts'

type Waiting = {
  validationId: string
  sentAt: string
  reminded: number
  providerId: string
  providerName: string
  evaluatorId: string
  evaluatorName: string
  serviceName: string
}

/** The requests under review without a declaration of this round, of living participants. */
async function waiting(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select v.id as "validationId", v.sent_at as "sentAt", coalesce(r.days, 0) as reminded,
      p.id as "providerId", p.display_name as "providerName", e.id as "evaluatorId",
      e.display_name as "evaluatorName", s.description as "serviceName"
    from validation v
      join participant p on p.id = v.participant_id and p.deleted_at is null
      join participant e on e.id = v.evaluator_id and e.deleted_at is null
      join service s on s.id = v.service_id
      left join independence_reminder r on r.validation_id = v.id and r.sent_at = v.sent_at
    where v.kind = 'AUDIT_REPORT' and v.deleted_at is null
      and ${hasStatus(sql`v.status`, reportRequestMachine.sets.underReview)}
      and not exists (select from independence_declaration d where d.validation_id = v.id and d.ended_at is null)
    order by v.id`.execute(db)
  return rows
}

/**
 * Reminds evaluators of declarations that the centre asks for and that they have not made (SEAL-06). Idempotent, at any
 * hour and on any number of servers.
 * @returns the number of reminders
 */
export function remindOfDeclarations(app: AppContext): Promise<number> {
  return inTransaction(app, null, async tx => {
    if (!(await isAlone(tx.db, jobLocks.remindOfDeclarations))) return 0
    const { requireIndependence, holidays } = await centreRulesOf(tx.db)
    if (!requireIndependence) return 0
    const due = await dueIn(tx, holidays)
    await lockParticipants(tx.db, [...new Set(due.map(({ providerId }) => providerId))])
    // Read again under the locks.
    const fresh = await dueIn(tx, holidays)
    for (const { validationId, sentAt, days, providerId, providerName, evaluatorId, ...names } of fresh) {
      const { evaluatorName, serviceName } = names
      const facts = { providerId, providerName, evaluatorId, evaluatorName, serviceName, validationId }
      tx.record({
        event: 'independence.due',
        object: { kind: 'independence', id: validationId },
        facts: { ...facts, onceKey: `INDEPENDENCE_DUE:${validationId}:${sentAt}:${days}` },
      })
      await tx.db
        .insertInto('independence_reminder')
        .values({ validation_id: validationId, sent_at: sentAt, days })
        .onConflict(conflict => conflict.column('validation_id').doUpdateSet({ sent_at: sentAt, days }))
        .execute()
    }
    return fresh.length
  })
}

async function dueIn({ db, today }: Transaction, holidays: readonly Day[]): Promise<(Waiting & { days: number })[]> {
  return (await waiting(db)).flatMap(each => {
    const days = reminderDue(madridDay(each.sentAt), today, each.reminded, holidays)
    return days === null ? [] : [{ ...each, days }]
  })
}
