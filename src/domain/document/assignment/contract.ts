import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { identifier, text } from '#domain/contract/wire.ts'
import { documentWire } from '#domain/document/contract.ts'

/** It changes no right: every user of the organisation may still upload the document (EASE-09). */
export const assignDocument = contract({
  name: 'document.assign',
  method: 'PUT',
  path: '/documents/{id}/assignee',
  summary:
    'Asigna un documento propio a una persona de la organización, o a nadie; id es el del documento, o el de su documentación con documentCatalogName si aún no tiene archivo',
  who: 'document.assign',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({ assignee: identifier.nullable(), documentCatalogName: text(200).optional() }),
  answer: documentWire,
  refusals: ['notFound', 'unknownDocument', 'notColleague'],
})
