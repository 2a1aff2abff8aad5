import { foldForSearch } from '#domain/values/collate.ts'

/** A document that files can be given for. */
export type Place = { readonly name: string; readonly filled: boolean }

export type Matched<F> = {
  /** Files whose document is beyond doubt. */
  readonly certain: readonly { readonly file: F; readonly document: string }[]
  /** Files that a person must assign, each with the document that it may be for. */
  readonly asked: readonly { readonly file: F; readonly attempt: string | null }[]
}

// Words that stand in many titles and tell no document from another.
const COMMON = new Set(['para', 'como', 'estar', 'certificado', 'documento', 'documentacion', 'informe', 'copia'])

/**
 * Which document each of several files is for, by the words of its name. Certain is only a file that resembles one empty
 * document more than any other, and alone does; a single file for a single empty document needs no resemblance.
 */
export function matchFiles<F extends { readonly name: string }>(
  files: readonly F[],
  places: readonly Place[],
): Matched<F> {
  const empty = places.filter(place => !place.filled)
  if (files.length === 1 && places.length === 1 && empty.length === 1) {
    return { certain: [{ file: files[0]!, document: empty[0]!.name }], asked: [] }
  }
  const attempts = files.map(file => ({ file, attempt: guessFor(file.name, places) }))
  const isCertain = ({ attempt }: { attempt: string | null }) =>
    attempt !== null &&
    empty.some(place => place.name === attempt) &&
    attempts.filter(other => other.attempt === attempt).length === 1
  return {
    certain: attempts.filter(isCertain).map(({ file, attempt }) => ({ file, document: attempt! })),
    asked: attempts.filter(attempt => !isCertain(attempt)),
  }
}

/** The document that a file's name resembles most, or null when none does or two do alike. */
function guessFor(fileName: string, places: readonly Place[]): string | null {
  const words = wordsOf(fileName.replace(/\.[^.]*$/, ''))
  const scored = places
    .map(place => ({ name: place.name, score: resemblance(words, place.name) }))
    .toSorted((a, b) => b.score - a.score)
  const [best, second] = scored
  if (!best || best.score === 0 || best.score === second?.score) return null
  return best.name
}

function resemblance(words: readonly string[], title: string): number {
  const wanted = wordsOf(title)
  const acronyms = new Set([wanted.map(word => word.charAt(0)).join('')])
  const common = wanted.filter(word => words.some(given => alike(given, word)))
  const telling = common.filter(word => !COMMON.has(word))
  return telling.length + (words.some(word => word.length > 2 && acronyms.has(word)) ? 1 : 0)
}

// 'poliza_rc' is 'póliza de responsabilidad civil', 'escrituras' is 'escritura'.
function alike(given: string, word: string): boolean {
  if (given === word) return true
  const [short, long] = given.length < word.length ? [given, word] : [word, given]
  return short.length >= 4 && long.startsWith(short)
}

function wordsOf(text: string): string[] {
  return foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 2)
}
