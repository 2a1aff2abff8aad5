import type { SavedView } from '#domain/search/saved-view/contract.ts'
import { knownSearch } from '#domain/search/saved-view/list-filters.ts'

/** The address of a saved view: its list with the order and the filters that it still has (ALERT-09). */
export function hrefOfView({ path, search }: Pick<SavedView, 'path' | 'search'>): string {
  const known = knownSearch(path, search)
  return known ? `${path}?${known}` : path
}
