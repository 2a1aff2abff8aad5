import type { Begun } from '#domain/conflict/merge-values.ts'
import { keepEditDraft, readEditDraft } from '#web/conflict/editDraft.ts'
import { unreadableFigures, type Values } from '#web/participant/profile/values.ts'
import * as drafts from '#web/session/drafts.ts'

const nameOf = (userId: string, participantId: string) => drafts.draftName('profile', userId, participantId)

/** Keeps what was typed and not saved yet; nothing to keep forgets it. */
export function keepDraft(
  userId: string,
  participantId: string,
  { version, base, values }: { version: number; base: Values; values: Values },
): void {
  // A figure that is none yet counts as saved, and yet the server could not keep it.
  const empty = Object.fromEntries(unreadableFigures(base).map(path => [path, '']))
  keepEditDraft(nameOf(userId, participantId), { version, base: { ...base, ...empty }, values })
}

export const forgetDraft = (userId: string, participantId: string) =>
  void drafts.keepDraft(nameOf(userId, participantId), null)

/** What was typed and not saved when the session ended or the page was reloaded; null when there is nothing. */
export const keptDraft = (userId: string, participantId: string): Begun | null =>
  readEditDraft(nameOf(userId, participantId))
