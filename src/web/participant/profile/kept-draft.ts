import type { Values } from '#web/participant/profile/values.ts'

// For this tab only, and by user: a session that ends must not take what was typed with it.
const keyOf = (userId: string, participantId: string) => `app__draft-${userId}-${participantId}`

/** Keeps what was typed and not saved yet; nothing to keep forgets it. */
export function keepDraft(userId: string, participantId: string, unsaved: Values): void {
  const key = keyOf(userId, participantId)
  if (Object.keys(unsaved).length === 0) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(unsaved))
}

/** What was typed and not saved when the session ended or the page was reloaded; null when there is nothing. */
export function keptDraft(userId: string, participantId: string): Values | null {
  const text = sessionStorage.getItem(keyOf(userId, participantId))
  return text === null ? null : (JSON.parse(text) as Values)
}
