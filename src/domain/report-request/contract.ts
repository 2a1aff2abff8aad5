import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, identifier, text } from '#domain/contract/wire.ts'
import { msg, t } from '#domain/language/translate.ts'
import { reportNotificationFields } from '#domain/notification/free-text.ts'
import { MAX_SERVICES } from '#domain/report-request/report-request.ts'
import { validationWire } from '#domain/validation/contract.ts'

/** The date of the report, for a report without an evaluation (DORA-11); '' for none. */
export const reportDate = z.union([day, z.literal('')]).optional()

const files = {
  report: { description: '«Informe de auditoría», un PDF', required: false },
  spreadsheet: { description: '«Doc. Excel asociado», una hoja de cálculo', required: false },
}

export const sendRequest = contract({
  name: 'request.send',
  method: 'POST',
  path: '/validations/audit_report',
  summary: 'Solicita la verificación de un informe de auditoría para un servicio y un evaluador',
  who: 'request.send',
  sendsMail: true,
  encoding: 'multipart',
  files,
  body: z.strictObject({
    requestType: z.literal('NEW').default('NEW'),
    type: z.literal('AUDIT_REPORT').default('AUDIT_REPORT'),
    genericEntityId: identifier,
    role: z.literal('PROVIDER').default('PROVIDER'),
    idAudit: z.union([identifier, z.literal('')]).optional(),
    idServiceCatalog: z.union([identifier, z.literal('')]).optional(),
    concept: text(200).default(''),
    reportDate,
    ...reportNotificationFields,
  }),
  answer: validationWire,
  status: 201,
  refusals: [
    'requestIncomplete',
    'requestExists',
    'renewalExists',
    'evaluatorNotAccredited',
    'evaluatesItself',
    'invalid',
    'reportNotPdf',
    'excelNotSpreadsheet',
    'notFound',
  ],
})

/** A service of a batch that could not be sent, with the sentence why. */
const refusedService = z.object({
  idServiceCatalog: identifier,
  service: z.string(),
  code: z.string(),
  detail: z.string(),
  /** The live request that stands in its way. */
  validationId: identifier.optional(),
})
export type RefusedService = z.output<typeof refusedService>

export const sendRequests = contract({
  name: 'request.send-batch',
  method: 'POST',
  path: '/validations/audit_report/batch',
  summary: 'Solicita con el mismo informe la verificación de varios servicios: todas las solicitudes o ninguna',
  who: 'request.send',
  sendsMail: true,
  encoding: 'multipart',
  files,
  body: z.strictObject({
    genericEntityId: identifier,
    idAudit: z.union([identifier, z.literal('')]).optional(),
    services: z
      .array(identifier)
      .min(1, msg('Elija al menos un servicio'))
      .max(MAX_SERVICES, { error: () => t`Elija ${MAX_SERVICES} servicios como máximo` })
      .refine(services => new Set(services).size === services.length, msg('Elija cada servicio una sola vez')),
    concept: text(200).default(''),
    reportDate,
    ...reportNotificationFields,
  }),
  answer: z.object({ requests: z.array(validationWire) }),
  status: 201,
  refusals: [
    'requestIncomplete',
    'batchRefused',
    'evaluatorNotAccredited',
    'evaluatesItself',
    'invalid',
    'reportNotPdf',
    'excelNotSpreadsheet',
    'notFound',
  ],
})

export const editRequest = contract({
  name: 'request.edit',
  method: 'PATCH',
  path: '/validations/audit_report/{id}',
  summary: 'Corrige una solicitud rechazada o renueva una caducada; las versiones anteriores quedan en el histórico',
  who: 'request.send',
  params: z.strictObject({ id: identifier }),
  encoding: 'multipart',
  files,
  body: z.strictObject({
    requestType: z.enum(['UPDATE', 'RENEWAL']).optional(),
    type: z.literal('AUDIT_REPORT').default('AUDIT_REPORT'),
    // Current values: a caller may repeat them but not change them.
    genericEntityId: identifier.optional(),
    role: z.enum(['PROVIDER', 'AUDIT', 'ENTITY']).optional(),
    idAudit: z.union([identifier, z.literal('')]).optional(),
    idServiceCatalog: z.union([identifier, z.literal('')]).optional(),
    validationId: identifier.optional(),
    originalFiles: z.array(identifier).optional(),
    concept: text(200).default(''),
    reportDate,
    version: z.coerce.number().int().optional(),
    ...reportNotificationFields,
  }),
  answer: validationWire,
  refusals: [
    'changedMeanwhile',
    'requestIncomplete',
    'requestNotEditable',
    'renewalExists',
    'evaluatorNotAccredited',
    'evaluatesItself',
    'invalid',
    'reportNotPdf',
    'excelNotSpreadsheet',
    'notFound',
  ],
})

export const dateReport = contract({
  name: 'request.date-report',
  method: 'PATCH',
  path: '/validations/{id}/report-date',
  summary: 'El CCI anota en la verificación la fecha del informe de una solicitud; vacía, no consta',
  who: 'request.score',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({ reportDate: day.nullable(), version: editVersion }),
  answer: validationWire,
  refusals: ['notFound', 'wrongState', 'invalid', 'changedMeanwhile'],
})
