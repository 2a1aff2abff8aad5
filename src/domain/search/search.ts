import type { Ability } from '#domain/identity/abilities.ts'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import { invitableKinds, may } from '#domain/identity/roles.ts'
import { seesParticipants } from '#domain/participant/visibility.ts'
import { foldForSearch } from '#domain/values/collate.ts'

/** Maximum length of a search text, in characters. */
export const SEARCH_MAX = 80
/** Minimum length, in characters: a single letter matches nearly everything. */
export const SEARCH_MIN = 2
/** Maximum number of hits shown for each kind. */
export const HITS_MAX = 8

/**
 * The distinct words of a search, folded for comparison; empty for a text that is too short. A word contained in
 * another adds nothing and is dropped.
 */
export function searchWords(text: string): string[] {
  const folded = foldForSearch(text.normalize('NFC'))
  if ([...folded].length < SEARCH_MIN) return []
  const words = [...new Set(folded.split(' '))]
  return words.filter(word => !words.some(other => other !== word && other.includes(word)))
}

/** Whether a label contains every word of a search, ignoring case and accents; true for no words. */
export function hasWords(label: string, words: readonly string[]): boolean {
  const folded = foldForSearch(label)
  return words.every(word => folded.includes(word))
}

const listed: Record<InvitableKind, Ability> = {
  PROVIDER: 'provider.search',
  ENTITY: 'entity.search',
  AUDIT: 'evaluator.search',
}

/** Whether an actor finds services: who looks for the providers of one, and not only for what concerns itself. */
export const findsServices = (actor: Actor): boolean =>
  may(actor, 'service.read') && ['all', 'published'].includes(seesParticipants(actor, 'PROVIDER'))

/** The kinds of participant that an actor has a list of and can therefore find. */
export function kindsFound(actor: Actor): InvitableKind[] {
  return invitableKinds.filter(kind => may(actor, listed[kind]))
}
