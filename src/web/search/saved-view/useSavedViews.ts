import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '#domain/contract/contract.ts'
import { changeView, listSavedViews, removeView, saveView } from '#domain/search/saved-view/contract.ts'
import { call, queryOptions } from '#web/api/api.ts'

/** The user's saved views; empty while they load. */
export function useSavedViews(enabled = true) {
  const { data } = useQuery({ ...queryOptions(listSavedViews), staleTime: 300_000, enabled })
  return data?.views
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
