import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, identifier, instant, pageOf, pagingInOwnOrder, text } from '#domain/contract/wire.ts'
import { independenceSummary } from '#domain/report-request/independence/contract.ts'
import { REVIEW_REASON_MAX } from '#domain/report-request/score/review.ts'
import { OVERRIDE_REASON_MAX } from '#domain/report-request/score/score.ts'

/** A published score (SCO-12). `file` is the identifier for the download. */
export const scoreWire = z.object({
  id: identifier,
  validationId: identifier,
  score: z.string(),
  name: z.string(),
  expiredAt: day,
  file: identifier,
  scoredAt: instant,
  isCurrent: z.boolean(),
  /** Under extraordinary review since this day, with CCI's reason; null: it is not (AFFECT-13). */
  reviewSince: day.nullable(),
  reviewReason: z.string(),
  correctionReason: z.string(),
  /** The evaluation behind it, and the rating that it computed (DICT-18). */
  assessmentId: identifier.nullable(),
  computed: z.string().nullable(),
  /** Why the score differs from the computed one. */
  overrideReason: z.string(),
  /** The evaluator's declaration of independence behind it. */
  independence: independenceSummary.nullable(),
  /** Whether its provider hides its certificate, for the provider and CCI. */
  certificateHidden: z.boolean().optional(),
})
export type ScoreWire = z.output<typeof scoreWire>

const scoreFields = z.strictObject({
  validationId: identifier,
  id: identifier.optional(),
  score: text(20).default(''),
  expiredAt: z.union([day, z.literal('')]).optional(),
  status: z.literal('QUALIFIED').default('QUALIFIED'),
  /** Reason for the correction of a published score (D11). */
  correctionReason: text(200).optional(),
  /** The CONFIRMED evaluation that it is published with. */
  assessmentId: identifier.optional(),
  /** Why the rating is not the computed one. */
  overrideReason: text(OVERRIDE_REASON_MAX).optional(),
  /** Version of the request. */
  version: editVersion,
})

export const listScores = contract({
  name: 'score.list',
  method: 'GET',
  path: '/scores',
  summary: 'Calificaciones de una solicitud, la vigente primero',
  who: 'request.read',
  scope: 'read:ratings',
  query: z.strictObject({ ...pagingInOwnOrder(['scoredAt', 'expiredAt', 'score']), validationId: identifier }),
  answer: pageOf(scoreWire),
  refusals: ['notFound'],
})

export const listScoreReaders = contract({
  name: 'score.readers',
  method: 'GET',
  path: '/scores/readers',
  summary: 'Las entidades que recibirán el aviso de la calificación de una solicitud: las que siguen al proveedor',
  who: 'request.score',
  query: z.strictObject({ validationId: identifier }),
  answer: z.object({ entities: z.array(z.string()) }),
  refusals: ['notFound'],
})

export const publishScore = contract({
  name: 'score.publish',
  method: 'POST',
  path: '/scores',
  summary: 'Publica la calificación de una solicitud con su dictamen: queda Calificado',
  who: 'request.score',
  encoding: 'multipart',
  files: { file: { description: 'Dictamen de calificación', required: false } },
  body: z.strictObject({ score: scoreFields }),
  answer: scoreWire,
  status: 201,
  refusals: [
    'scoreIncomplete',
    'assessmentMissing',
    'independenceMissing',
    'conflictUndecided',
    'conflictRefused',
    'sameReviewer',
    'assessmentNotConfirmed',
    'overrideReasonMissing',
    'belowScale',
    'wrongState',
    'documentsNotAccepted',
    'reportLapsed',
    'evaluatorDeleted',
    'evaluatesItself',
    'requestExists',
    'notFound',
    'changedMeanwhile',
    'needsAnother',
  ],
})

const correctionRefusals = [
  'scoreIncomplete',
  'noCorrectionReason',
  'assessmentNotConfirmed',
  'overrideReasonMissing',
  'belowScale',
  'notFound',
  'wrongState',
  'changedMeanwhile',
  'needsAnother',
] as const

export const correctScore = contract({
  name: 'score.correct',
  method: 'PATCH',
  path: '/scores/{id}',
  summary: 'Corrige una calificación publicada y dice por qué; la anterior queda en el histórico',
  who: 'request.score',
  params: z.strictObject({ id: identifier }),
  encoding: 'multipart',
  files: { file: { description: 'Dictamen de calificación, si cambia', required: false } },
  body: z.strictObject({ score: scoreFields }),
  answer: scoreWire,
  refusals: correctionRefusals,
})

/** The same correction with a new file (API-60), which is then required (FORM-57). */
export const correctScoreFile = contract({
  name: 'score.correct-file',
  method: 'PATCH',
  path: '/scores/{id}/file',
  summary: 'Corrige una calificación publicada cambiando también su dictamen',
  who: 'request.score',
  params: z.strictObject({ id: identifier }),
  encoding: 'multipart',
  files: { file: { description: 'Dictamen de calificación', required: false } },
  body: z.strictObject({ score: scoreFields }),
  answer: scoreWire,
  refusals: correctionRefusals,
})

export const reviewScore = contract({
  name: 'score.review',
  method: 'PATCH',
  path: '/scores/{id}/review',
  summary:
    'Pone una calificación vigente en revisión extraordinaria con un motivo, o la levanta con un resultado; no cambia la calificación',
  who: 'request.score',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({
    /** Puts it under review. */
    reason: text(REVIEW_REASON_MAX).optional(),
    /** Lifts the review. */
    outcome: text(REVIEW_REASON_MAX).optional(),
    /** Version of the request. */
    version: editVersion,
  }),
  answer: scoreWire,
  sendsMail: true,
  refusals: [
    'notFound',
    'invalid',
    'ratingNotInForce',
    'underReviewAlready',
    'ratingNotUnderReview',
    'changedMeanwhile',
  ],
  example: { body: { reason: 'Incidente grave en el centro de datos del proveedor' } },
})

export const scoreContent = contract({
  name: 'score.content',
  method: 'GET',
  path: '/score/{id}',
  summary: 'El dictamen de una calificación',
  who: 'request.read',
  scope: 'read:files',
  params: z.strictObject({ id: identifier }),
  answer: 'file',
  refusals: ['notFound', 'fileDamaged', 'notMarkable'],
})
