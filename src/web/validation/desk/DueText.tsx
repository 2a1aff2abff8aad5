import { dueText, isOverdue } from '#domain/validation/desk/due.ts'
import type { Day } from '#domain/values/day.ts'
import { useMe } from '#web/session/useMe.ts'
import classes from './desk.module.css'

/** How a task stands, in words (DESK-06). */
export function DueText({ dueOn }: { dueOn: Day | null }) {
  const { today } = useMe()
  const state = isOverdue(dueOn, today) ? 'late' : dueOn === today ? 'today' : undefined
  return (
    <span className={classes.due} data-due={state}>
      {dueText(dueOn, today)}
    </span>
  )
}
