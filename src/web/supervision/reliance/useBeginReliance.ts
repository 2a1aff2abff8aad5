import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { beginReliance, listReliance } from '#domain/supervision/reliance/contract.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { showError } from '#web/ui/feedback/messages.ts'

/** Begins the file of a use and opens it. */
export function useBeginReliance() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (useId: string) => call(beginReliance, { body: { useId } }),
    onSuccess: async ({ id }) => {
      await navigate({ to: paths.relianceFile(id) })
      for (const { name } of [listReliance, listUses]) void client.invalidateQueries({ queryKey: [name] })
    },
    onError: error => showError(messageOf(error)),
  })
}
