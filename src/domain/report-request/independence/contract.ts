import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, identifier, instant, stored, text } from '#domain/contract/wire.ts'
import { CONFLICT_TEXT, DECISION_REASON } from '#domain/report-request/independence/independence.ts'
import { independenceMachine } from '#domain/states/independence.ts'

const answers = z.strictObject({
  financialInterest: z.boolean(),
  otherServices: z.boolean(),
  relatedStaff: z.boolean(),
  ownWork: z.boolean(),
  contingentFees: z.boolean(),
})
const byId = z.strictObject({ id: identifier })

/** What everybody who reads the score may know of the declaration behind it. */
export const independenceSummary = z.object({
  status: z.enum(independenceMachine.states),
  /** Why CCI admitted a possible conflict, or refused it; '' while it has not decided. */
  reason: z.string(),
})
export type IndependenceSummary = z.output<typeof independenceSummary>

const declarationWire = independenceSummary.extend({
  conflict: z.boolean(),
  declaredAt: instant,
  decidedAt: instant.nullable(),
  /** The answers and their explanation: between the evaluator and CCI. */
  answers: stored(answers).nullable(),
  text: z.string().nullable(),
  declaredBy: z.string().nullable(),
  version: z.number().int(),
})
export type DeclarationWire = z.output<typeof declarationWire>

export const independenceWire = z.object({
  /** That of the present round of the request; for banks, the one behind the published score. */
  declaration: declarationWire.nullable(),
  /** The ratings in a row that this evaluator has published for the provider and service. */
  inARow: z.number().int(),
  /** The centre's rules about it. */
  required: z.boolean(),
  rotationCount: z.number().int(),
})
export type IndependenceWire = z.output<typeof independenceWire>

export const readIndependence = contract({
  name: 'independence.read',
  method: 'GET',
  path: '/validations/{id}/independence',
  summary: 'La declaración de independencia del evaluador de una solicitud, y sus calificaciones seguidas',
  who: 'request.read',
  params: byId,
  answer: independenceWire,
  refusals: ['notFound'],
})

export const declareIndependence = contract({
  name: 'independence.declare',
  method: 'POST',
  path: '/validations/{id}/independence',
  summary: 'El evaluador de una solicitud declara su independencia, o la declara de nuevo mientras no se publique',
  who: 'independence.declare',
  params: byId,
  body: z.strictObject({ answers, text: text(CONFLICT_TEXT.max).default(''), version: editVersion }),
  answer: independenceWire,
  status: 201,
  refusals: ['notFound', 'wrongState', 'declarationClosed', 'declarationDecided', 'changedMeanwhile', 'invalid'],
})

const { min, max } = DECISION_REASON

export const decideIndependence = contract({
  name: 'independence.decide',
  method: 'PATCH',
  path: '/validations/{id}/independence',
  summary: 'El CCI admite o no admite a un evaluador que declara un posible conflicto, con un motivo',
  who: 'request.score',
  params: byId,
  body: z.strictObject({
    decision: z.enum(['ADMITTED', 'REFUSED']),
    reason: text(max).refine(value => value.length >= min, `Escriba al menos ${min} caracteres`),
    version: editVersion,
  }),
  answer: independenceWire,
  refusals: ['notFound', 'noConflictToDecide', 'declarationClosed', 'changedMeanwhile'],
})
