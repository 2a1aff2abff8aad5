import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import type { ClarificationDetail } from '#domain/validation/clarification/contract.ts'
import { assignClarification } from '#domain/validation/clarification/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { ColleagueMenu } from '#web/document/assignment/ColleagueMenu.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

/** Who of the organisation looks after the answer, and a menu that changes it (EASE-09). */
export function ThreadAssignee({ thread: { id, subject, assignee } }: { thread: ClarificationDetail }) {
  const client = useQueryClient()
  const assigning = useMutation({
    mutationFn: (to: string | null) => call(assignClarification, { params: { id }, body: { assignee: to } }),
    onSuccess: saved => {
      const to = saved.assignee?.name
      showToast({ title: to ? t`Asignado a ${to}` : t('Sin asignar'), text: subject })
      return client.invalidateQueries()
    },
    onError: error => showError(messageOf(error)),
  })
  return (
    <span className="row">
      {assignee?.name ?? t('Sin asignar')}
      <ColleagueMenu name={subject} assignee={assignee} pending={assigning.isPending} onAssign={assigning.mutate} />
    </span>
  )
}
