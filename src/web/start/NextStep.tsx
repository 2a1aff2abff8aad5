import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import type { Step } from '#domain/start/next-steps.ts'
import { stepWords } from '#web/start/stepWords.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import classes from './start.module.css'

const LATER = 3

type Props = { steps: readonly [Step, ...Step[]]; note?: string | null }

/** 'Siguiente paso': the first step in full, and the next ones in brief. */
export function NextStep({ steps, note }: Props) {
  const [first, ...later] = steps
  const { title, text, action } = stepWords(first)
  // The missing parts of a draft belong to completing it and are no later steps.
  const after = (first.kind === 'sendDocumentation' ? [] : later).map(stepWords).slice(0, LATER)
  return (
    <section className={classes.next} aria-labelledby="next-step">
      <p className="label">{t('SIGUIENTE PASO')}</p>
      <h2 id="next-step">{title}</h2>
      <p>{text}</p>
      {note ? <p className="small dim">{note}</p> : null}
      {action ? (
        <div className={classes.acts}>
          <Button variant="filled" rightSection={<IconArrowRight />} component={UiLink} href={action.href}>
            {t(action.label)}
          </Button>
        </div>
      ) : null}
      {after.length > 0 ? (
        <div className={classes.then}>
          <p className="label">{t('DESPUÉS')}</p>
          <ol>
            {after.map(({ title: then, action: next }) => (
              <li key={then}>{next ? <UiLink href={next.href}>{then}</UiLink> : then}</li>
            ))}
          </ol>
        </div>
      ) : null}
    </section>
  )
}
