import { keepDraft, readDraft } from '#web/session/drafts.ts'
import { type Recent, recentDraft } from '#web/shell/search/hasRecent.ts'

const RECENT_MAX = 5

const isRecent = (item: unknown): item is Recent =>
  typeof item === 'object' && item !== null && 'href' in item && 'label' in item

/** What this user opened last, the latest first: encrypted in the tab like a draft, and gone with the sign-out. */
export function recentOf(userId: string): Recent[] {
  const opened = readDraft(recentDraft(userId))?.opened
  return Array.isArray(opened) ? opened.filter(isRecent) : []
}

export function remember(userId: string, { href, label, description }: Recent): void {
  const others = recentOf(userId).filter(each => each.href !== href)
  const opened = [{ href, label, ...(description ? { description } : {}) }, ...others].slice(0, RECENT_MAX)
  keepDraft(recentDraft(userId), { opened })
}
