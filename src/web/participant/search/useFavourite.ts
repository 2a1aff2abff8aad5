import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import { editParticipant, readOverview, readParticipant } from '#domain/participant/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useMe } from '#web/session/useMe.ts'
import { showError } from '#web/ui/feedback/messages.ts'

type Page = AnswerOf<typeof readOverview>

const marked = (page: Page | undefined, provider: string, fav: boolean): Page | undefined =>
  page && {
    ...page,
    content: page.content.map(row =>
      row.idProvider === provider ? { ...row, details: { ...row.details, fav } } : row,
    ),
  }

/** The call of one mark; the server toggles it. */
export const markFavourite = ({ idProvider, idEntity, fav }: { idProvider: string; idEntity: string; fav: boolean }) =>
  call(editParticipant, {
    params: { kind: 'provider', id: idProvider },
    body: { idProvider, idEntity },
    meaning: fav ? 'mark' : 'unmark',
  })

const mutationKey = ['favourite']

/** Marks a provider as favourite or not: optimistic, and reverted when the server refuses (ROLE-31, API-33). */
export function useFavourite() {
  const client = useQueryClient()
  const me = useMe()
  return useMutation({
    mutationKey,
    mutationFn: (mark: { idProvider: string; fav: boolean }) =>
      markFavourite({ ...mark, idEntity: me.idGenericEntity }),
    onMutate: async ({ idProvider, fav }) => {
      await client.cancelQueries({ queryKey: [readOverview.name] })
      const before = client.getQueriesData<Page>({ queryKey: [readOverview.name] })
      client.setQueriesData<Page>({ queryKey: [readOverview.name] }, page => marked(page, idProvider, fav))
      return { before }
    },
    onError: (error, _change, context) => {
      for (const [key, page] of context?.before ?? []) client.setQueryData(key, page)
      showError(messageOf(error))
    },
    onSettled: () => {
      // A read that returns before a later mark arrives would revert that mark for a moment.
      if (client.isMutating({ mutationKey }) > 1) return
      for (const { name } of [readOverview, readAgenda, readParticipant])
        void client.invalidateQueries({ queryKey: [name] })
    },
  })
}
