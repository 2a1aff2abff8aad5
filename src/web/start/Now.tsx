import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Step } from '#domain/start/next-steps.ts'
import { timingOf } from '#domain/start/next-steps.ts'
import { useMe } from '#web/session/useMe.ts'
import { stepDueText } from '#web/start/queue/dueWords.ts'
import { stepWords } from '#web/start/stepWords.ts'
import type { useNextSteps } from '#web/start/useNextSteps.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './now.module.css'

const FEW = 3

type Props = Pick<ReturnType<typeof useNextSteps>, 'steps' | 'error' | 'retry'>

/** 'Ahora': what the user has to do in all areas, the most urgent first, three of them until it asks for all (EXP-02). */
export function Now({ steps: read, error, retry }: Props) {
  const [all, setAll] = useState(false)
  const { role } = useMe()
  if (error) return <ErrorState text={error} onRetry={retry} />
  const steps = read ?? []
  const shown = all ? steps : steps.slice(0, FEW)
  return (
    <div className={classes.now} data-role={role.key}>
      <Section
        title={t('AHORA')}
        kind="label"
        actions={
          steps.length > FEW ? (
            <Button variant="subtle" size="xs" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('Ver solo lo primero') : t`Ver todo (${steps.length})`}
            </Button>
          ) : null
        }
      >
        {read ? (
          <ul className={classes.lines}>
            {shown.map((step, index) => (
              <Line key={keyOf(step)} step={step} filled={index === 0} />
            ))}
          </ul>
        ) : (
          <Loading height="var(--few-lines)" />
        )}
      </Section>
    </div>
  )
}

/** A step is one of its thing; two documents of one name have one step. */
const keyOf = (step: Step): string => {
  const { title, action } = stepWords(step)
  return [step.kind, step.kind === 'due' ? step.due.act : '', title, action?.href].join(' ')
}

function Line({ step, filled }: { step: Step; filled: boolean }) {
  const { today } = useMe()
  const { kind, title, text, action } = stepWords(step)
  const timing = step.kind === 'due' ? timingOf(step, today) : null
  const due = timing ? stepDueText(timing) : ''
  return (
    <li data-late={timing?.overdue || undefined}>
      <span className={`small dim ${classes.kind}`}>{kind}</span>
      <span className={classes.what} title={[title, text].filter(Boolean).join('. ')}>
        <b>{title}</b>
        {text ? <span className="small dim">{text}</span> : null}
      </span>
      <span className={`small ${classes.due}`}>{due}</span>
      {action ? (
        <Button
          component={UiLink}
          size="xs"
          variant={filled ? 'filled' : 'default'}
          href={action.href}
          className={classes.act}
          aria-label={`${t(action.label)}: ${title}`}
        >
          {t(action.label)}
        </Button>
      ) : null}
    </li>
  )
}
