import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '#domain/contract/contract.ts'
import { changeView, listSavedViews, removeView, type SavedView, saveView } from '#domain/search/saved-view/contract.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { late, useLate } from '#web/ui/late.ts'

/** The filters of all lists, which only who has saved views needs. */
const listFilters = late(() => import('#domain/search/saved-view/list-filters.ts'))

/** A saved view and its address: its list with the order and the filters that it still has (ALERT-09). */
export type AddressedView = SavedView & { href: string; known: string; gone: readonly string[] }

/** The user's saved views; undefined while they load. */
export function useSavedViews(enabled = true): AddressedView[] | undefined {
  const { data } = useQuery({ ...queryOptions(listSavedViews), staleTime: 300_000, enabled })
  const views = data?.views
  const { part: filters } = useLate(listFilters, views !== undefined && views.length > 0)
  if (!filters || views === undefined) return views?.length === 0 ? [] : undefined
  return views.map(view => {
    const known = filters.knownSearch(view.path, view.search)
    const href = known ? `${view.path}?${known}` : view.path
    return { ...view, known, href, gone: filters.unknownFilters(view.path, view.search) }
  })
}

/** Saves, changes and removes saved views. */
export function useViewChanges() {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: [listSavedViews.name] })
  return {
    save: useMutation({ mutationFn: (body: BodyInput<typeof saveView>) => call(saveView, { body }), onSuccess }),
    change: useMutation({
      mutationFn: ({ id, ...body }: { id: string } & BodyInput<typeof changeView>) =>
        call(changeView, { params: { id }, body }),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => call(removeView, { params: { id } }), onSuccess }),
  }
}
