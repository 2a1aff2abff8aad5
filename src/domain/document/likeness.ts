import { foldForSearch } from '#domain/values/collate.ts'

/** A document that takes a file. */
export type Place = { readonly name: string; readonly filled: boolean }

export type Matched<F> = {
  /** Files with an unambiguous document. */
  readonly certain: readonly { readonly file: F; readonly document: string }[]
  /** Files that the user must assign, each with a suggested document. */
  readonly asked: readonly { readonly file: F; readonly suggestion: string | null }[]
}

// Words of many titles, which distinguish no document.
const COMMON = new Set(['para', 'como', 'estar', 'certificado', 'documento', 'documentacion', 'informe', 'copia'])

/**
 * Matches files to documents by the words of their names. A match is certain only if the file resembles one empty
 * document most and no other file does. A single file for a single empty document always matches.
 */
export function matchFiles<F extends { readonly name: string }>(
  files: readonly F[],
  places: readonly Place[],
): Matched<F> {
  const empty = places.filter(place => !place.filled)
  const [[file], [place]] = [files, empty]
  if (file && place && files.length === 1 && places.length === 1) {
    return { certain: [{ file, document: place.name }], asked: [] }
  }
  const suggestions = files.map(each => ({ file: each, suggestion: guessFor(each.name, places) }))
  const isCertain = (suggestion: string | null): suggestion is string =>
    suggestion !== null &&
    empty.some(place => place.name === suggestion) &&
    suggestions.filter(other => other.suggestion === suggestion).length === 1
  return {
    certain: suggestions.flatMap(({ file: each, suggestion }) =>
      isCertain(suggestion) ? [{ file: each, document: suggestion }] : [],
    ),
    asked: suggestions.filter(({ suggestion }) => !isCertain(suggestion)),
  }
}

/**
 * Several files given at once, each with the document that it resembles, for their owner to confirm or change (EASE-06).
 * A document is proposed once: a second file that resembles it as well is left open.
 */
export function proposalsFor<F extends { readonly name: string }>(
  files: readonly F[],
  places: readonly Place[],
): { file: F; suggestion: string | null }[] {
  const guesses = files.map(file => guessFor(file.name, places))
  return files.map((file, index) => {
    const suggestion = guesses[index] ?? null
    return { file, suggestion: guesses.indexOf(suggestion) === index ? suggestion : null }
  })
}

/**
 * The document that a file name resembles most, by folded words. Null for a tie, and for a weak likeness: words that
 * many titles share say nothing (EASE-07).
 */
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
