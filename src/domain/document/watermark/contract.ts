import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, identifier, pageOf, paging } from '#domain/contract/wire.ts'
import { markFaults } from '#domain/document/watermark/watermark.ts'

export const watermarkWire = z.object({ enabled: z.boolean(), version: z.number().int() })
export type WatermarkWire = z.output<typeof watermarkWire>

export const readWatermark = contract({
  name: 'watermark.read',
  method: 'GET',
  path: '/watermark',
  summary: 'Si los PDF que leen las entidades llevan marca de agua',
  who: 'watermark.manage',
  answer: watermarkWire,
})

const unmarkableWire = z.object({
  kind: z.enum(['document', 'score', 'incident']),
  /** Name of a document in the catalogue, title of an incident, or service of a dictamen. */
  name: z.string(),
  fileName: z.string(),
  participantId: identifier,
  participant: z.string(),
  /** The incident or the validation that the file belongs to; `validationKind` is the validation's kind. */
  belongsTo: identifier,
  validationKind: z.enum(['DOC_MIN', 'AUDIT_REPORT']).nullable(),
  reason: z.enum(markFaults),
})
export type UnmarkableWire = z.output<typeof unmarkableWire>

export const listUnmarkable = contract({
  name: 'watermark.unmarkable',
  method: 'GET',
  path: '/watermark/unmarkable',
  summary: 'Los PDF que las entidades no pueden leer mientras se pide la marca, y cuántos faltan por comprobar',
  who: 'watermark.manage',
  query: z.strictObject(paging(['participant'], 'participant,asc')),
  /** `unchecked`: number of stored PDFs that were not checked yet. */
  answer: pageOf(unmarkableWire).extend({ unchecked: z.number().int() }),
})

export const saveWatermark = contract({
  name: 'watermark.save',
  method: 'PUT',
  path: '/watermark',
  summary: 'Elige si los PDF que leen las entidades llevan en cada página quién los lee y cuándo',
  who: 'watermark.manage',
  requiresRecentAuth: true,
  body: z.strictObject({ enabled: z.boolean(), version: editVersion }),
  answer: watermarkWire,
  refusals: ['changedMeanwhile'],
})
