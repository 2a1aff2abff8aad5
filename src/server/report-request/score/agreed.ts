import type { BodyOf } from '#domain/contract/contract.ts'
import type { publishScore } from '#domain/report-request/score/contract.ts'
import { subjectFacts } from '#domain/report-request/score/facts.ts'
import type { Behind } from '#server/report-request/score/behind.ts'
import type { ValidationRow } from '#server/validation/queries.ts'

type Given = BodyOf<typeof publishScore>['score']

/** The evaluation behind a score, for the audit log; nothing where there is none. */
export const evaluationBehind = ({ assessmentId, computed }: Behind) =>
  assessmentId === null ? {} : { assessmentId, computed }

/** The same for a second person, with its version and the reason for another rating (SEAL-11). */
const agreedEvaluation = (behind: Behind) => ({
  ...evaluationBehind(behind),
  ...(behind.toPublish ? { assessmentVersion: behind.toPublish.version } : {}),
  ...(behind.overrideReason === '' ? {} : { overrideReason: behind.overrideReason }),
})

/** Who and what a score is about, in words. */
export const scoreSubject = (request: ValidationRow) =>
  subjectFacts({
    provider: request.participant_name,
    cif: request.participant_cif,
    service: request.service,
    evaluator: request.evaluator_name,
    concept: request.concept,
  })

/**
 * The content that two people must agree on. Excludes the local file name and the wording of a correction's reason,
 * which may differ.
 */
export const contentToAgree = (
  request: ValidationRow,
  { score, expiredAt }: Given,
  behind: Behind,
  sha256: string,
) => ({
  version: request.version,
  providerId: request.participant_id,
  serviceId: request.service_id,
  evaluatorId: request.evaluator_id,
  subject: scoreSubject(request),
  score,
  expiredAt,
  sha256,
  ...agreedEvaluation(behind),
})
