import { z } from 'zod'
import { ANSWER_NOTE_MAX, answerValues, JUSTIFICATION_MAX } from '#domain/assessment/assessment.ts'
import { assessmentColumns, assessmentsList } from '#domain/assessment/columns.ts'
import { ratingText } from '#domain/assessment/framework/contract.ts'
import { controlLimits } from '#domain/assessment/framework/framework.ts'
import { opinions, SCOPE_MAX, standards, subserviceChoices, USER_CONTROLS_MAX } from '#domain/assessment/header.ts'
import { assessmentDetail, assessmentWire, comparisonWire, explanationWire } from '#domain/assessment/wire.ts'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, filterInstant, identifier, noAnswer, pageOf, paging, text } from '#domain/contract/wire.ts'
import { exportOf } from '#domain/list/export.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'

const byId = z.strictObject({ id: identifier })
/** What every write of an evaluation answers. */
const written = assessmentWire

export const listAssessments = contract({
  name: 'assessment.list',
  method: 'GET',
  path: '/assessments',
  summary: 'Evaluaciones que el usuario puede ver, la más reciente primero',
  who: 'assessment.read',
  scope: 'read:evaluations',
  query: z.strictObject({
    ...paging(['createdAt', 'confirmedAt', 'provider', 'service', 'status'], 'createdAt,desc'),
    validationId: identifier.optional(),
    providerId: identifier.optional(),
    serviceId: identifier.optional(),
    status: z.enum(assessmentMachine.states).optional(),
    from: filterInstant.optional(),
    to: filterInstant.optional(),
  }),
  answer: pageOf(assessmentWire),
})

export const exportAssessments = exportOf(listAssessments, {
  name: 'assessment.export',
  summary: 'Las evaluaciones en CSV o XLSX',
  file: 'evaluaciones',
  columns: assessmentColumns,
  shown: assessmentsList,
})

export const beginAssessment = contract({
  name: 'assessment.begin',
  method: 'POST',
  path: '/assessments',
  summary: 'El evaluador de una solicitud empieza su evaluación con el marco publicado',
  who: 'assessment.write',
  body: z.strictObject({ validationId: identifier, target: ratingText }),
  answer: written,
  status: 201,
  refusals: ['notFound', 'frameworkMissing', 'requestNotAssessable', 'assessmentExists'],
})

export const readAssessment = contract({
  name: 'assessment.read',
  method: 'GET',
  path: '/assessments/{id}',
  summary: 'Una evaluación con sus respuestas',
  who: 'assessment.read',
  scope: 'read:evaluations',
  params: byId,
  answer: assessmentDetail,
  refusals: ['notFound'],
})

export const editAssessment = contract({
  name: 'assessment.edit',
  method: 'PATCH',
  path: '/assessments/{id}',
  summary: 'Cambia la cabecera de una evaluación en borrador',
  who: 'assessment.write',
  params: byId,
  body: z.strictObject({
    target: ratingText.optional(),
    scope: text(SCOPE_MAX).optional(),
    standard: z.enum(standards).nullable().optional(),
    opinion: z.enum(opinions).nullable().optional(),
    periodFrom: day.nullable().optional(),
    periodTo: day.nullable().optional(),
    reportDate: day.nullable().optional(),
    subservices: z.enum(subserviceChoices).nullable().optional(),
    userControls: text(USER_CONTROLS_MAX).optional(),
    version: editVersion,
  }),
  answer: written,
  refusals: ['notFound', 'assessmentClosed', 'changedMeanwhile'],
})

/** Replaces the answers to the controls that it names and leaves the others as they are. */
export const answerControls = contract({
  name: 'assessment.answer',
  method: 'PUT',
  path: '/assessments/{id}/answers',
  summary: 'Guarda las respuestas a los controles que se envían; las demás quedan como están',
  who: 'assessment.write',
  params: byId,
  body: z.strictObject({
    answers: z
      .array(
        z.strictObject({
          controlKey: z.string().max(controlLimits.key),
          answer: z.enum(answerValues).nullable(),
          note: text(ANSWER_NOTE_MAX).default(''),
          justification: text(JUSTIFICATION_MAX).default(''),
        }),
      )
      .min(1)
      .max(controlLimits.controls),
    version: editVersion,
  }),
  answer: written,
  refusals: ['notFound', 'assessmentClosed', 'changedMeanwhile'],
})

export const uploadWorkbook = contract({
  name: 'assessment.upload-workbook',
  method: 'POST',
  path: '/assessments/{id}/workbook',
  summary: 'Sustituye todas las respuestas por las de la hoja rellena, o ninguna; dice qué filas están mal',
  who: 'assessment.write',
  params: byId,
  encoding: 'multipart',
  files: {
    file: { description: 'La plantilla rellena; sin ella, la que envió el proveedor', required: false, keep: false },
  },
  body: z.strictObject({
    /** REQUEST: the 'Doc. Excel asociado' of the request instead of a file. */
    source: z.enum(['FILE', 'REQUEST']).default('FILE'),
    version: z.coerce.number().int().optional(),
  }),
  answer: written,
  refusals: [
    'notFound',
    'fileMissing',
    'assessmentClosed',
    'changedMeanwhile',
    'workbookUnreadable',
    'workbookElsewhere',
    'workbookWrong',
  ],
})

export const changeAssessment = contract({
  name: 'assessment.change',
  method: 'PATCH',
  path: '/assessments/{id}/status',
  summary: 'El evaluador confirma su evaluación (CONFIRMED) o la retoma (DRAFT)',
  who: 'assessment.write',
  params: byId,
  body: z.strictObject({ status: z.enum(['CONFIRMED', 'DRAFT']), version: editVersion }),
  answer: written,
  refusals: ['notFound', 'wrongState', 'assessmentClosed', 'assessmentIncomplete', 'changedMeanwhile'],
})

export const discardAssessment = contract({
  name: 'assessment.discard',
  method: 'DELETE',
  path: '/assessments/{id}',
  summary: 'Descarta una evaluación en borrador con sus respuestas',
  who: 'assessment.write',
  params: byId,
  answer: noAnswer,
  status: 204,
  refusals: ['notFound', 'assessmentClosed'],
})

export const explainAssessment = contract({
  name: 'assessment.explanation',
  method: 'GET',
  path: '/assessments/{id}/explanation',
  summary: 'Los niveles de una evaluación, por dimensión y por dominio, y qué controles impiden el siguiente',
  who: 'assessment.read',
  scope: 'read:evaluations',
  params: byId,
  answer: explanationWire,
  refusals: ['notFound'],
})

export const compareAssessments = contract({
  name: 'assessment.comparison',
  method: 'GET',
  path: '/assessments/{id}/comparison',
  summary: 'Qué ha cambiado desde otra evaluación: sin `with`, desde la anterior del mismo proveedor y servicio',
  who: 'assessment.read',
  scope: 'read:evaluations',
  params: byId,
  query: z.strictObject({ with: identifier.optional() }),
  answer: comparisonWire,
  refusals: ['notFound'],
})

export const assessmentWorkbook = contract({
  name: 'assessment.workbook',
  method: 'GET',
  path: '/assessments/{id}/workbook',
  summary: 'Una evaluación como hoja de cálculo, con sus respuestas',
  who: 'assessment.read',
  scope: 'read:evaluations',
  params: byId,
  answer: 'file',
  refusals: ['notFound'],
})
