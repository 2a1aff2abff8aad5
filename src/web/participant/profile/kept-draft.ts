import type { Values } from '#web/participant/profile/values.ts'
import * as drafts from '#web/session/drafts.ts'

const nameOf = (userId: string, participantId: string) => drafts.draftName('profile', userId, participantId)

/** Keeps what was typed and not saved yet; nothing to keep forgets it. */
export function keepDraft(userId: string, participantId: string, unsaved: Values): void {
  drafts.keepDraft(nameOf(userId, participantId), Object.keys(unsaved).length === 0 ? null : unsaved)
}

/** What was typed and not saved when the session ended or the page was reloaded; null when there is nothing. */
export function keptDraft(userId: string, participantId: string): Values | null {
  return drafts.readDraft(nameOf(userId, participantId)) as Values | null
}
