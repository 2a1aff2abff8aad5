import { IconHistory } from '@tabler/icons-react'
import type { Me } from '#domain/identity/session/contract.ts'
import type { SearchHits } from '#domain/search/contract.ts'
import { actorOf } from '#web/session/useMe.ts'
import type { Entry, EntryGroup } from '#web/shell/search/entries.tsx'
import { hitGroups, providersOf, screensOf } from '#web/shell/search/entries.tsx'
import type { Recent } from '#web/shell/search/hasRecent.ts'
import type { VerbOfProvider } from '#web/shell/search/verbs.tsx'
import { verbsOf } from '#web/shell/search/verbs.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'

/** What the palette offers for a text; with a verb, the providers that it may be about. */
export function entryGroupsOf(
  me: Me,
  text: string,
  verb: VerbOfProvider | null,
  hits: SearchHits | null,
  opened: readonly Recent[],
): EntryGroup[] {
  const group = (label: string, entries: Entry[]): EntryGroup[] => (entries.length > 0 ? [{ label, entries }] : [])
  if (verb) return group(t('Proveedores'), hits ? providersOf(hits, verb.of) : [])
  const isEmpty = text.trim() === ''
  const verbs = verbsOf(actorOf(me), text).map(
    (each): Entry =>
      each.of
        ? { href: each.key, label: each.label, icon: each.icon, verb: each }
        : { href: each.href, label: each.label, icon: each.icon },
  )
  const screens = group(t('Pantallas'), screensOf(me, text))
  if (isEmpty) {
    const recent = opened.map(entry => ({ ...entry, icon: <IconHistory />, kept: true }))
    return [...group(t('Recientes'), recent), ...group(t('Empezar'), verbs), ...screens]
  }
  return [
    ...screens,
    ...group(t('Empezar'), verbs),
    ...(hits ? hitGroups(hits, me.role.key) : []).map(({ label, entries }) => ({
      label,
      entries: entries.map(entry => ({ ...entry, kept: true })),
    })),
  ]
}
