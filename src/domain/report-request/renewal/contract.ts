import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { identifier, text } from '#domain/contract/wire.ts'
import { reportNotificationFields } from '#domain/notification/free-text.ts'
import { reportDate } from '#domain/report-request/contract.ts'
import { validationWire } from '#domain/validation/contract.ts'

export const sendRenewal = contract({
  name: 'request.send-renewal',
  method: 'POST',
  path: '/validations/{id}/renewal',
  summary:
    'Renueva una calificación antes de que caduque: la publicada sigue vigente mientras el CCI revisa la renovación',
  who: 'request.send',
  sendsMail: true,
  params: z.strictObject({ id: identifier }),
  encoding: 'multipart',
  files: {
    report: { description: '«Informe de auditoría», un PDF', required: false },
    spreadsheet: { description: '«Doc. Excel asociado», una hoja de cálculo', required: false },
  },
  body: z.strictObject({
    requestType: z.literal('RENEWAL').default('RENEWAL'),
    type: z.literal('AUDIT_REPORT').default('AUDIT_REPORT'),
    // Provider and service are those of the published request: a caller may repeat them but not change them.
    genericEntityId: identifier.optional(),
    role: z.literal('PROVIDER').default('PROVIDER'),
    idServiceCatalog: identifier.optional(),
    /** The evaluator of the published request when absent. */
    idAudit: z.union([identifier, z.literal('')]).optional(),
    concept: text(200).default(''),
    reportDate,
    ...reportNotificationFields,
  }),
  answer: validationWire,
  status: 201,
  refusals: [
    'requestIncomplete',
    'requestNotEditable',
    'renewalTooEarly',
    'renewalExists',
    'requestExists',
    'evaluatorNotAccredited',
    'evaluatesItself',
    'invalid',
    'reportNotPdf',
    'excelNotSpreadsheet',
    'unknownField',
    'notFound',
  ],
})
