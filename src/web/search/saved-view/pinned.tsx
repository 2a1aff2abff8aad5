import { IconBookmarks } from '@tabler/icons-react'
import type { AddressedView } from '#web/search/saved-view/useSavedViews.ts'
import type { NavEntry } from '#web/shell/NavMenu.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'

/** The pinned views as an entry of the side menu; none without a pinned view. */
export function pinnedEntry(views: readonly AddressedView[] = []): NavEntry[] {
  const entries = views
    .filter(({ pinned }) => pinned)
    .map(view => ({ key: `view-${view.id}`, label: view.name, href: view.href }))
  return entries.length > 0
    ? [{ key: 'views', label: t('Mis vistas'), icon: <IconBookmarks />, entries, opened: true }]
    : []
}
