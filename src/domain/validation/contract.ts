import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, flag, identifier, instant, noAnswer, pageOf, paging } from '#domain/contract/wire.ts'
import { documentWire } from '#domain/document/contract.ts'
import { exportOf } from '#domain/list/export.ts'
import { participantWire } from '#domain/participant/contract.ts'
import { independenceSummary } from '#domain/report-request/independence/contract.ts'
import { renewalWire } from '#domain/report-request/renewal/wire.ts'
import { queueColumns, queueList } from '#domain/validation/columns.ts'
import { dueGroups, queueKinds } from '#domain/validation/desk/due.ts'

/** A validation in responses (VAL-01). `status` is as of today; null for a draft. */
export const validationWire = z.object({
  id: identifier,
  genericEntityId: identifier,
  nameGenericEntity: z.string(),
  /** Visible to CCI only, which needs to know the participant that it decides about. */
  cifGenericEntity: z.string().nullable(),
  type: z.enum(['DOC_MIN', 'AUDIT_REPORT']),
  role: z.enum(['PROVIDER', 'AUDIT', 'ENTITY']),
  requestType: z.enum(['NEW', 'UPDATE', 'RENEWAL']).nullable(),
  idServiceCatalog: identifier.nullable(),
  service: z.string().nullable(),
  idAudit: identifier.nullable(),
  audit: z.string().nullable(),
  auditAccreditedUntil: day.nullable(),
  concept: z.string(),
  /** The date of the report, given by the provider or by CCI (DORA-11). */
  reportDate: day.nullable(),
  status: z.enum(['PENDING', 'ACCEPTED', 'REJECTED', 'QUALIFIED', 'LAPSED', 'EXPIRED']).nullable(),
  expiredAt: day.nullable(),
  score: z.string().nullable(),
  calification: z.string().nullable(),
  scoreId: identifier.nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  decidedAt: instant.nullable(),
  deletedAt: instant.nullable(),
  version: z.number().int(),
  catalogDocuments: z.array(documentWire),
  /** The open early renewal of a published request, for CCI, the provider and the evaluators named (RENEW-09). */
  renewal: renewalWire.optional(),
  /** The early renewal waits for CCI. Every reader of the published request may know it, and nothing else about it. */
  renewalInReview: z.literal(true).optional(),
  /** The published request that an open early renewal renews. */
  renews: z.object({ validationId: identifier, expiredAt: day }).optional(),
  /** Its provider may send an early renewal from this day on (RENEW-01). */
  renewableFrom: day.optional(),
  /** Its published score is under extraordinary review since this day (AFFECT-15). */
  reviewSince: day.optional(),
  /** The evaluator's declaration of independence; for banks, the one behind the published score. */
  independence: independenceSummary.optional(),
  /** An accepted documentation has newer documents under review; what it rests on is in force (RENEW-13). */
  updateInReview: z.literal(true).optional(),
})
export type ValidationWire = z.output<typeof validationWire>

const byId = z.strictObject({ id: identifier })

export const listValidations = contract({
  name: 'validation.list',
  method: 'GET',
  path: '/validations',
  summary: 'Validaciones que el usuario puede ver',
  who: 'documentation.read',
  scope: 'read:providers',
  query: z.strictObject({
    ...paging(['createdAt', 'sentAt'], 'createdAt,desc'),
    genericEntityId: identifier.optional(),
    type: z.enum(['DOC_MIN', 'AUDIT_REPORT']).optional(),
    idAudit: identifier.optional(),
    idServiceCatalog: identifier.optional(),
    deletedAt: flag.optional(),
  }),
  answer: pageOf(validationWire),
})

export const readValidation = contract({
  name: 'validation.read',
  method: 'GET',
  path: '/validations/{id}',
  summary: 'Una validación con sus documentos',
  who: 'documentation.read',
  scope: 'read:providers',
  params: byId,
  answer: validationWire,
  refusals: ['notFound'],
})

export const createValidation = contract({
  name: 'validation.create',
  method: 'POST',
  path: '/validations',
  summary: 'La documentación de un participante; cada uno tiene una y solo una, y aquí se obtiene',
  who: 'documentation.send',
  body: z.strictObject({
    genericEntityId: identifier,
    type: z.literal('DOC_MIN'),
    role: z.enum(['PROVIDER', 'AUDIT', 'ENTITY']).optional(),
  }),
  answer: validationWire,
  refusals: ['notFound'],
})

export const changeValidation = contract({
  name: 'validation.change',
  method: 'PATCH',
  path: '/validations/{id}',
  summary: 'El participante envía su documentación (PENDING) o el CCI finaliza la verificación (ACCEPTED)',
  who: 'documentation.read',
  params: byId,
  body: z.strictObject({ status: z.enum(['PENDING', 'ACCEPTED']) }),
  answer: validationWire,
  refusals: [
    'notFound',
    'notYourMove',
    'wrongState',
    'dataIncomplete',
    'documentsMissing',
    'notAllDecided',
    'noAccreditation',
    'alreadySent',
    'documentationDecided',
  ],
})

export const deleteRequestByForm = contract({
  name: 'request.delete-by-form',
  method: 'POST',
  path: '/validations/deleteServiceProvider',
  summary: 'Elimina una solicitud de verificación',
  who: 'request.delete',
  encoding: 'form',
  body: z.strictObject({ idValidation: identifier }),
  answer: noAnswer,
  status: 204,
  refusals: ['notFound', 'requestNotDeletable', 'renewalExists'],
})

export const deleteRequest = contract({
  name: 'request.delete',
  method: 'DELETE',
  path: '/validations/{id}',
  summary: 'Elimina una solicitud de verificación',
  who: 'request.delete',
  params: byId,
  answer: noAnswer,
  status: 204,
  refusals: ['notFound', 'requestNotDeletable', 'renewalExists'],
})

export const documentsToVerify = contract({
  name: 'validation.to-verify',
  method: 'GET',
  path: '/documents/to-verify',
  summary: 'Lo que el CCI verifica de un participante: su perfil, su validación y sus documentos',
  who: 'document.verify',
  query: z.strictObject({
    idGenericEntity: identifier,
    onboard: flag.optional(),
    type: z.literal('DOC_MIN').default('DOC_MIN'),
  }),
  answer: z.object({ user: participantWire, validation: validationWire, documentation: z.array(documentWire) }),
  refusals: ['notFound'],
})

export const queueItemWire = z.object({
  kind: z.enum(queueKinds),
  id: identifier,
  idGenericEntity: identifier,
  participant: z.string(),
  role: z.enum(['PROVIDER', 'AUDIT', 'ENTITY']),
  /** Subject of the item: '5 documentos', the service and evaluator, or the incident's title. */
  detail: z.string(),
  requestType: z.enum(['NEW', 'UPDATE', 'RENEWAL']).nullable(),
  receivedAt: instant,
  /** Due at the end of this day; null while a clarification pauses it (DESK-04, DESK-05). */
  dueOn: day.nullable(),
  /** The user of CCI who has taken it. */
  assignee: z.object({ id: identifier, name: z.string() }).nullable(),
  /** The version for optimistic locking of the assignment. */
  version: z.number().int(),
})
export type QueueItem = z.output<typeof queueItemWire>

const perKind = z.object({ documentation: z.number().int(), report: z.number().int(), incident: z.number().int() })

export const readQueue = contract({
  name: 'validation.queue',
  method: 'GET',
  path: '/queue',
  summary: 'Lo que espera al CCI, lo más antiguo primero',
  who: 'queue.read',
  query: z.strictObject({
    ...paging(['receivedAt', 'dueOn'], 'receivedAt'),
    kind: z.enum(queueKinds).optional(),
    assignee: z
      .union([z.enum(['me', 'none']), identifier])
      .optional()
      .describe('me, none o un usuario del CCI'),
    due: z
      .union([z.enum(['overdue']), day])
      .optional()
      .describe('overdue, o un día'),
  }),
  answer: z.object({
    content: z.array(queueItemWire),
    totalElements: z.number().int(),
    /** What waits of each kind, with this assignee and due date if they are asked for. */
    counts: perKind,
    /** What waits by assignee, of this kind and due date if they are asked for (DESK-02). */
    views: z.object({ mine: z.number().int(), unassigned: z.number().int(), all: z.number().int() }),
    /** What is due when, of all that was found; in the order of the due date only (EXP-02). */
    groups: z.record(z.enum(dueGroups), z.number().int()).optional(),
    /** What is due on the next ten working days, by assignee, whatever the filters; in the order of the due date only (EXP-04). */
    load: z
      .object({
        days: z.array(day),
        due: z.array(
          z.object({
            day,
            assignee: z.object({ id: identifier, name: z.string() }).nullable(),
            count: z.number().int(),
          }),
        ),
      })
      .optional(),
  }),
})

export const exportQueue = exportOf(readQueue, {
  name: 'validation.export-queue',
  summary: 'Lo que espera al CCI en CSV o XLSX',
  file: 'cola-de-verificacion',
  columns: ({ today }) => queueColumns(today),
  shown: queueList,
})
