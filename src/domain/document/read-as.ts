import type { DocumentWire } from '#domain/document/contract.ts'

/** What the provider reads of the spreadsheet that it sent (DICT-10). */
export const readAsSentences = {
  ASSESSMENT: 'Se ha leído como evaluación',
  DOCUMENT: 'No es la plantilla: se guarda como documento',
} as const satisfies Record<NonNullable<DocumentWire['readAs']>, string>

/** The sentence about a document; null where reading was not tried. */
export const readAsSentence = ({ readAs }: Pick<DocumentWire, 'readAs'>): string | null =>
  readAs ? readAsSentences[readAs] : null
