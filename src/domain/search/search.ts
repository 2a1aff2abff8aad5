import type { Ability } from '#domain/abilities.ts'
import type { Actor, InvitableKind } from '#domain/roles.ts'
import { invitableKinds, may } from '#domain/roles.ts'
import { foldForSearch } from '#domain/values/collate.ts'

/** The longest text that is searched for, in characters. */
export const SEARCH_MAX = 80
/** The shortest: a single letter is in nearly everything. */
export const SEARCH_MIN = 2
/** How many hits of each kind are shown; who wants more types another word. */
export const HITS_MAX = 8

/**
 * The words of a search as they are compared, each once; none for a text that is too short. A word within another asks
 * nothing more and is left out.
 */
export function searchWords(text: string): string[] {
  const folded = foldForSearch(text.normalize('NFC'))
  if ([...folded].length < SEARCH_MIN) return []
  const words = [...new Set(folded.split(' '))]
  return words.filter(word => !words.some(other => other !== word && other.includes(word)))
}

/** Whether a label has every word of a search, whatever its case and accents; every label has none. */
export function hasWords(label: string, words: readonly string[]): boolean {
  const folded = foldForSearch(label)
  return words.every(word => folded.includes(word))
}

const listed: Record<InvitableKind, Ability> = {
  PROVIDER: 'provider.search',
  ENTITY: 'entity.search',
  AUDIT: 'evaluator.search',
}

/** The kinds of participant that an actor has a list of, which are those that it finds. */
export function kindsFound(actor: Actor): InvitableKind[] {
  return invitableKinds.filter(kind => may(actor, listed[kind]))
}
