import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { beginReliance, listReliance } from '#domain/supervision/reliance/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { showError } from '#web/ui/feedback/messages.ts'

/** More than a bank uses services of one provider. */
const ALL = 9999

/** Begins the file of a use and opens it. */
export function useBeginReliance() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (useId: string) => call(beginReliance, { body: { useId } }),
    onSuccess: async ({ id }) => {
      await navigate({ to: paths.relianceFile(id) })
      void client.invalidateQueries({ queryKey: [listReliance.name] })
    },
    onError: error => showError(messageOf(error)),
  })
}

/** Opens the file of a use, and begins it where there is none. */
export function useOpenReliance() {
  const navigate = useNavigate()
  const begin = useBeginReliance()
  return useMutation({
    mutationFn: async ({ id, cif, until }: { id: string; cif: string; until: string | null }) => {
      const { content } = await call(listReliance, {
        query: { provider: cif, ended: until === null ? undefined : 'true', size: ALL },
      })
      const fileId = content.find(row => row.useId === id)?.fileId
      if (fileId) await navigate({ to: paths.relianceFile(fileId) })
      else await begin.mutateAsync(id)
    },
    onError: error => showError(messageOf(error)),
  })
}
