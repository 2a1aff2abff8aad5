import { z } from 'zod'
import { catalogueTypes } from '#domain/catalogue/contract.ts'
import { HELP_MAX } from '#domain/catalogue/help/help.ts'
import { contract } from '#domain/contract/contract.ts'
import { identifier, text } from '#domain/contract/wire.ts'

/** The help of a document that is asked for (EASE-08). `version` is 0 before the first. */
const documentHelpWire = z.object({
  documentCatalogName: z.string(),
  helpText: z.string(),
  /** The name of the template file; null when there is none. */
  template: z.string().nullable(),
  version: z.number().int(),
})
export type DocumentHelpWire = z.output<typeof documentHelpWire>

export const readHelp = contract({
  name: 'catalogue.help',
  method: 'GET',
  path: '/document-catalogs/help',
  summary: 'La ayuda y la plantilla de cada documento que se pide a una clase de participante',
  who: 'catalogue.read',
  query: z.strictObject({ type: z.enum(catalogueTypes) }),
  answer: z.object({ catalogueId: identifier, help: z.array(documentHelpWire) }),
  refusals: ['notFound'],
})

export const saveHelp = contract({
  name: 'catalogue.save-help',
  method: 'PUT',
  path: '/document-catalogs/{id}/help',
  summary: 'Guarda la ayuda de un documento y, si se envía, su plantilla',
  who: 'catalogue.manage',
  params: z.strictObject({ id: identifier }),
  encoding: 'multipart',
  files: { template: { description: 'La plantilla que rellena quien sube el documento', required: false } },
  body: z.strictObject({
    documentCatalogName: text(200),
    helpText: text(HELP_MAX).default(''),
    /** The template that is there goes; one that is sent takes its place anyway. */
    removeTemplate: z.enum(['true', 'false']).optional(),
    version: z.coerce.number().int().optional(),
  }),
  answer: documentHelpWire,
  refusals: ['notFound', 'unknownDocument', 'changedMeanwhile'],
})

export const helpTemplate = contract({
  name: 'catalogue.help-template',
  method: 'GET',
  path: '/document-catalogs/{id}/template',
  summary: 'La plantilla de un documento que se pide',
  who: 'catalogue.read',
  params: z.strictObject({ id: identifier }),
  query: z.strictObject({ documentCatalogName: text(200) }),
  answer: 'file',
  refusals: ['notFound', 'fileDamaged'],
})
