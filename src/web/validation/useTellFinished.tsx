import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useCallback } from 'react'
import type { QueryInput } from '#domain/contract/contract.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { readQueue } from '#domain/validation/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { useUndo } from '#web/notification/undo/useUndo.tsx'
import { hideToast, showToast } from '#web/ui/feedback/toast.ts'
import { queueHref } from '#web/validation/queueHref.ts'

const acts: Record<QueueItem['kind'], string> = {
  documentation: 'Verificar la siguiente',
  report: 'Verificar el siguiente informe',
  incident: 'Gestionar la siguiente incidencia',
}

type Finished = { validationId: string; title: string; text: string; canUndo?: boolean }

/**
 * Reports on the list that a verification is finished and offers the next of one's tasks, or else the oldest without an assignee. A notification with an action
 * stays for keyboard users until another screen opens.
 */
export function useTellFinished(): (finished: Finished) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  const navigate = useNavigate()
  const { tellDone, undoButton } = useUndo()
  const tell = async ({ validationId, title, text, canUndo = false }: Finished) => {
    // If the next item is unknown, reports only the completion.
    const nextOf = async (query: QueryInput<typeof readQueue>) => {
      const queue = await client
        .fetchQuery({ ...queryOptions(readQueue, { query: { ...query, size: 2 } }), staleTime: 0 })
        .catch(() => ({ content: [] }))
      return queue.content.find(({ id }) => id !== validationId)
    }
    const next = (await nextOf({ assignee: 'me', sort: 'dueOn' })) ?? (await nextOf({ assignee: 'none' }))
    if (!next) return canUndo ? tellDone({ id: validationId, title, text }) : void showToast({ title, text })
    const href = queueHref(next)
    const follow = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void navigate({ to: href })
    }
    const toast: string = showToast({
      title,
      text: (
        <>
          {text} {/* A toast stands outside the router, and so its link is told where it leads. */}
          <a href={href} onClick={follow}>
            {acts[next.kind]}: {next.participant}
          </a>
          {canUndo ? undoButton({ id: validationId, title }, () => hideToast(toast)) : null}
        </>
      ),
      keep: true,
    })
    const stop = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (!pathChanged) return
      stop()
      hideToast(toast)
    })
  }
  // Stable, so that an effect may call it.
  return useCallback(tell, [client, router, navigate, tellDone, undoButton])
}
