import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import {
  editVersion,
  filterInstant,
  identifier,
  instant,
  pageOf,
  paging,
  pagingInOwnOrder,
  text,
} from '#domain/contract/wire.ts'
import { incidentColumns, incidentsList } from '#domain/incident/columns.ts'
import { chosenStatuses } from '#domain/incident/incident.ts'
import { incidentKinds, SERVICES_MAX, severities } from '#domain/incident/particulars.ts'
import { exportOf } from '#domain/list/export.ts'
import { bulletinMachine } from '#domain/states/bulletin.ts'
import { incidentMachine } from '#domain/states/incident.ts'

/** A file of an incident (INC-06). `documentIssue/{id}` takes `file`. Sizes in bytes. */
export const incidentDocumentWire = z.object({
  issueId: identifier,
  documentCatalogName: z.string(),
  file: identifier,
  name: z.string(),
  mediaType: z.string(),
  size: z.number().int(),
  uploadedAt: instant,
})
export type IncidentDocumentWire = z.output<typeof incidentDocumentWire>

/** An incident in a response (INC-05). */
export const incidentWire = z.object({
  id: identifier,
  title: z.string(),
  detail: z.string(),
  providerId: identifier,
  providerName: z.string(),
  issuerId: identifier,
  issuerName: z.string(),
  status: z.enum(incidentMachine.states),
  /** What it may say besides its words; none of it is required (AFFECT-01). */
  services: z.array(z.object({ id: identifier, name: z.string() })),
  severity: z.enum(severities).nullable(),
  kind: z.enum(incidentKinds).nullable(),
  startedAt: instant.nullable(),
  detectedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** For CCI and the provider: the phase of its last bulletin; null: it has none. */
  bulletinPhase: z.enum(bulletinMachine.states).nullable().optional(),
  createdAt: instant,
  updatedAt: instant,
  version: z.number().int(),
  documents: z.array(incidentDocumentWire),
})
export type IncidentWire = z.output<typeof incidentWire>

// Longer than the rules allow, so that the rules report the error (LIM-23).
const words = text(4000)
const particulars = {
  /** Services that its provider has a request of. */
  services: z.array(identifier).max(SERVICES_MAX).optional(),
  severity: z.enum(severities).nullable().optional(),
  kind: z.enum(incidentKinds).nullable().optional(),
  startedAt: instant.nullable().optional(),
  detectedAt: instant.nullable().optional(),
  endedAt: instant.nullable().optional(),
}
const byId = z.strictObject({ id: identifier })
const whose = { issuerId: identifier.optional(), providerId: identifier.optional() }
const listing = {
  ...paging(['createdAt', 'updatedAt', 'title', 'provider', 'status'], 'createdAt,desc'),
  status: z.enum(incidentMachine.states).optional(),
  /** Part of the provider's name or CIF. */
  provider: text(200).optional(),
  from: filterInstant.optional(),
  to: filterInstant.optional(),
}

export const listIncidents = contract({
  name: 'incident.list',
  method: 'GET',
  path: '/issues',
  summary: 'Incidencias: el CCI todas, un proveedor las suyas, una entidad las que notificó',
  who: 'incident.read',
  query: z.strictObject({ ...listing, ...whose }),
  answer: pageOf(incidentWire),
})

export const exportIncidents = exportOf(listIncidents, {
  name: 'incident.export',
  summary: 'Las incidencias en CSV o XLSX',
  file: 'incidencias',
  columns: ({ role }) => incidentColumns(role),
  shown: incidentsList,
})

export const readIncident = contract({
  name: 'incident.read',
  method: 'GET',
  path: '/issues/{id}',
  summary: 'Una incidencia',
  who: 'incident.read',
  params: byId,
  query: z.strictObject(whose),
  answer: incidentWire,
  refusals: ['notFound'],
})

export const listFavouriteIncidents = contract({
  name: 'incident.favourites',
  method: 'GET',
  path: '/issues/favs/{id}',
  summary: 'De las incidencias que el usuario ve, las de los proveedores favoritos de una entidad',
  who: 'incident.read',
  params: byId,
  query: z.strictObject(listing),
  answer: pageOf(incidentWire),
  refusals: ['notFound'],
})

export const countIncidents = contract({
  name: 'incident.summary',
  method: 'GET',
  path: '/issues/summary',
  summary: 'Cuántas incidencias ve el usuario en cada estado',
  who: 'incident.read',
  answer: z.object({ PENDING: z.number().int(), OPEN: z.number().int(), CLOSED: z.number().int() }),
})

export const raiseIncident = contract({
  name: 'incident.raise',
  method: 'POST',
  path: '/issues',
  summary:
    'Notifica una incidencia: queda pendiente del CCI; la del propio CCI queda abierta, o pendiente de los archivos que se le pidan',
  who: 'incident.raise',
  body: z.strictObject({
    title: words.default(''),
    detail: words.default(''),
    /** A provider omits it or sends its own id. */
    providerId: identifier.or(z.literal('')).default(''),
    ...particulars,
  }),
  answer: incidentWire,
  status: 201,
  sendsMail: true,
  refusals: [
    'incidentIncomplete',
    'incidentProviderMissing',
    'incidentProviderWaits',
    'incidentsWaiting',
    'invalid',
    'notFound',
  ],
  example: { body: { title: 'Retraso en la recogida de valija', detail: 'Llegó con tres horas de retraso.' } },
})

export const saveIncident = contract({
  name: 'incident.save',
  method: 'PATCH',
  path: '/issues/{id}',
  summary:
    'El CCI guarda una incidencia: una pendiente queda abierta; después se cierra y se vuelve a abrir. Corrige lo que dice mientras no está cerrada',
  who: 'incident.manage',
  params: byId,
  body: z.strictObject({
    status: z.enum(chosenStatuses).optional(),
    title: words.optional(),
    detail: words.optional(),
    ...particulars,
    version: editVersion,
  }),
  answer: incidentWire,
  refusals: [
    'notFound',
    'changedMeanwhile',
    'incidentIncomplete',
    'incidentDocumentsMissing',
    'finalBulletinMissing',
    'invalid',
    'unknownField',
    'wrongState',
  ],
})

export const listIncidentDocuments = contract({
  name: 'incident.documents',
  method: 'GET',
  path: '/issue-documents',
  summary: 'Los archivos de una incidencia',
  who: 'incident.read',
  query: z.strictObject({ ...pagingInOwnOrder(['documentCatalogName', 'uploadedAt']), issueId: identifier }),
  answer: pageOf(incidentDocumentWire),
  refusals: ['notFound'],
})

export const attachIncidentDocument = contract({
  name: 'incident.attach',
  method: 'POST',
  path: '/issue-documents',
  summary: 'Adjunta el archivo de un documento de la incidencia, en lugar del que hubiera, mientras no está cerrada',
  who: 'incident.manage',
  encoding: 'multipart',
  files: { file: { description: 'El archivo', required: true } },
  body: z.strictObject({
    issueDocument: z.strictObject({ issueId: identifier, documentCatalogName: text(200) }),
  }),
  answer: incidentDocumentWire,
  status: 201,
  refusals: [
    'notFound',
    'wrongState',
    'unknownDocument',
    'fileType',
    'fileTooLarge',
    'fileMissing',
    'uploadCut',
    'storageFull',
    'storageFailed',
  ],
})

export const incidentDocumentContent = contract({
  name: 'incident.content',
  method: 'GET',
  path: '/documentIssue/{id}',
  summary: 'El archivo de un documento de una incidencia',
  who: 'incident.read',
  params: byId,
  answer: 'file',
  refusals: ['notFound', 'fileDamaged', 'notMarkable'],
})
