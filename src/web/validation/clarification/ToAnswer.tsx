import { paths } from '#web/app/paths.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { useToAnswer } from '#web/validation/clarification/useToAnswer.ts'
import classes from './clarifications.module.css'

/** What CCI is asked, before its queue: 'Responder la aclaración' is its first step (ASK-10). */
export function ToAnswer() {
  const { data } = useToAnswer()
  const [first] = data?.content ?? []
  if (!data || !first) return null
  const { totalElements: total } = data
  return (
    <div className={classes.first}>
      <Message kind="waiting" title={total === 1 ? 'Le piden una aclaración' : `Le piden ${total} aclaraciones`}>
        <p>
          {first.participantName}: «{first.subject}», hasta el {dayText(first.dueOn)}.
        </p>
        <p className="row wrap">
          <UiLink href={paths.clarifications({ row: first.id })}>Responder la aclaración</UiLink>
          <UiLink href={paths.clarifications()}>Ver las aclaraciones</UiLink>
        </p>
      </Message>
    </div>
  )
}
