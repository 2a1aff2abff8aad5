import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import {
  day,
  editVersion,
  flag,
  identifier,
  instant,
  noAnswer,
  pageOf,
  pagingInOwnOrder,
  text,
} from '#domain/contract/wire.ts'
import { helpWire, reusedWire } from '#domain/document/beside.ts'
import { fileKinds } from '#domain/document/document.ts'
import { notificationFields } from '#domain/notification/free-text.ts'
import { documentMachine } from '#domain/states/document.ts'

/**
 * A required document with its current version (DOC-01). Without a file, `id`, `name`, `file` and `status` are null.
 * `file` is the version's identifier; the download calls return the content. A bank sees the published version with its
 * state; without a published version it sees only the state (D10, D16).
 */
export const documentWire = z.object({
  id: identifier.nullable(),
  documentCatalogName: z.string(),
  description: z.string(),
  required: z.boolean(),
  /** CCI still requires it; false when it was removed from the catalogue. */
  requested: z.boolean(),
  name: z.string().nullable(),
  file: identifier.nullable(),
  size: z.number().int().nullable(),
  mediaType: z.string().nullable(),
  status: z.enum(documentMachine.states).nullable(),
  expiredAt: day.nullable(),
  validationId: identifier,
  isDownloaded: z.boolean(),
  rejectedReason: z.string(),
  deletedAt: instant.nullable(),
  kindFile: z.enum(fileKinds),
  belongsTo: identifier,
  catalog_Score: z.string().nullable(),
  changed: z.boolean(),
  versions: z.number().int(),
  /**
   * The version for optimistic locking of CCI's review of the current file; null for a reader who does not review, and
   * without a file.
   */
  version: z.number().int().nullable(),
  uploadedAt: instant.nullable(),
  uploadedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  /** Warnings for a reader of the file (D57). CCI also sees when a PDF cannot carry the watermark for banks. */
  warnings: z.array(z.string()),
  /** The version that banks read until its successor is accepted (D10). */
  published: z.object({ file: identifier, name: z.string(), expiredAt: day.nullable() }).nullable(),
  /**
   * How the spreadsheet of a request was read: as a filled template of the evaluation, or as a document only. Absent for
   * other documents and for readers of what is published.
   */
  readAs: z.enum(['ASSESSMENT', 'DOCUMENT']).optional(),
  /** For its owner: the colleague who looks after it (EASE-09). */
  assignee: z.object({ id: identifier, name: z.string() }).optional(),
  /** For its owner and CCI: what CCI says of it, and the template to fill in (EASE-08). */
  help: helpWire.optional(),
  /** The accepted version that its owner used again as this one: where, when and until when (EASE-03). */
  reusedFrom: reusedWire.optional(),
  /** For CCI: when it read the same file of this participant before, so that it counts as downloaded (EASE-04). */
  readBefore: instant.optional(),
})
export type DocumentWire = z.output<typeof documentWire>

/** One version in a document's history (API-56). */
export const versionWire = z.object({
  id: identifier,
  documentCatalogName: z.string(),
  validationId: identifier,
  name: z.string(),
  file: identifier,
  status: z.enum(documentMachine.states),
  expiredAt: day.nullable(),
  rejectedReason: z.string(),
  deletedAt: instant.nullable(),
  uploadedAt: instant,
  uploadedBy: z.string(),
  decidedAt: instant.nullable(),
  number: z.number().int(),
  isCurrent: z.boolean(),
})
export type VersionWire = z.output<typeof versionWire>

const byId = z.strictObject({ id: identifier })

export const listDocuments = contract({
  name: 'document.list',
  method: 'GET',
  path: '/documents',
  summary: 'Documentos de una validación; con documentCatalogName y deletedAt, el histórico de uno',
  who: 'documentation.read',
  scope: 'read:providers',
  query: z.strictObject({
    ...pagingInOwnOrder(['documentCatalogName', 'status', 'expiredAt', 'uploadedAt']),
    validationId: identifier,
    documentCatalogName: text(200).optional(),
    deletedAt: flag.optional(),
  }),
  answer: pageOf(documentWire),
  refusals: ['notFound'],
})

export const documentHistory = contract({
  name: 'document.history',
  method: 'GET',
  path: '/documents/history',
  summary: 'Todas las versiones de un documento, la más nueva primero',
  who: 'document.history',
  scope: 'read:providers',
  query: z.strictObject({
    ...pagingInOwnOrder(['number', 'status', 'expiredAt', 'uploadedAt']),
    validationId: identifier,
    documentCatalogName: text(200),
  }),
  answer: pageOf(versionWire),
  refusals: ['notFound'],
})

/** The file as base64 in the response (API-51). The portal itself streams it with `document.content`. */
export const readDocument = contract({
  name: 'document.read',
  method: 'GET',
  path: '/documents/{id}',
  summary: 'El archivo de un documento en base64, con su nombre',
  who: 'documentation.read',
  scope: 'read:providers',
  params: byId,
  answer: z.object({ name: z.string(), file: z.string() }),
  refusals: ['notFound', 'notAccepted', 'fileDamaged', 'notMarkable'],
})

export const documentContent = contract({
  name: 'document.content',
  method: 'GET',
  path: '/documents/{id}/content',
  summary: 'El archivo de un documento (id de documento) o de una versión (id de versión)',
  who: 'documentation.read',
  scope: 'read:files',
  params: byId,
  answer: 'file',
  refusals: ['notFound', 'notAccepted', 'fileDamaged', 'notMarkable'],
})

/** A sheet as displayed text; `cut` when it has more than is sent. The first `head` rows are its headings. */
const sheetWire = z.object({
  name: z.string(),
  rows: z.array(z.array(z.string())),
  head: z.number().int(),
  cut: z.boolean(),
})
/** The visible sheets of a workbook; `cut` when it has more than are sent. */
export const workbookWire = z.object({ sheets: z.array(sheetWire), cut: z.boolean() })
export type SheetWire = z.output<typeof sheetWire>
export type WorkbookWire = z.output<typeof workbookWire>

export const documentSheets = contract({
  name: 'document.sheets',
  method: 'GET',
  path: '/documents/{id}/sheets',
  summary: 'Las primeras hojas de un libro .xlsx u .ods como texto; cuenta como lectura del archivo',
  who: 'documentation.read',
  scope: 'read:files',
  params: byId,
  answer: workbookWire,
  refusals: ['notFound', 'notAccepted', 'fileDamaged', 'notWorkbook', 'sheetsUnreadable', 'workbookTooLarge'],
})

export const changeDocument = contract({
  name: 'document.change',
  method: 'PATCH',
  path: '/documents/{id}',
  summary: 'El CCI acepta o rechaza un documento, o le fija la fecha de caducidad',
  who: 'document.verify',
  params: byId,
  body: z.strictObject({
    status: z.enum(documentMachine.sets.decided).optional(),
    isReport: z.boolean().optional(),
    rejectedReason: text(200).optional(),
    expiredAt: day.nullable().optional(),
    /** Accepted because the specification sends it. Only the download that the server recorded counts (D40). */
    isDownloaded: z.boolean().optional(),
    /** The version under decision. The call fails if there is a newer one. */
    file: identifier.optional(),
    version: editVersion,
  }),
  answer: documentWire,
  refusals: [
    'notFound',
    'wrongState',
    'notDownloaded',
    'noExpiry',
    'expiryTooEarly',
    'expiryTooLate',
    'noRejectionReason',
    'documentDecided',
    'changedMeanwhile',
  ],
})

const uploadFields = z.strictObject({
  document: z.strictObject({ validationId: identifier, documentCatalogName: text(200) }),
  ...notificationFields,
  onlySave: z.enum(['true', 'false']).optional(),
  idGenericEntity: identifier.optional(),
  notOnboard: z.enum(['true', 'false']).optional(),
})

export const uploadDocument = contract({
  name: 'document.upload',
  method: 'POST',
  path: '/documents',
  summary: 'Sube el archivo de un documento: una versión nueva; la anterior pasa al histórico',
  who: 'document.upload',
  encoding: 'multipart',
  files: { file: { description: 'El archivo', required: true } },
  body: uploadFields,
  answer: documentWire,
  status: 201,
  refusals: [
    'notFound',
    'unknownDocument',
    'fileType',
    'fileTooLarge',
    'fileMissing',
    'uploadCut',
    'storageFull',
    'storageFailed',
  ],
})

export const reuploadDocument = contract({
  name: 'document.reupload',
  method: 'POST',
  path: '/documents/reupload',
  summary: 'Vuelve a subir un documento ya enviado: queda pendiente y el CCI recibe aviso',
  who: 'document.upload',
  encoding: 'multipart',
  files: { file: { description: 'El archivo', required: true } },
  body: uploadFields,
  answer: documentWire,
  status: 201,
  refusals: [
    'notFound',
    'unknownDocument',
    'fileType',
    'fileTooLarge',
    'fileMissing',
    'uploadCut',
    'storageFull',
    'storageFailed',
  ],
})

export const deleteDocument = contract({
  name: 'document.delete',
  method: 'DELETE',
  path: '/documents/{id}',
  summary: 'Quita el archivo de un documento propio que aún no se aceptó; la versión queda en el histórico',
  who: 'document.delete',
  params: byId,
  answer: noAnswer,
  status: 204,
  refusals: ['notFound', 'acceptedDocumentStays', 'requestNotEditable'],
})

export const readPermissions = contract({
  name: 'document.permissions',
  method: 'GET',
  path: '/permissions',
  summary: 'El estado de cada documento requerido de un participante (los permisos DOC_MIN)',
  who: 'documentation.read',
  query: z.strictObject({
    ...pagingInOwnOrder(['documentCatalogName', 'status']),
    id: identifier,
    type: z.literal('DOC_MIN').default('DOC_MIN'),
  }),
  answer: pageOf(z.object({ documentCatalogName: z.string(), required: z.boolean(), status: z.string().nullable() })),
  refusals: ['notFound'],
})
