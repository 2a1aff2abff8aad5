import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { keepListAddress } from '#web/list/listAddress.ts'

type Search = Record<string, string | number | undefined>

export type ListState = {
  /** Zero-based, as in the API. */
  page: number
  /** 'field,asc' or 'field,desc'. */
  sort: string
  /** The active filters. */
  filters: Record<string, string>
  /** A page change adds a history entry; `replace` only corrects the URL. */
  setPage(page: number, how?: { replace: boolean }): void
  setSort(sort: string): void
  setFilter(name: string, value: string | null): void
  /** Takes filters out of the address that opened the list. */
  drop(names: readonly string[]): void
  clear(): void
  /** Counts the clearings of the filters, so that fields also drop text that is not in a filter. */
  cleared: number
}

/**
 * Page, order and filters of a list in the URL, so that a link or the back button restores the list. A filter change
 * resets to page 0. `prefix` distinguishes two lists on one screen.
 */
export function useListState(filterNames: readonly string[], defaultSort: string, prefix = ''): ListState {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const [cleared, setCleared] = useState(0)
  const { pathname, searchStr } = useLocation()
  useEffect(() => keepListAddress(pathname, searchStr), [pathname, searchStr])
  const key = (name: string) => `${prefix}${name}`
  const filters: Record<string, string> = {}
  for (const name of filterNames) {
    const value = search[`${prefix}${name}`]
    if (value !== undefined && value !== '') filters[name] = String(value)
  }
  const set = useCallback(
    (changes: Search, replace = true) => {
      void navigate({
        to: '.',
        search: ((previous: Search) => {
          const next = { ...previous, ...changes }
          return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''))
        }) as never,
        replace,
        resetScroll: false,
      })
    },
    [navigate],
  )
  return {
    page: Number(search[key('page')] ?? 0) || 0,
    sort: String(search[key('sort')] ?? defaultSort),
    filters,
    setPage: (page, how) => set({ [key('page')]: page || undefined }, how?.replace ?? false),
    setSort: sort => set({ [key('sort')]: sort, [key('page')]: undefined }),
    setFilter: (name, value) => set({ [key(name)]: value ?? undefined, [key('page')]: undefined }),
    drop: names => set(Object.fromEntries(names.map(name => [key(name), undefined]))),
    clear: () => {
      set(Object.fromEntries([...filterNames, 'page'].map(name => [key(name), undefined])))
      setCleared(cleared + 1)
    },
    cleared,
  }
}
