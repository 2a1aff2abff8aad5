import { Button } from '@mantine/core'
import { documentTitle } from '#domain/document/shipped.ts'
import { t } from '#domain/language/translate.ts'
import type { Step } from '#domain/start/next-steps.ts'
import { nextSteps } from '#domain/start/next-steps.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import classes from '#web/document/documentation/DocumentationTasks.module.css'
import { useMe } from '#web/session/useMe.ts'
import { type BadgeState, StateMark } from '#web/ui/feedback/StateBadge.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText } from '#web/ui/time/dates.ts'

type Task = { name: string; state: BadgeState; text: string }

/** The tasks of a documentation, one document per line. */
function tasksOf(steps: readonly Step[]): Task[] {
  return steps.flatMap((step): Task[] => {
    switch (step.kind) {
      case 'correctDocumentation':
        return step.documents.map(({ name, reason }) => ({
          name,
          state: 'REJECTED',
          text: t`Rechazado: «${reason}»`,
        }))
      case 'replaceDocument':
        return [{ name: step.name, state: 'LAPSED', text: t`Caducó el ${dayText(step.expiredAt)}` }]
      case 'assignedDocument':
        return [{ name: step.name, state: 'PENDING', text: t('Se lo han asignado a usted') }]
      case 'uploadDocument':
        return [{ name: step.name, state: 'PENDING', text: t('Falta el archivo') }]
      case 'documentEnding':
        return [{ name: step.name, state: 'PENDING', text: t`Caduca el ${dayText(step.expiredAt)}` }]
      default:
        return []
    }
  })
}

export interface DocumentationTasksProps {
  documentation: ValidationWire
  /** Scrolls to a document's row. */
  onGo: (document: string) => void
}

/** The tasks per document, most urgent first, with CCI's reason. */
export function DocumentationTasks({ documentation, onGo }: DocumentationTasksProps) {
  const me = useMe()
  const tasks = tasksOf(
    nextSteps({
      role: me.role.key,
      userId: me.userId,
      today: me.today,
      onboarded: me.onboarded,
      documentation: {
        status: documentation.status as DocumentationStatus | null,
        sentAt: documentation.sentAt,
        documents: documentation.catalogDocuments,
      },
      requests: [],
    }),
  )
  if (tasks.length === 0) return null
  return (
    <Section title={t('SIGUIENTE PASO')} kind="label">
      <ul className={classes.list}>
        {tasks.map(({ name, state, text }) => (
          <li key={`${name} ${text}`}>
            <StateMark state={state} />
            <span className="grow">
              <b>{documentTitle(name)}</b>
              <span className={classes.text}>{text}</span>
            </span>
            <Button size="xs" onClick={() => onGo(name)}>
              {t('Ir')}
              <span className="vh"> {t`a ${documentTitle(name)}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
