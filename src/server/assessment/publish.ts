import { levels } from '#domain/assessment/assessment.ts'
import type { Reached } from '#domain/assessment/levels.ts'
import { levelsByDomain } from '#domain/assessment/levels.ts'
import { assertAllowed } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import type { AssessmentRow } from '#server/assessment/queries.ts'
import { evaluatedOf, visibleAssessment } from '#server/assessment/queries.ts'
import { assessmentPayload, updateAssessment } from '#server/assessment/write.ts'
import type { Transaction } from '#server/kernel/transaction.ts'

/** Publishes an evaluation with its score, in the score's transaction. */
export async function publishAssessment(tx: Transaction, actor: Actor, row: AssessmentRow): Promise<void> {
  const decision = assertAllowed(decideByStatus(assessmentMachine, 'publish', row.status, actor.role))
  await updateAssessment(tx.db, row.id, { status: decision.to })
  const domains = lowestByDomain(levelsByDomain(await evaluatedOf(tx.db, row)))
  if (domains.length > 0) {
    const rows = domains.map(each => ({ assessment_id: row.id, ...each }))
    await tx.db.insertInto('assessment_domain').values(rows).execute()
  }
  tx.record({
    event: decision.event,
    object: { kind: 'assessment', id: row.id },
    facts: assessmentPayload(row),
    data: { from: row.status, to: decision.to, levels: row.levels },
  })
}

/** Returns it to CONFIRMED when the publication of its score is undone (decision 027). */
export async function undoPublication(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const row = await visibleAssessment(tx.db, actor, id)
  const decision = assertAllowed(decideByStatus(assessmentMachine, 'undoPublication', row.status, actor.role))
  await updateAssessment(tx.db, id, { status: decision.to })
  await tx.db.deleteFrom('assessment_domain').where('assessment_id', '=', id).execute()
  tx.record({
    event: decision.event,
    object: { kind: 'assessment', id },
    facts: assessmentPayload(row),
    data: { from: row.status, to: decision.to },
  })
}

/** The place of the lowest level of each domain in any dimension asked: 0 is below D, 1 is D. */
export function lowestByDomain(domains: ReturnType<typeof levelsByDomain>): { domain: string; lowest: number }[] {
  const place = (reached: Exclude<Reached, null>) => (reached === 'NONE' ? 0 : levels.indexOf(reached) + 1)
  return domains.flatMap(({ domain, levels: reached }) => {
    const places = Object.values(reached).flatMap(each => (each === null ? [] : place(each)))
    return places.length === 0 ? [] : [{ domain, lowest: Math.min(...places) }]
  })
}
