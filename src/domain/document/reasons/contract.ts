import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, text } from '#domain/contract/wire.ts'
import { REASON_MAX } from '#domain/document/document.ts'
import { REASONS_MAX } from '#domain/document/reasons/reasons.ts'

/** The reasons of one list: of all documents, or of one document of the catalogue. */
export const reasonsWire = z.object({ reasons: z.array(z.string()), version: z.number().int() })
export type ReasonsWire = z.output<typeof reasonsWire>

export const readReasons = contract({
  name: 'reasons.read',
  method: 'GET',
  path: '/rejection-reasons',
  summary: 'Los motivos que se ofrecen al rechazar: los generales o los de un documento, con los últimos que se usaron',
  who: 'document.verify',
  query: z.strictObject({ documentCatalogName: text(200).optional() }),
  answer: reasonsWire.extend({
    /** Those of all documents. */
    general: z.array(z.string()),
    /** The latest reasons for documents of this name. */
    used: z.array(z.string()),
  }),
})

export const saveReasons = contract({
  name: 'reasons.save',
  method: 'PUT',
  path: '/rejection-reasons',
  summary: 'Guarda los motivos que se ofrecen al rechazar: los generales o los de un documento del catálogo',
  who: 'document.verify',
  body: z.strictObject({
    documentCatalogName: text(200).optional(),
    reasons: z.array(text(REASON_MAX)).max(REASONS_MAX, `Se admiten ${REASONS_MAX} frases`),
    version: editVersion,
  }),
  answer: reasonsWire,
  refusals: ['changedMeanwhile'],
})
