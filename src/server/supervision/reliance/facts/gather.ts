import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { parts, saidIctType } from '#domain/supervision/reliance/conditions.ts'
import type { Fact, RelianceFactsRead } from '#domain/supervision/reliance/facts.ts'
import { obtainedOf } from '#domain/supervision/use/level.ts'
import { criticalLabels } from '#domain/supervision/use/use.ts'
import type { Day } from '#domain/values/day.ts'
import { visibleAssessment } from '#server/assessment/queries.ts'
import { serviceFactsOf } from '#server/participant/company/service-facts.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { inLanguage } from '#server/platform/language.ts'
import { type Line, linesWhere } from '#server/supervision/register/entry/line-rows.ts'
import { chainFacts } from '#server/supervision/reliance/facts/chain.ts'
import { gatherClauses } from '#server/supervision/reliance/facts/clauses.ts'
import { evaluationFacts } from '#server/supervision/reliance/facts/evaluation.ts'
import { evaluatorFacts } from '#server/supervision/reliance/facts/evaluator.ts'
import { gatherFindings } from '#server/supervision/reliance/facts/findings.ts'
import type { Gatherer, Gathering } from '#server/supervision/reliance/facts/gathering.ts'
import { ratedRequest } from '#server/supervision/reliance/facts/rated-request.ts'
import { ratingFacts } from '#server/supervision/reliance/facts/ratings.ts'
import { readingFacts } from '#server/supervision/reliance/facts/readings.ts'
import { gatherRegister } from '#server/supervision/reliance/facts/register.ts'
import type { Use } from '#server/supervision/use/queries.ts'

/** Each matter that the portal knows of; within a part, their facts stand in this order. */
const gatherers: readonly Gatherer[] = [
  ...[ratingFacts, evaluationFacts, readingFacts, gatherFindings, evaluatorFacts],
  ...[chainFacts, gatherRegister, gatherClauses],
]

/** All that the portal knows now for the file of a use of the actor's bank (RELY-03). The file is Spanish, as its paper. */
export const gatherFacts = (db: Db, actor: Actor, use: Use, moment: Moment): Promise<RelianceFactsRead> =>
  inLanguage('es', () => gathered(db, actor, use, moment))

type Moment = { now: string; today: Day }

async function gathered(db: Db, actor: Actor, use: Use, { now, today }: Moment): Promise<RelianceFactsRead> {
  const obtained = obtainedOf(use.requiredScore, use.inForce)
  const rated = obtained && (await ratedRequest(db, obtained.validationId))
  const assessment = rated?.assessmentId ? await visibleAssessment(db, actor, rated.assessmentId) : null
  const ofContracts = sql<boolean>`a.id in (select o.arrangement_id from arrangement_line o where o.use_id = ${use.id})`
  const lines = (await linesWhere(db, use.entityId, today, ofContracts)).filter(({ useId }) => useId === use.id)
  const [said] = await serviceFactsOf(db, [use])
  const ictType = saidIctType([...lines.map(line => line.ictType), said?.ictType ?? null])
  const about: Gathering = { db, actor, use, rated, assessment, lines, ictType, today }
  const facts: Fact[] = []
  // One after the other: a transaction has one connection.
  for (const gather of gatherers) facts.push(...(await gather(about)))
  return {
    readAt: now,
    ictType,
    subject: await subjectOf(db, use, lines),
    basis: rated && basisOf(about),
    facts: facts.toSorted((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part)),
  }
}

function basisOf({ rated, assessment }: Gathering): RelianceFactsRead['basis'] {
  const { scoreId, validationId, rating, scoredAt, expiresOn, assessmentId, accreditedUntil, reviewSince } = rated!
  const reportDate = assessment?.reportDate ?? null
  return { scoreId, validationId, rating, scoredAt, expiresOn, assessmentId, reportDate, accreditedUntil, reviewSince }
}

/** The parties and the service that the file of a use is about. */
async function subjectOf(db: Db, use: Use, lines: readonly Line[]): Promise<RelianceFactsRead['subject']> {
  const { entityId, provider, cif, service, serviceKey, critical, requiredScore, since } = use
  const { display_name: entity } = await db
    .selectFrom('participant')
    .select('display_name')
    .where('id', '=', entityId)
    .executeTakeFirstOrThrow()
  const functions = [
    ...new Set(lines.map(({ functionCode, functionName }) => `${functionCode} ${functionName}`.trim())),
  ]
  const words = criticalLabels[critical]
  return { entity, provider, cif, service, serviceKey, critical: words, functions, requiredScore, since }
}
