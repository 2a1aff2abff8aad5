import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type {
  DeclarationWire,
  IndependenceSummary,
  IndependenceWire,
} from '#domain/report-request/independence/contract.ts'
import type { IndependenceAnswers } from '#domain/report-request/independence/independence.ts'
import { isScoreOpen, ratingsInARow } from '#domain/report-request/independence/independence.ts'
import type { IndependenceStatus } from '#domain/states/independence.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import type { Day } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { called } from '#server/document/versions.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { RequestRow, ValidationRow } from '#server/validation/queries.ts'
import { visibleValidation } from '#server/validation/queries.ts'
import { requestStatus } from '#server/validation/wire.ts'

/** A declaration as its writes use it. */
export type Declaration = {
  id: string
  status: IndependenceStatus
  answers: IndependenceAnswers
  text: string
  reason: string
  declaredAt: string
  declaredBy: string
  decidedAt: string | null
  version: number
}

const declarations = (db: Db) =>
  db
    .selectFrom('independence_declaration as d')
    .innerJoin('portal_user as u', 'u.id', 'd.declared_by')
    .select(['d.id', 'd.status', 'd.answers', 'd.text', 'd.cci_reason as reason', 'd.version'])
    .select(['d.declared_at as declaredAt', 'd.decided_at as decidedAt', called('u').as('declaredBy')])

/** The declaration of the present round of a request. The caller has locked the request, or only reads. */
export async function openDeclaration(db: Db, validationId: string): Promise<Declaration | undefined> {
  const row = await declarations(db)
    .where('d.validation_id', '=', validationId)
    .where('d.ended_at', 'is', null)
    .executeTakeFirst()
  return row as Declaration | undefined
}

async function declarationBehind(db: Db, scoreId: string): Promise<Declaration | undefined> {
  const row = await declarations(db)
    .innerJoin('score as k', 'k.independence_id', 'd.id')
    .where('k.id', '=', scoreId)
    .executeTakeFirst()
  return row as Declaration | undefined
}

/**
 * The ratings in a row of the evaluator of a request, as far as published: with the score, those up to it; without one,
 * all so far (SEAL-07). Corrections are no ratings of their own, and a deleted request stays counted.
 */
async function inARow(db: Db, request: RatedRequest, scoreId: string | null): Promise<number> {
  const { rows } = await sql<{ evaluatorId: string }>`
    select v.evaluator_id as "evaluatorId" from score k join validation v on v.id = k.validation_id
    where v.participant_id = ${request.participant_id} and v.service_id = ${request.service_id}
      and v.kind = 'AUDIT_REPORT' and k.correction_reason = ''
      and (${scoreId}::text is null
        or (k.scored_at, k.id) <= (select x.scored_at, x.id from score x where x.id = ${scoreId}))
    order by k.scored_at desc, k.id desc`.execute(db)
  return ratingsInARow(
    rows.map(({ evaluatorId }) => evaluatorId),
    request.evaluator_id!,
  )
}
type RatedRequest = Pick<ValidationRow, 'participant_id' | 'service_id' | 'evaluator_id'>

/** The basis of a published score: the declaration, as its readers may know it, and the ratings in a row. */
export async function independenceBehind(
  db: Db,
  scoreId: string,
): Promise<{ declaration: IndependenceSummary | null; inARow: number }> {
  const request = await db
    .selectFrom('score as k')
    .innerJoin('validation as v', 'v.id', 'k.validation_id')
    .select(['v.participant_id', 'v.service_id', 'v.evaluator_id'])
    .where('k.id', '=', scoreId)
    .executeTakeFirstOrThrow()
  const found = await declarationBehind(db, scoreId)
  const declaration = found ? { status: found.status, reason: found.reason } : null
  return { declaration, inARow: await inARow(db, request, scoreId) }
}

/**
 * A request whose declaration the actor may read: any other evaluator does not find it.
 * @throws DomainError notFound
 */
export function assertDeclarable(request: ValidationRow, actor: Actor): asserts request is RequestRow {
  const isNamed = actor.role !== 'AUDIT' || request.evaluator_id === actor.participantId
  if (request.kind !== 'AUDIT_REPORT' || !isNamed) throw new DomainError('notFound')
}

/**
 * The declaration of a request and the ratings in a row, as the actor may read them.
 * @throws DomainError notFound
 */
export async function independenceOf(db: Db, actor: Actor, id: string, today: Day): Promise<IndependenceWire> {
  const request = await visibleValidation(db, actor, id)
  assertDeclarable(request, actor)
  const { requireIndependence, rotationCount } = await centreRulesOf(db)
  const scoreId = isScoreOpen(requestStatus(request, today)) ? null : request.score_id
  // Banks read what is published, whatever the round after it says.
  const behind = actor.role === 'ENTITY' ? request.score_id : null
  const declaration =
    actor.role === 'ENTITY'
      ? behind === null
        ? undefined
        : await declarationBehind(db, behind)
      : await openDeclaration(db, id)
  return {
    declaration: declaration ? declarationWireOf(declaration, actor) : null,
    inARow: await inARow(db, request, behind ?? scoreId),
    required: requireIndependence,
    rotationCount,
  }
}

/** The answers may name people: they are between the evaluator and CCI. */
function declarationWireOf(of: Declaration, { role }: Actor): DeclarationWire {
  const { status, reason, declaredAt, decidedAt, version } = of
  const inside = role === 'CCI' || role === 'AUDIT'
  return {
    status,
    reason,
    conflict: independenceMachine.is.conflicted(status),
    declaredAt,
    decidedAt,
    answers: inside ? of.answers : null,
    text: inside ? of.text : null,
    declaredBy: inside ? of.declaredBy : null,
    version,
  }
}
