import type { SavedView } from '#domain/list/saved-view/contract.ts'

/** The address of a saved view: its list with the filters and order. */
export const hrefOfView = ({ path, search }: Pick<SavedView, 'path' | 'search'>) =>
  search ? `${path}?${search}` : path
