import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { evaluatesItself, requestFacts } from '#domain/report-request/report-request.ts'
import type { publishScore as publishContract } from '#domain/report-request/score/contract.ts'
import { scoreFacts, scoreLabels, unsentSubject } from '#domain/report-request/score/facts.ts'
import { isScoreComplete, scoreErrors } from '#domain/report-request/score/score.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { reviewOfSlots, slotsOfOne } from '#server/document/queries.ts'
import type { Edited } from '#server/kernel/conflict.ts'
import { refuseStale, staleError } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { beforeOf } from '#server/kernel/undo/before.ts'
import { keepFile } from '#server/operation/files/keep.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import type { Seal } from '#server/report-request/certificate/keys.ts'
import { assertOtherReviewer, declarationForScore } from '#server/report-request/independence/check.ts'
import { giveWayTo } from '#server/report-request/renewal/give-way.ts'
import { contentToAgree, evaluationBehind, scoreSubject } from '#server/report-request/score/agreed.ts'
import type { Behind } from '#server/report-request/score/behind.ts'
import { behindCorrection, behindPublication } from '#server/report-request/score/behind.ts'
import { findScore } from '#server/report-request/score/queries.ts'
import { react } from '#server/report-request/score/reactions.ts'
import { liftByCorrection } from '#server/report-request/score/review.ts'
import type { Seconded } from '#server/session/approval-requests.ts'
import { requireSecondPerson } from '#server/session/approval-requests.ts'
import type { RequestRow, ValidationRow } from '#server/validation/queries.ts'
import { knownRequest, lockedForDecision, updateValidation } from '#server/validation/queries.ts'
import { renewalFactsOf, requestFactsFor, requestStatus } from '#server/validation/wire.ts'

type Given = BodyOf<typeof publishContract>['score']
type Dictamen = { fileName: string; sha256: string }
/** What a score rests on: its evaluation, and the declaration of its evaluator. */
type Basis = Behind & { independenceId: string | null }
type Replaced = Parameters<typeof behindCorrection>[4] & { independenceId: string | null }

const dictamenOf = (file: IncomingFile): Dictamen => ({ fileName: file.name, sha256: file.sha256 })

/**
 * Publishes the outcome of a request with all documents accepted (SCO-05, SCO-11, FORM-56): it becomes QUALIFIED. What
 * an early renewal renews gives way to it (RENEW-05).
 * @returns the score's identifier.
 * @throws DomainError notFound, changedMeanwhile, wrongState for a documentation, documentsNotAccepted, reportLapsed,
 * evaluatorDeleted, evaluatesItself, requestExists, scoreIncomplete with fields, what its evaluation and its
 * declaration refuse, needsAnother if four-eyes approval is on, sameReviewer
 */
export async function publishScore(
  tx: Transaction,
  actor: Actor,
  given: Given,
  file: IncomingFile | undefined,
  seal: Seal,
): Promise<string> {
  const request = await lockedForDecision(tx.db, actor, given.validationId)
  if (request.kind !== 'AUDIT_REPORT') throw new DomainError('wrongState')
  await refuseStale(tx.db, actor, given.version, await editedScore(tx.db, request, given, file))
  const draft = { expiredAt: given.expiredAt || null, score: given.score, hasFile: file !== undefined }
  const slots = await slotsOfOne(tx.db, request)
  const facts = requestFacts({
    ...reviewOfSlots(slots, tx.today),
    evaluatorDeleted: request.evaluator_deleted_at !== null,
    evaluatesItself: evaluatesItself({ cif: request.participant_cif }, { cif: request.evaluator_cif ?? '' }),
    scoreComplete: isScoreComplete(draft, tx.today),
  })
  const status = requestStatus(request, tx.today)
  const decision = decide(reportRequestMachine, 'qualify', status, facts, actor.role)
  if (!decision.ok) {
    const fields = decision.reason === 'scoreIncomplete' ? scoreErrors(draft, tx.today) : undefined
    throw new DomainError(decision.reason, { fields })
  }
  const independenceId = await declarationForScore(tx, request)
  const behind = { ...(await behindPublication(tx, actor, request.id, given)), independenceId }
  const told = { ...requestFactsFor(request), rating: given.score, expiresOn: draft.expiredAt! }
  const seconded = await requireSecondPerson(tx, actor, {
    act: 'score.publish',
    object: { kind: 'validation', id: request.id },
    content: contentToAgree(request, given, behind, file!.sha256),
    facts: told,
  })
  await assertOtherReviewer(tx, actor, request)
  await keepFile(tx, file!)
  const id = await addScore(tx, actor, given, behind, dictamenOf(file!), seconded)
  const gaveWay = await giveWayTo(tx, actor, request)
  await updateValidation(tx.db, request.id, { status: decision.to, decided_at: tx.now })
  tx.record({
    event: decision.event,
    object: { kind: 'validation', id: request.id },
    facts: told,
    told: { serviceId: request.service_id, ratingBefore: await ratingBefore(tx.db, request) },
    data: { from: status, to: decision.to, score: id, sha256: file!.sha256, ...evaluationBehind(behind), ...seconded },
  })
  const evaluation = behind.toPublish
  const gone = gaveWay.superseded.map(each => each.id)
  const done = await react(tx, actor, request, {
    to: 'publication',
    scoreId: id,
    corrects: null,
    seal,
    evaluation,
    gone,
  })
  const published = { ...(await beforeOf(tx, request)), scoreId: id, previousId: request.score_id, gaveWay, ...done }
  tx.mayUndo({ act: 'publication', objectId: request.id, before: published })
  return id
}

/**
 * Corrects a published score with a reason; the previous one stays in the history (D11). Keeps its file unless the call
 * brings another.
 * @returns the new score's identifier.
 * @throws DomainError notFound, changedMeanwhile for a score that is not current, wrongState, scoreIncomplete with
 * fields, noCorrectionReason, needsAnother if four-eyes approval is on
 */
export async function correctScore(
  tx: Transaction,
  actor: Actor,
  scoreId: string,
  given: Given,
  { file, fileChanged }: { file: IncomingFile | undefined; fileChanged: boolean },
  seal: Seal,
): Promise<string> {
  const { request, dictamen, replaced } = await lockedScore(tx, actor, scoreId, given, file)
  const draft = { expiredAt: given.expiredAt || null, score: given.score, hasFile: file !== undefined, fileChanged }
  const correctionReason = given.correctionReason ?? ''
  const facts = requestFacts({
    ...renewalFactsOf(request),
    scoreComplete: isScoreComplete(draft, tx.today),
    correctionReason,
  })
  const status = requestStatus(request, tx.today)
  const decision = decide(reportRequestMachine, 'correct', status, facts, actor.role)
  if (!decision.ok) {
    if (decision.reason === 'scoreIncomplete') {
      throw new DomainError(decision.reason, { fields: scoreErrors(draft, tx.today) })
    }
    const fields = decision.reason === 'noCorrectionReason' ? { correctionReason: t('Escriba el motivo') } : undefined
    throw new DomainError(decision.reason, { fields })
  }
  const { independenceId } = replaced
  const behind = { ...(await behindCorrection(tx, actor, request.id, given, replaced)), independenceId }
  const told = { ...requestFactsFor(request), rating: given.score, expiresOn: draft.expiredAt! }
  const seconded = await requireSecondPerson(tx, actor, {
    act: 'score.correct',
    object: { kind: 'validation', id: request.id },
    content: contentToAgree(request, given, behind, file?.sha256 ?? dictamen.sha256),
    facts: told,
  })
  if (file) await keepFile(tx, file)
  const id = await addScore(tx, actor, given, behind, file ? dictamenOf(file) : dictamen, {
    correctionReason,
    ...seconded,
  })
  await updateValidation(tx.db, request.id, { status: decision.to })
  tx.record({
    event: decision.event,
    object: { kind: 'score', id },
    facts: { ...told, reason: correctionReason },
    told: {
      extended: draft.expiredAt! > request.score_expires_on!,
      serviceId: request.service_id,
      ratingBefore: request.rating ?? undefined,
    },
    data: {
      corrects: request.score_id,
      before: { rating: request.rating, expiresOn: request.score_expires_on },
      ...evaluationBehind(behind),
      ...seconded,
    },
  })
  liftByCorrection(tx, request)
  const evaluation = behind.toPublish
  const corrects = request.score_id
  await react(tx, actor, request, { to: 'correction', scoreId: id, corrects, seal, evaluation, gone: [] })
  return id
}

/** The rating that a publication follows: of the request itself, or of the one that it renews early. */
async function ratingBefore(db: Db, { rating, renews_id }: ValidationRow): Promise<string | undefined> {
  if (rating !== null || renews_id === null) return rating ?? undefined
  const before = db.selectFrom('score').select('rating').where('validation_id', '=', renews_id)
  return (await before.where('is_current', '=', true).executeTakeFirst())?.rating
}

/** A current score, its validation locked. */
async function lockedScore(
  tx: Transaction,
  actor: Actor,
  scoreId: string,
  given: Given,
  file: IncomingFile | undefined,
): Promise<{ request: RequestRow; dictamen: Dictamen; replaced: Replaced }> {
  const found = await findScore(tx.db, actor, scoreId)
  if (!found || found.id !== given.validationId) throw new DomainError('notFound')
  if (given.id !== undefined && given.id !== scoreId) {
    throw new DomainError('invalid', { fields: { 'score.id': t('No es la calificación de la dirección') } })
  }
  const request = knownRequest(await lockedForDecision(tx.db, actor, found.id))
  const edited = await editedScore(tx.db, request, given, file)
  // A caller that sends the version has seen the current score, even if it began from another.
  if (given.version === undefined && request.score_id !== scoreId) throw await staleError(tx.db, actor, edited)
  await refuseStale(tx.db, actor, given.version, edited)
  const current = (await findScore(tx.db, actor, request.score_id!))!
  const { rating, assessment_id: assessmentId, computed, override_reason: overrideReason } = current
  const { independence_id: independenceId } = current
  return {
    request,
    dictamen: { fileName: current.file_name, sha256: current.sha256 },
    replaced: { rating: rating!, assessmentId, computed, overrideReason, independenceId },
  }
}

/** The current score of the request and the given one, for a conflict report; null while the request has none. */
async function editedScore(
  db: Db,
  request: RequestRow,
  { score, expiredAt }: Given,
  file: IncomingFile | undefined,
): Promise<Edited> {
  const stands = await db
    .selectFrom('score')
    .select(['id', 'rating', 'expires_on', 'file_name', 'correction_reason'])
    .where('validation_id', '=', request.id)
    .where('is_current', '=', true)
    .executeTakeFirst()
  return {
    version: request.version,
    now: {
      ...scoreSubject(request),
      ...(stands ? scoreFacts({ score: stands.rating, expiredAt: stands.expires_on, file: stands.file_name }) : {}),
    },
    yours: {
      ...unsentSubject,
      ...(stands ? scoreFacts({ score, expiredAt: expiredAt || null, file: file?.name }) : {}),
    },
    labels: scoreLabels,
    // A correction refers to the new score, a publication to the request.
    object: stands?.correction_reason ? { kind: 'score', id: stands.id } : { kind: 'validation', id: request.id },
    names: [
      // Its extraordinary review.
      ...(stands ? [{ kind: 'score', id: stands.id }] : []),
      { kind: 'participant-name', id: request.participant_id },
      { kind: 'participant-name', id: request.evaluator_id },
      { kind: 'service-name', id: request.service_id },
    ],
  }
}

/** Inserts the new current score. */
async function addScore(
  tx: Transaction,
  actor: Actor,
  given: Given,
  behind: Basis,
  dictamen: Dictamen,
  { correctionReason = '', proposedBy }: { correctionReason?: string } & Seconded,
): Promise<string> {
  const id = tx.newId()
  await tx.db
    .updateTable('score')
    .set({ is_current: false })
    .where('validation_id', '=', given.validationId)
    .where('is_current', '=', true)
    .execute()
  await tx.db
    .insertInto('score')
    .values({
      id,
      validation_id: given.validationId,
      rating: given.score,
      expires_on: given.expiredAt!,
      file_name: dictamen.fileName,
      sha256: dictamen.sha256,
      correction_reason: correctionReason,
      assessment_id: behind.assessmentId,
      computed: behind.computed,
      override_reason: behind.overrideReason,
      independence_id: behind.independenceId,
      scored_by: actor.userId,
      proposed_by: proposedBy ?? null,
      scored_at: tx.now,
    })
    .execute()
  return id
}
