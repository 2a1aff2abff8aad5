import { draftName } from '#web/session/draftKey.ts'
import { tabStorage } from '#web/session/tabStorage.ts'

/** What was opened from the palette, without its icon. */
export type Recent = { href: string; label: string; description?: string }

export const recentDraft = (userId: string) => draftName('recent', userId)

/** Whether this tab keeps what the user opened; to read it takes the cipher of drafts. */
export const hasRecent = (userId: string) => tabStorage.getItem(recentDraft(userId)) !== null
