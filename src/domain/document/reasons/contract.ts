import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, text } from '#domain/contract/wire.ts'
import { REASON_MAX } from '#domain/document/document.ts'
import { PHRASES_MAX } from '#domain/document/reasons/reasons.ts'

export const phrasesWire = z.object({ phrases: z.array(z.string()), version: z.number().int() })
export type PhrasesWire = z.output<typeof phrasesWire>

export const readPhrases = contract({
  name: 'phrases.read',
  method: 'GET',
  path: '/rejection-phrases',
  summary: 'Las frases que se ofrecen al rechazar un documento y los últimos motivos de documentos con ese nombre',
  who: 'document.verify',
  query: z.strictObject({ documentCatalogName: text(200).optional() }),
  answer: phrasesWire.extend({ used: z.array(z.string()) }),
})

export const savePhrases = contract({
  name: 'phrases.save',
  method: 'PUT',
  path: '/rejection-phrases',
  summary: 'Guarda las frases que se ofrecen al rechazar un documento',
  who: 'document.verify',
  body: z.strictObject({
    phrases: z.array(text(REASON_MAX)).max(PHRASES_MAX, `Se admiten ${PHRASES_MAX} frases`),
    version: editVersion,
  }),
  answer: phrasesWire,
  refusals: ['changedMeanwhile'],
})
