import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, identifier, instant, pageOf, pagingInOwnOrder, text } from '#domain/contract/wire.ts'
import { documentWire } from '#domain/document/contract.ts'

/** A version of the own documents that CCI accepted and that is in force (EASE-03). */
const reusableWire = z.object({
  versionId: identifier,
  documentCatalogName: z.string(),
  /** The service of a request; null for the documentation. */
  service: z.string().nullable(),
  name: z.string(),
  decidedAt: instant,
  /** The last day of the document, or of the score of its request. */
  until: day,
})
export type ReusableWire = z.output<typeof reusableWire>

export const listReusable = contract({
  name: 'document.reusable',
  method: 'GET',
  path: '/documents/reusable',
  summary: 'Las versiones aceptadas y en vigor del dueño de una documentación, que se pueden usar para otro documento',
  who: 'document.upload',
  query: z.strictObject({
    ...pagingInOwnOrder(['documentCatalogName', 'decidedAt', 'until']),
    validationId: identifier,
  }),
  answer: pageOf(reusableWire),
  refusals: ['notFound'],
})

export const reuseDocument = contract({
  name: 'document.reuse',
  method: 'POST',
  path: '/documents/{id}/reuse',
  summary:
    'Usa una versión aceptada y en vigor como versión nueva de otro documento; id es el del documento, o el de su documentación con documentCatalogName si aún no tiene archivo',
  who: 'document.upload',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({ versionId: identifier, documentCatalogName: text(200).optional() }),
  answer: documentWire,
  status: 201,
  refusals: ['notFound', 'unknownDocument', 'notReusable'],
})
