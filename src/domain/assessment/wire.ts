import { z } from 'zod'
import { answerValues, dimensions, levels } from '#domain/assessment/assessment.ts'
import { controlChanges } from '#domain/assessment/comparison.ts'
import { opinions, standards, subserviceChoices } from '#domain/assessment/header.ts'
import { day, identifier, instant } from '#domain/contract/wire.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'

const level = z.enum(levels)
const ofEachDimension = <S extends z.ZodType>(schema: S) => z.object({ C: schema, I: schema, D: schema })

const reached = z.enum([...levels, 'NONE']).nullable()

/** The level reached in each dimension: 'NONE' below level D, null where no control is asked (DICT-12, DICT-13). */
export const levelsWire = ofEachDimension(reached)

/** An evaluation (DICT-06) without its answers. Dates are days; `periodTo` alone is the date of the opinion. */
export const assessmentWire = z.object({
  id: identifier,
  validationId: identifier,
  framework: z.object({ id: identifier, name: z.string(), edition: z.string(), illustrative: z.boolean() }),
  providerId: identifier,
  providerName: z.string(),
  serviceId: identifier,
  service: z.string(),
  evaluatorId: identifier,
  evaluatorName: z.string().nullable(),
  origin: z.enum(['AUDIT', 'PROVIDER']),
  status: z.enum(assessmentMachine.states),
  target: z.string(),
  scope: z.string(),
  standard: z.enum(standards).nullable(),
  opinion: z.enum(opinions).nullable(),
  periodFrom: day.nullable(),
  periodTo: day.nullable(),
  reportDate: day.nullable(),
  subservices: z.enum(subserviceChoices).nullable(),
  userControls: z.string(),
  createdAt: instant,
  confirmedAt: instant.nullable(),
  confirmedBy: z.string().nullable(),
  version: z.number().int(),
  /** Controls asked, and how many of them are answered. */
  asked: z.number().int(),
  answered: z.number().int(),
  levels: levelsWire,
  /** The rating of the levels reached; null when a dimension has none. */
  computed: z.string().nullable(),
  /** The score that it stands behind, once PUBLISHED. */
  score: z.object({ id: identifier, score: z.string(), isCurrent: z.boolean(), overrideReason: z.string() }).nullable(),
})
export type AssessmentWire = z.output<typeof assessmentWire>

export const answerWire = z.object({
  controlKey: z.string(),
  answer: z.enum(answerValues).nullable(),
  note: z.string(),
  justification: z.string(),
  /** From the year before, and not reviewed yet. */
  inherited: z.boolean(),
})
export type AnswerWire = z.output<typeof answerWire>

/** The provider's filled template that the evaluator may load; null when there is none, or it is loaded already. */
const offeredWire = z.object({ name: z.string(), uploadedAt: instant }).nullable()

/** One evaluation with its answers. The controls are those of the framework (`GET control-frameworks/{id}`). */
export const assessmentDetail = assessmentWire.extend({ answers: z.array(answerWire), offered: offeredWire })
export type AssessmentDetail = z.output<typeof assessmentDetail>

/** Why an evaluation has its levels (DICT-14, DICT-15). */
export const explanationWire = z.object({
  target: z.string(),
  levels: levelsWire,
  computed: z.string().nullable(),
  dimensions: z.array(
    z.object({
      dimension: z.enum(dimensions),
      level: reached,
      target: level,
      /** The level that was not reached, and the keys of the controls that stop it; null when the target is reached. */
      next: level.nullable(),
      unmet: z.array(z.string()),
      unanswered: z.array(z.string()),
      sentence: z.string(),
    }),
  ),
  domains: z.array(z.object({ domain: z.string(), levels: levelsWire })),
})
export type ExplanationWire = z.output<typeof explanationWire>

const levelChanges = z.array(
  z.object({
    dimension: z.enum(dimensions),
    before: reached,
    now: reached,
    change: z.enum(['BETTER', 'WORSE', 'SAME']).nullable(),
  }),
)

/** What changed from an earlier evaluation (DICT-24). */
export const comparisonWire = z.object({
  before: assessmentWire,
  now: assessmentWire,
  dimensions: levelChanges,
  domains: z.array(z.object({ domain: z.string(), dimensions: levelChanges })),
  /** Only controls that changed. */
  controls: z.array(
    z.object({
      key: z.string(),
      domain: z.string(),
      statement: z.string(),
      level,
      change: z.enum(controlChanges),
      before: z.enum(answerValues).nullable(),
      now: z.enum(answerValues).nullable(),
    }),
  ),
})
export type ComparisonWire = z.output<typeof comparisonWire>
