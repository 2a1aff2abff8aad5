import { REASON_MAX } from '#domain/document/document.ts'
import { characterCount } from '#domain/values/text.ts'

/** What the verifier still has to write in a phrase. */
export const SLOT = '…'

/** Phrases that CCI may keep. */
export const PHRASES_MAX = 12

/** The phrases offered until CCI edits them. */
export const defaultPhrases: readonly string[] = [
  'No se lee bien: súbalo de nuevo con más calidad.',
  `Falta la página ${SLOT}: suba el documento completo.`,
  `Caducó el ${SLOT}: suba el vigente.`,
  `Falta la firma de ${SLOT}`,
  `Es de otra empresa: figura ${SLOT}`,
  `El CIF que figura, ${SLOT}, no es el declarado.`,
]

/** One phrase per line, as they are edited; blank and repeated lines are left out. */
export const phrasesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  ),
]

/** Why the edited phrases cannot be saved, or null. */
export function phrasesFault(phrases: readonly string[]): string | null {
  if (phrases.length > PHRASES_MAX) return `Hay ${phrases.length} frases y se admiten ${PHRASES_MAX}.`
  const long = phrases.find(phrase => characterCount(phrase) > REASON_MAX)
  return long === undefined ? null : `«${long.slice(0, 40)}…» pasa de ${REASON_MAX} caracteres.`
}

/**
 * A reason with a phrase at its end, and the place of the phrase's first slot, which the verifier writes over; without
 * one, the end.
 */
export function withPhrase(reason: string, phrase: string): { text: string; from: number; to: number } {
  const start = reason.trim() === '' ? '' : `${reason.trimEnd()} `
  const text = start + phrase
  const slot = phrase.indexOf(SLOT)
  return slot < 0
    ? { text, from: text.length, to: text.length }
    : { text, from: start.length + slot, to: start.length + slot + SLOT.length }
}
