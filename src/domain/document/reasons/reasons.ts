import { REASON_MAX } from '#domain/document/document.ts'
import { characterCount } from '#domain/values/text.ts'

/** What the verifier still has to write in a prepared reason, which the screen calls a phrase. */
export const SLOT = '…'

/** Reasons that CCI may keep for all documents, and for each document of the catalogue. */
export const REASONS_MAX = 12

/** The reasons offered for all documents until CCI edits them. */
export const defaultReasons: readonly string[] = [
  'No se lee bien: súbalo de nuevo con más calidad.',
  `Falta la página ${SLOT}: suba el documento completo.`,
  `Caducó el ${SLOT}: suba el vigente.`,
  `Falta la firma de ${SLOT}`,
  `Es de otra empresa: figura ${SLOT}`,
  `El CIF que figura, ${SLOT}, no es el declarado.`,
]

/** One reason per line, as they are edited; blank and repeated lines are left out. */
export const reasonsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  ),
]

/** Why the edited reasons cannot be saved, or null. */
export function reasonsFault(reasons: readonly string[]): string | null {
  if (reasons.length > REASONS_MAX) return `Hay ${reasons.length} frases y se admiten ${REASONS_MAX}.`
  const long = reasons.find(reason => characterCount(reason) > REASON_MAX)
  return long === undefined ? null : `«${long.slice(0, 40)}…» pasa de ${REASON_MAX} caracteres.`
}

/**
 * A reason with a prepared one at its end, and the place of the first slot of that, which the verifier writes over;
 * without one, the end.
 */
export function withReason(reason: string, phrase: string): { text: string; from: number; to: number } {
  const start = reason.trim() === '' ? '' : `${reason.trimEnd()} `
  const text = start + phrase
  const slot = phrase.indexOf(SLOT)
  return slot < 0
    ? { text, from: text.length, to: text.length }
    : { text, from: start.length + slot, to: start.length + slot + SLOT.length }
}
