import { sql } from 'kysely'
import { compareEvaluations } from '#domain/assessment/comparison.ts'
import { explain } from '#domain/assessment/explanation.ts'
import { levelsByDomain } from '#domain/assessment/levels.ts'
import type { AssessmentDetail, ComparisonWire, ExplanationWire } from '#domain/assessment/wire.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import type { AssessmentRow } from '#server/assessment/queries.ts'
import { answersOf, evaluatedOf, visibleAssessment, visibleAssessments } from '#server/assessment/queries.ts'
import { readableSpreadsheet } from '#server/assessment/workbook.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

/** An evaluation with its answers. @throws DomainError notFound */
export async function readDetail(db: Db, actor: Actor, id: string): Promise<AssessmentDetail> {
  const row = await visibleAssessment(db, actor, id)
  return { ...row, answers: await answersOf(db, id), offered: await offeredTo(db, actor, row) }
}

/** The provider's filled template that the evaluator may load, if it is not the one that it loaded last (DICT-10). */
async function offeredTo(db: Db, actor: Actor, row: AssessmentRow): Promise<AssessmentDetail['offered']> {
  if (!may(actor, 'assessment.write') || !assessmentMachine.is.draft(row.status)) return null
  const sent = await readableSpreadsheet(db, row)
  return sent && sent.versionId !== row.readVersionId ? { name: sent.name, uploadedAt: sent.uploadedAt } : null
}

/** Why an evaluation has its levels (DICT-15). @throws DomainError notFound */
export async function explanationOf(db: Db, actor: Actor, id: string): Promise<ExplanationWire> {
  const { target, levels, computed, ...row } = await visibleAssessment(db, actor, id)
  const evaluated = await evaluatedOf(db, { ...row, target })
  return { target, levels, computed, dimensions: explain(evaluated), domains: levelsByDomain(evaluated) }
}

/**
 * What changed from another evaluation that the actor sees, or from the one before of the same provider and service
 * (DICT-24).
 * @throws DomainError notFound, also where there is none before
 */
export async function comparisonOf(db: Db, actor: Actor, id: string, other?: string): Promise<ComparisonWire> {
  const now = await visibleAssessment(db, actor, id)
  const before = await visibleAssessment(db, actor, other ?? (await previousOf(db, actor, now)))
  return { before, now, ...compareEvaluations(await evaluatedOf(db, before), await evaluatedOf(db, now)) }
}

async function previousOf(db: Db, actor: Actor, { id, providerId, serviceId, createdAt }: AssessmentRow) {
  const found = await visibleAssessments(db, actor)
    .select('a.id')
    .where('v.participant_id', '=', providerId)
    .where('v.service_id', '=', serviceId)
    .where('a.id', '<>', id)
    .where('a.created_at', '<=', createdAt)
    .where(hasStatus(sql`a.status`, assessmentMachine.sets.published))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw new DomainError('notFound')
  return found.id
}
