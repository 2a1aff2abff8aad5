import { findingFilters } from '#domain/assessment/finding/filters.ts'
import { providerFilters } from '#domain/participant/search-filters.ts'

const queue = ['q-kind', 'q-assignee', 'q-due', 'q-sort'] as const

const incidents = ['provider', 'from', 'to', 'status']
const concentration = ['company', 'country', 'ictType']

/** The names that each list with saved searches takes in its address, by the path of its screen. */
const listFilters: Readonly<Record<string, readonly string[]>> = {
  '/': providerFilters,
  '/provider': [...providerFilters, ...queue],
  '/entity': ['provider', 'status', ...queue],
  '/audit': ['provider', 'status', ...queue],
  '/findings': findingFilters,
  '/required-levels': ['situation', 'ending', 'critical', 'service', 'provider', 'ended'],
  '/reliance': ['standing', 'provider', 'ended'],
  '/concentration': [...concentration, 'critical'],
  '/sector-concentration': [...concentration, 'underpins'],
  '/bulletins': ['waiting', 'provider', 'severity', 'from', 'to'],
  '/incidences': incidents,
  '/incidences/incidences-CCI': incidents,
  '/notifications': ['isRead'],
  '/access-invitation': ['status', 'type', 'email', 'from', 'to', 'asked-status', 'asked-sort'],
  '/user-management': ['of', 'name', 'email', 'status'],
  '/view-users': ['participant', 'email', 'role', 'status'],
  '/stadistic-login': ['nameGenericEntity', 'email', 'from', 'to', 'active'],
}
/** The screens with saved searches. */
export const viewScreens = Object.keys(listFilters)
export const hasSavedSearches = (path: string): boolean => viewScreens.includes(path)

/** The lists whose searches tell of new rows (ALERT-10). */
const watchable: readonly string[] = ['/', '/provider', '/findings', '/required-levels']
export const canAlert = (path: string): boolean => watchable.includes(path)

const partsOf = (search: string) => search.replace(/^\?/, '').split('&').filter(Boolean)
const nameOf = (part: string) => {
  const name = part.split('=')[0]!
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
const namesIn = (search: string) => partsOf(search).map(nameOf)

/** The filters in an address that its list does not have (ALERT-08). */
export function unknownFilters(path: string, search: string): string[] {
  const known = listFilters[path]
  if (!known) return []
  return namesIn(search).filter(name => name !== 'sort' && !known.includes(name))
}

/** The address of a view without the filters that its list no longer has (ALERT-09). */
export function knownSearch(path: string, search: string): string {
  const unknown = new Set(unknownFilters(path, search))
  return partsOf(search)
    .filter(part => !unknown.has(nameOf(part)))
    .join('&')
}
