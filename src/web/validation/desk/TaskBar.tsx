import { useQuery } from '@tanstack/react-query'
import { queueKindLabels } from '#domain/validation/columns.ts'
import { readTask } from '#domain/validation/desk/contract.ts'
import type { QueueKind } from '#domain/validation/desk/due.ts'
import { queryOptions } from '#web/api/api.ts'
import { AssigneeMenu } from '#web/validation/desk/AssigneeMenu.tsx'
import { DueText } from '#web/validation/desk/DueText.tsx'
import { useAssign } from '#web/validation/desk/useAssign.ts'
import classes from './desk.module.css'

type Props = {
  kind: QueueKind
  id: string
  /** At the head of a list that reaches the edge of its pane. */
  inset?: boolean
}

/** When a thing under review is due, and whose it is; nothing once it waits no more. */
export function TaskBar({ kind, id, inset = false }: Props) {
  const assigning = useAssign()
  const { data } = useQuery(queryOptions(readTask, { params: { kind, id } }))
  if (!data) return null
  return (
    <section className={classes.bar} data-inset={inset || undefined} aria-label="Tarea">
      <DueText dueOn={data.dueOn} />
      <AssigneeMenu task={data} assigning={assigning} name={`${queueKindLabels[kind]} de ${data.participant}`} />
    </section>
  )
}
