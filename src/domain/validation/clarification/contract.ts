import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, flag, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { msg } from '#domain/language/translate.ts'
import { exportOf } from '#domain/list/export.ts'
import { clarificationMachine } from '#domain/states/clarification.ts'
import {
  clarificationKinds,
  clarificationLimits,
  closers,
  messageFiles,
  outcomes,
  parties,
} from '#domain/validation/clarification/clarification.ts'
import { clarificationColumns, clarificationsList } from '#domain/validation/clarification/columns.ts'

const party = z.enum(parties)

/** A thread without its messages. `askedBy` and `askedOf` are its two parties. */
export const clarificationWire = z.object({
  id: identifier,
  validationId: identifier,
  type: z.enum(['DOC_MIN', 'AUDIT_REPORT']),
  /** The participant whose request or documentation it is about. */
  participantId: identifier,
  participantName: z.string(),
  service: z.string().nullable(),
  evaluatorName: z.string().nullable(),
  document: z.object({ id: identifier, name: z.string() }).nullable(),
  kind: z.enum(clarificationKinds),
  subject: z.string(),
  askedBy: party,
  askedOf: party,
  status: z.enum(clarificationMachine.states),
  dueOn: day,
  createdAt: instant,
  closedAt: instant.nullable(),
  closedBy: z.enum(closers).nullable(),
  /** How CCI decided an appeal. */
  outcome: z.enum(outcomes).nullable(),
  /** What the caller may do next: answer what it was asked, ask more, or close. */
  mayAnswer: z.boolean(),
  mayAskMore: z.boolean(),
  mayClose: z.boolean(),
  /** Whether the caller may decide this appeal, and whether it may not because it published the score. */
  mayDecide: z.boolean(),
  publishedIt: z.boolean(),
  /** Who looks after the answer; only its own organisation reads it. */
  assignee: z.object({ id: identifier, name: z.string() }).optional(),
  version: z.number().int(),
})
export type ClarificationWire = z.output<typeof clarificationWire>

export const messageWire = z.object({
  id: identifier,
  party,
  /** Who wrote it: the person for CCI and its own organisation, the organisation for others. */
  by: z.string(),
  text: z.string(),
  at: instant,
  files: z.array(z.object({ id: identifier, name: z.string(), mediaType: z.string(), size: z.number().int() })),
})
export type MessageWire = z.output<typeof messageWire>
export const clarificationDetail = clarificationWire.extend({ messages: z.array(messageWire) })
export type ClarificationDetail = z.output<typeof clarificationDetail>

const byId = z.strictObject({ id: identifier })
const message = text(clarificationLimits.text).refine(value => value !== '', msg('Escriba el mensaje'))

export const listClarifications = contract({
  name: 'clarification.list',
  method: 'GET',
  path: '/clarifications',
  summary: 'Las aclaraciones de las que el usuario es parte; el CCI, todas',
  who: 'clarification.take-part',
  query: z.strictObject({
    ...paging(['createdAt', 'dueOn', 'subject', 'status'], 'createdAt,desc'),
    validationId: identifier.optional(),
    status: z.enum(clarificationMachine.states).optional(),
    open: flag.optional(),
    /** Only those that wait for the caller's answer. */
    mine: flag.optional(),
  }),
  answer: pageOf(clarificationWire),
  refusals: ['notFound'],
})

export const exportClarifications = exportOf(listClarifications, {
  name: 'clarification.export',
  summary: 'Las aclaraciones en CSV o XLSX',
  file: 'aclaraciones',
  columns: clarificationColumns,
  shown: clarificationsList,
})

export const readClarification = contract({
  name: 'clarification.read',
  method: 'GET',
  path: '/clarifications/{id}',
  summary: 'Una aclaración con sus mensajes',
  who: 'clarification.take-part',
  params: byId,
  answer: clarificationDetail,
  refusals: ['notFound'],
})

export const askClarification = contract({
  name: 'clarification.ask',
  method: 'POST',
  path: '/clarifications',
  summary: 'Pide una aclaración de lo que está en revisión, sin rechazar nada, o reclama contra una calificación',
  who: 'clarification.take-part',
  body: z.strictObject({
    validationId: identifier,
    /** APPEAL: of the provider, against the published score of a request. */
    kind: z.enum(clarificationKinds).optional(),
    /** The party to ask; without it the only one that may be asked. */
    askedOf: party.optional(),
    subject: text(clarificationLimits.subject).refine(value => value !== '', msg('Escriba el asunto')),
    text: message,
    documentId: identifier.optional(),
    dueOn: day.optional(),
  }),
  answer: clarificationDetail,
  status: 201,
  refusals: [
    'notFound',
    'forbidden',
    'notUnderReview',
    'tooManyQuestions',
    'notYourMove',
    'nothingToAppeal',
    'appealTwice',
    'appealTooLate',
    'invalid',
  ],
})

export const writeMessage = contract({
  name: 'clarification.write',
  method: 'POST',
  path: '/clarifications/{id}/messages',
  summary: 'Contesta una aclaración, o pregunta más sobre la respuesta; con hasta cinco archivos',
  who: 'clarification.take-part',
  params: byId,
  encoding: 'multipart',
  files: Object.fromEntries(
    messageFiles.map(name => [name, { description: 'Un archivo del mensaje', required: false }] as const),
  ),
  body: z.strictObject({ text: message, dueOn: day.optional() }),
  answer: clarificationDetail,
  status: 201,
  refusals: [
    'notFound',
    'notYourTurn',
    'clarificationClosed',
    'invalid',
    'fileType',
    'fileTooLarge',
    'uploadCut',
    'storageFull',
    'storageFailed',
  ],
})

/** It changes no right: every user of the organisation may still answer (EASE-09). */
export const assignClarification = contract({
  name: 'clarification.assign',
  method: 'PUT',
  path: '/clarifications/{id}/assignee',
  summary: 'Asigna a una persona de la organización, o a nadie, una aclaración que se le pide',
  who: 'clarification.take-part',
  params: byId,
  body: z.strictObject({ assignee: identifier.nullable() }),
  answer: clarificationDetail,
  refusals: ['notFound', 'notYourTurn', 'clarificationClosed', 'notColleague'],
})

export const closeClarification = contract({
  name: 'clarification.close',
  method: 'PATCH',
  path: '/clarifications/{id}',
  summary: 'Cierra una aclaración quien preguntó, o el CCI, que así resuelve una reclamación',
  who: 'clarification.take-part',
  params: byId,
  body: z.strictObject({
    status: z.literal('CLOSED'),
    /** Of an appeal, with its text. */
    outcome: z.enum(outcomes).optional(),
    text: message.optional(),
    version: editVersion,
  }),
  answer: clarificationDetail,
  refusals: [
    'notFound',
    'notYourMove',
    'clarificationClosed',
    'nothingToAppeal',
    'sameReviewer',
    'changedMeanwhile',
    'invalid',
  ],
})

export const takeClarificationFile = contract({
  name: 'clarification.take-file',
  method: 'POST',
  path: '/clarification-files/{id}/version',
  summary: 'Hace de un archivo de una aclaración la nueva versión del documento sobre el que se preguntó',
  who: 'clarification.take-part',
  params: byId,
  answer: clarificationDetail,
  refusals: [
    'notFound',
    'forbidden',
    'noDocumentAsked',
    'unknownDocument',
    'requestNotEditable',
    'renewalExists',
    'evaluatorNotAccredited',
    'evaluatesItself',
    'reportNotPdf',
    'excelNotSpreadsheet',
    'changedMeanwhile',
  ],
})

export const clarificationFileContent = contract({
  name: 'clarification.content',
  method: 'GET',
  path: '/clarification-files/{id}',
  summary: 'Un archivo de una aclaración',
  who: 'clarification.take-part',
  params: byId,
  answer: 'file',
  refusals: ['notFound', 'fileDamaged'],
})
