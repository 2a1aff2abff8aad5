import { z } from 'zod'
import { serviceColumns, servicesList } from '#domain/catalogue/columns.ts'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, identifier, pageOf, paging, text } from '#domain/contract/wire.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { exportOf } from '#domain/list/export.ts'
import { TEXT_MAX } from '#domain/values/text.ts'

export const catalogueTypes = ['PROVIDER', 'AUDIT', 'ENTITY', 'ISSUE'] as const
export type CatalogueType = (typeof catalogueTypes)[number]

/** A service (SRV-03); its name is the description (D55). */
export const serviceWire = z.object({
  id: identifier,
  key: z.string(),
  name: z.string(),
  type: z.string(),
  description: z.string(),
  version: z.number().int(),
})
export type ServiceWire = z.output<typeof serviceWire>

export const listServices = contract({
  name: 'service.list',
  method: 'GET',
  path: '/service-catalogs',
  summary: 'Servicios que se pueden calificar',
  who: 'service.read',
  scope: 'read:providers',
  query: z.strictObject({ ...paging(['name', 'type'], 'name', 9999) }),
  answer: pageOf(serviceWire),
})

export const exportServices = exportOf(listServices, {
  name: 'service.export',
  summary: 'Los servicios en CSV o XLSX',
  file: 'servicios',
  columns: serviceColumns,
  shown: servicesList,
})

export const readService = contract({
  name: 'service.read',
  method: 'GET',
  path: '/service-catalogs/{id}',
  summary: 'Un servicio',
  who: 'service.read',
  scope: 'read:providers',
  params: z.strictObject({ id: identifier }),
  answer: serviceWire,
  refusals: ['notFound'],
})

export const saveService = contract({
  name: 'service.save',
  method: 'POST',
  path: '/service-catalogs',
  summary: 'Añade un servicio o, con `id`, edita uno. La clave la pone el portal y el nombre es la descripción',
  who: 'service.manage',
  body: z.strictObject({
    id: identifier.optional(),
    type: text(TEXT_MAX).default(''),
    description: text(TEXT_MAX).default(''),
    version: editVersion,
  }),
  answer: serviceWire,
  refusals: ['emptyLines', 'invalid', 'notFound', 'changedMeanwhile', 'needsAnother'],
  example: { body: { type: 'Archivo', description: 'Custodia documental' } },
})

export const deleteService = contract({
  name: 'service.delete',
  method: 'DELETE',
  path: '/service-catalogs/{id}',
  summary: 'Elimina un servicio que ninguna solicitud viva usa; las antiguas lo conservan',
  who: 'service.manage',
  params: z.strictObject({ id: identifier }),
  status: 204,
  refusals: ['notFound', 'serviceInUse'],
})

/** A document catalogue (CONF-05). */
export const documentCatalogueWire = z.object({
  id: identifier,
  type: z.enum(catalogueTypes),
  version: z.number().int(),
  docList: z.array(z.object({ documentCatalogName: z.string(), description: z.string(), required: z.boolean() })),
})
export type DocumentCatalogueWire = z.output<typeof documentCatalogueWire>

export const listDocumentCatalogues = contract({
  name: 'catalogue.documents',
  method: 'GET',
  path: '/document-catalogs',
  summary: 'Qué documentos se piden a cada clase de participante',
  who: 'catalogue.read',
  query: z.strictObject({ ...paging(['type'], 'type', 9999), type: z.enum(catalogueTypes).optional() }),
  answer: pageOf(documentCatalogueWire),
})

/** A data catalogue (CONF-06). */
export const dataCatalogueWire = z.object({
  type: z.enum(invitableKinds),
  version: z.number().int(),
  fields: z.array(z.object({ field: z.string(), required: z.boolean() })),
})
export type DataCatalogueWire = z.output<typeof dataCatalogueWire>

export const readDataCatalogue = contract({
  name: 'catalogue.data',
  method: 'GET',
  path: '/data-catalogs/{role}',
  summary: 'Qué datos adicionales se piden a una clase de participante',
  who: 'catalogue.read',
  params: z.strictObject({ role: z.enum(invitableKinds) }),
  answer: dataCatalogueWire,
  refusals: ['notFound'],
})

const LINES_MAX = 200

/** Texts are limited to the length of a table cell (LIM-24). A line with only empty texts is dropped (FORM-50). */
const documentLine = z.strictObject({
  documentCatalogName: text(TEXT_MAX).default(''),
  description: text(TEXT_MAX).default(''),
  required: z.boolean().default(true),
})
export type DocumentLine = z.output<typeof documentLine>

const documentCatalogueBody = z.strictObject({
  type: z.enum(catalogueTypes),
  docList: z.array(documentLine).max(LINES_MAX, { error: () => t`No se admiten más de ${LINES_MAX} líneas` }),
  version: editVersion,
})

export const saveDocumentCatalogue = contract({
  name: 'catalogue.save-documents',
  method: 'POST',
  path: '/document-catalogs',
  summary: 'Guarda qué documentos se piden a una clase de participante; los nuevos obligatorios se le anuncian',
  who: 'catalogue.manage',
  body: documentCatalogueBody,
  answer: documentCatalogueWire,
  refusals: ['emptyLines', 'invalid', 'changedMeanwhile'],
  example: {
    body: {
      type: 'PROVIDER',
      docList: [{ documentCatalogName: 'Póliza', description: 'Condiciones y último recibo', required: true }],
    },
  },
})

export const replaceDocumentCatalogue = contract({
  name: 'catalogue.replace-documents',
  method: 'PUT',
  path: '/document-catalogs/{id}',
  summary: 'Lo mismo que POST, por el identificador del catálogo',
  who: 'catalogue.manage',
  params: z.strictObject({ id: identifier }),
  body: documentCatalogueBody,
  answer: documentCatalogueWire,
  refusals: ['notFound', 'emptyLines', 'invalid', 'changedMeanwhile'],
})

const datumLine = z.strictObject({ field: text(TEXT_MAX).default(''), required: z.boolean().default(false) })
export type DatumLine = z.output<typeof datumLine>

export const saveDataCatalogue = contract({
  name: 'catalogue.save-data',
  method: 'POST',
  path: '/data-catalogs',
  summary: 'Guarda qué datos adicionales se piden a una clase de participante',
  who: 'catalogue.manage',
  body: z.strictObject({
    type: z.enum(invitableKinds),
    fields: z.array(datumLine).max(LINES_MAX, { error: () => t`No se admiten más de ${LINES_MAX} líneas` }),
    version: editVersion,
  }),
  answer: dataCatalogueWire,
  refusals: ['emptyLines', 'invalid', 'changedMeanwhile'],
  example: { body: { type: 'ENTITY', fields: [{ field: 'Código LEI', required: true }] } },
})
