import { findingFilters } from '#domain/assessment/finding/filters.ts'
import { providerFilters } from '#domain/participant/search-filters.ts'

const queue = ['q-kind', 'q-assignee', 'q-due', 'q-sort'] as const

/** The names that each list takes in its address, by the path of its screen; of other lists nothing is known. */
const listFilters: Readonly<Record<string, readonly string[]>> = {
  '/': providerFilters,
  '/provider': [...providerFilters, ...queue],
  '/entity': ['provider', 'status', ...queue],
  '/audit': ['provider', 'status', ...queue],
  '/findings': findingFilters,
  '/required-levels': ['situation', 'ending', 'critical', 'service', 'provider', 'ended'],
}

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
