import type { Begun } from '#domain/conflict/merge-values.ts'
import { keepEditDraft, readEditDraft } from '#web/conflict/editDraft.ts'
import * as drafts from '#web/identity/session/drafts.ts'
import { unreadableFigures, type Values } from '#web/participant/profile/values.ts'

const nameOf = (userId: string, participantId: string) => drafts.draftName('profile', userId, participantId)

/** Stores the unsaved values as a draft; without unsaved values it deletes the draft. */
export function keepDraft(
  userId: string,
  participantId: string,
  { version, base, values }: { version: number; base: Values; values: Values },
): void {
  // An incomplete figure compares as saved, although the server could not store it.
  const empty = Object.fromEntries(unreadableFigures(base).map(path => [path, '']))
  keepEditDraft(nameOf(userId, participantId), { version, base: { ...base, ...empty }, values })
}

export const forgetDraft = (userId: string, participantId: string) =>
  void drafts.keepDraft(nameOf(userId, participantId), null)

/** Unsaved values from an ended session or a reload; null when there are none. */
export const keptDraft = (userId: string, participantId: string): Begun | null =>
  readEditDraft(nameOf(userId, participantId))
