import { z } from 'zod'
import { contract } from '#domain/contract.ts'
import { invitableKinds } from '#domain/roles.ts'
import { identifier, pageOf, paging, text } from '#domain/wire.ts'

export const catalogueTypes = ['PROVIDER', 'AUDIT', 'ENTITY', 'ISSUE'] as const
export type CatalogueType = (typeof catalogueTypes)[number]

/** SRV-03; the name is the description (D55). */
export const serviceWire = z.object({
  id: identifier,
  key: z.string(),
  name: z.string(),
  type: z.string(),
  description: z.string(),
})
export type ServiceWire = z.output<typeof serviceWire>

export const listServices = contract({
  name: 'service.list',
  method: 'GET',
  path: '/service-catalogs',
  summary: 'Servicios que se pueden calificar',
  who: 'service.read',
  query: z.strictObject({ ...paging(['name', 'type'], 'name', 9999) }),
  answer: pageOf(serviceWire),
})

export const readService = contract({
  name: 'service.read',
  method: 'GET',
  path: '/service-catalogs/{id}',
  summary: 'Un servicio',
  who: 'service.read',
  params: z.strictObject({ id: identifier }),
  answer: serviceWire,
  refusals: ['notFound'],
})

/** CONF-05. */
export const documentCatalogueWire = z.object({
  id: identifier,
  type: z.enum(catalogueTypes),
  docList: z.array(z.object({ documentCatalogName: z.string(), description: z.string(), required: z.boolean() })),
})
export type DocumentCatalogueWire = z.output<typeof documentCatalogueWire>

export const listDocumentCatalogues = contract({
  name: 'catalogue.documents',
  method: 'GET',
  path: '/document-catalogs',
  summary: 'Qué documentos se piden a cada clase de participante',
  who: 'catalogue.read',
  query: z.strictObject({ type: z.enum(catalogueTypes).optional() }),
  answer: pageOf(documentCatalogueWire),
})

/** CONF-06. */
export const dataCatalogueWire = z.object({
  type: z.enum(invitableKinds),
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

export const documentLine = z.strictObject({
  documentCatalogName: text(200).default(''),
  description: text(200).default(''),
  required: z.boolean().default(true),
})
