import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, identifier, instant, pageOf, pagingInOwnOrder, text } from '#domain/contract/wire.ts'

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
  correctionReason: z.string(),
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
  /** Version of the request. */
  version: editVersion,
})

export const listScores = contract({
  name: 'score.list',
  method: 'GET',
  path: '/scores',
  summary: 'Calificaciones de una solicitud, la vigente primero',
  who: 'request.read',
  query: z.strictObject({ ...pagingInOwnOrder(['scoredAt', 'expiredAt', 'score']), validationId: identifier }),
  answer: pageOf(scoreWire),
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
    'wrongState',
    'documentsNotAccepted',
    'reportLapsed',
    'evaluatorDeleted',
    'evaluatesItself',
    'notFound',
    'changedMeanwhile',
    'needsAnother',
  ],
})

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
  refusals: ['scoreIncomplete', 'noCorrectionReason', 'notFound', 'wrongState', 'changedMeanwhile', 'needsAnother'],
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
  refusals: ['scoreIncomplete', 'noCorrectionReason', 'notFound', 'wrongState', 'changedMeanwhile', 'needsAnother'],
})

export const scoreContent = contract({
  name: 'score.content',
  method: 'GET',
  path: '/score/{id}',
  summary: 'El dictamen de una calificación',
  who: 'request.read',
  params: z.strictObject({ id: identifier }),
  answer: 'file',
  refusals: ['notFound', 'fileDamaged', 'notMarkable'],
})
