import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import type { Assessment } from '#domain/supervision/register/entry/assessment.ts'
import { assessmentNames, assessmentOf, isGiven } from '#domain/supervision/register/entry/assessment.ts'
import { lineFields } from '#domain/supervision/register/entry/fields.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { storedColumnsOf } from '#server/record/stored.ts'
import type { Line } from '#server/supervision/register/entry/line-rows.ts'
import { linesWhere, pairAssessedBy, unsharedLines } from '#server/supervision/register/entry/line-rows.ts'

/**
 * Writes what the pairs of a bank, or of one of its contracts, agree on into those of their lines that lack it, so that it stays with the others when one
 * is removed or leaves the pair (REG-06).
 */
export async function settleAssessments(tx: Transaction, entityId: string, contractId?: string): Promise<void> {
  const which = contractId === undefined ? sql<boolean>`true` : sql<boolean>`a.id = ${contractId}`
  const pairs = Map.groupBy(await unsharedLines(tx.db, entityId, tx.today, which), pairAssessedBy)
  for (const [pair, lines] of pairs) {
    if (pair === null || lines.length === 1) continue
    const { values, differing } = assessmentOf(lines)
    for (const line of lines) {
      const lacking = assessmentNames.filter(
        name => !differing.includes(name) && !isGiven(line[name]) && isGiven(values[name]),
      )
      if (lacking.length === 0) continue
      const columns = storedColumnsOf(lineFields, Object.fromEntries(lacking.map(name => [name, values[name]])))
      await tx.db
        .updateTable('arrangement_line')
        .set(columns as never)
        .where('id', '=', line.id)
        .execute()
    }
  }
}

/**
 * Writes what was given of the assessment of a line into the others of its pair. A line that comes from elsewhere decides
 * nothing for its new pair: what differs is for the bank to choose.
 */
export async function shareAssessment(
  tx: Transaction,
  actor: Actor,
  { now, wanted, given }: { now: Line; wanted: Line; given: Partial<Assessment> },
): Promise<void> {
  const pair = pairAssessedBy(wanted)
  if (pair === null || pair !== pairAssessedBy(now)) {
    return settleAssessments(tx, actor.participantId, wanted.arrangementId)
  }
  const values = Object.fromEntries(assessmentNames.map(name => [name, given[name]]))
  const columns = storedColumnsOf(lineFields, values)
  if (Object.keys(columns).length === 0) return
  const ofContract = sql<boolean>`a.id = ${wanted.arrangementId}`
  const lines = await linesWhere(tx.db, actor.participantId, tx.today, ofContract)
  const others = lines.filter(line => line.id !== wanted.id && pairAssessedBy(line) === pair)
  for (const { id } of others) {
    await tx.db
      .updateTable('arrangement_line')
      .set(eb => ({ ...columns, version: eb('version', '+', 1) }) as never)
      .where('id', '=', id)
      .execute()
  }
}
