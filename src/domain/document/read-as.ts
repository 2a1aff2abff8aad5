import type { DocumentWire } from '#domain/document/contract.ts'
import { texts } from '#domain/language/texts.ts'

/** What the provider reads of the spreadsheet that it sent (DICT-10). */
export const readAsSentences = texts({
  ASSESSMENT: 'Se ha leído como evaluación',
  DOCUMENT: 'La hoja se ha guardado como documento: no es la plantilla de evaluación',
}) satisfies Record<NonNullable<DocumentWire['readAs']>, string>

/** The sentence about a document; null where reading was not tried. */
export const readAsSentence = ({ readAs }: Pick<DocumentWire, 'readAs'>): string | null =>
  readAs ? readAsSentences[readAs] : null
