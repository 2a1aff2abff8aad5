import type { Actor, Role } from '#domain/identity/roles.ts'
import { paths } from '#web/app/paths.ts'
import { maySee, menuGroups } from '#web/app/screen.ts'
import { mainScreens, titleOf } from '#web/app/screens.ts'
import type { NavEntry, NavLeaf } from '#web/shell/NavMenu.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'
import type { Crumb } from '#web/ui/layout/Breadcrumb.tsx'

/** Side menu of a role; the key of an entry is its path, or its group. */
function menuOf(role: Role): NavEntry[] {
  const groups = new Map<string, NavLeaf[]>()
  return mainScreens.flatMap<NavEntry>(screen => {
    const place = screen.menu?.[role]
    if (!place) return []
    const leaf = { key: screen.path, label: place.label ?? titleOf(screen, role), href: place.href ?? screen.path }
    if ('Icon' in place) return [{ ...leaf, icon: <place.Icon /> }]
    const group = groups.get(place.group)
    if (group) {
      group.push(leaf)
      return []
    }
    const entries = [leaf]
    groups.set(place.group, entries)
    const { label, Icon } = menuGroups[place.group]
    return [{ key: place.group, label, icon: <Icon />, entries }]
  })
}

/** Side menu of each role (LAYOUT-21 to LAYOUT-29). */
export const menus: Record<Role, readonly NavEntry[]> = {
  CCI: menuOf('CCI'),
  PROVIDER: menuOf('PROVIDER'),
  AUDIT: menuOf('AUDIT'),
  ENTITY: menuOf('ENTITY'),
}

/** An entry in the language of the user. */
const named = <Entry extends { label: string }>(entry: Entry): Entry => ({ ...entry, label: t(entry.label) })

/** The side menu of a user: what its role has and it may see (BASE-09). */
export function menuFor(actor: Actor): readonly NavEntry[] {
  const hidden = new Set(mainScreens.filter(screen => !maySee(screen, actor)).map(({ path }) => path as string))
  return menus[actor.role].flatMap(({ entries, ...entry }) => {
    if (!entries) return hidden.has(entry.key) ? [] : [named(entry)]
    const seen = entries.filter(({ key }) => !hidden.has(key)).map(named)
    return seen.length > 0 ? [{ ...named(entry), entries: seen }] : []
  })
}

/** The entries with the number of what waits under each; a group has the sum. */
export function counted(entries: readonly NavEntry[], counts: ReadonlyMap<string, number>): NavEntry[] {
  return entries.map(({ entries: own, ...entry }) => {
    if (!own) return { ...entry, count: counts.get(entry.key) }
    const leaves = own.map(leaf => ({ ...leaf, count: counts.get(leaf.key) }))
    return { ...entry, entries: leaves, count: leaves.reduce((sum, { count = 0 }) => sum + count, 0) }
  })
}

/** Own entries of the user menu. */
export const ownEntries = (role: Role): readonly NavLeaf[] =>
  mainScreens
    .filter(({ own }) => own?.includes(role))
    .map(screen => named({ key: screen.path, label: titleOf(screen, role), href: screen.path }))

/** Menu entry to mark for a list that the role's own menu does not contain. */
const nearest: Record<string, string> = {
  [paths.incidents()]: paths.manageIncidents(),
  [paths.providers()]: paths.start(),
}

/**
 * Menu entry of a screen: the longest key that its path starts with. A screen without one uses the entry of the crumb
 * above it (an open incident belongs to the incidents) or the nearest entry.
 */
export function activeEntry(entries: readonly NavEntry[], pathname: string, crumbs: readonly Crumb[]): string | null {
  const keys = entries.flatMap(entry => (entry.entries ? entry.entries.map(child => child.key) : [entry.key]))
  const entryOf = (path: string) =>
    keys
      .filter(key => path === key || (key !== '/' && path.startsWith(`${key}/`)))
      .sort((a, b) => b.length - a.length)[0] ?? null
  const above = crumbs.findLast(crumb => crumb.href)?.href ?? ''
  return entryOf(pathname) ?? entryOf(above) ?? entryOf(nearest[pathname] ?? nearest[above] ?? '')
}
