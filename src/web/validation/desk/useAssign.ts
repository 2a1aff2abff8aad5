import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueueItem } from '#domain/validation/contract.ts'
import { readQueue } from '#domain/validation/contract.ts'
import { assignTask, readTask } from '#domain/validation/desk/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useMe } from '#web/session/useMe.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

type Task = Pick<QueueItem, 'kind' | 'id' | 'participant' | 'version'>

/** Gives a task to a user of CCI, or back to the queue (DESK-01). */
export function useAssign() {
  const client = useQueryClient()
  const { userId } = useMe()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ task: { kind, id, version }, assignee }: { task: Task; assignee: string | null }) =>
      call(assignTask, { params: { kind, id }, body: { assignee, version } }),
    onSuccess: ({ assignee, participant }) =>
      showToast({
        title: assignee === null ? 'Devuelta a la cola' : assignee.id === userId ? 'Es su tarea' : 'Tarea asignada',
        text: assignee && assignee.id !== userId ? `${participant}, a ${assignee.name}` : participant,
      }),
    onError: failure => showError(messageOf(failure)),
    onSettled: () =>
      Promise.all([readQueue, readTask].map(({ name }) => client.invalidateQueries({ queryKey: [name] }))),
  })
  return {
    assign: (task: Task, assignee: string | null) => mutate({ task, assignee }),
    /** The task that is being assigned. */
    pending: isPending ? variables.task.id : null,
  }
}
