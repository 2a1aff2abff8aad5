import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { Step } from '#domain/start/next-steps.ts'
import { stepWords } from '#web/start/stepWords.ts'
import { UiLink } from '#web/ui/feedback/UiLink.tsx'
import classes from './start.module.css'

/** 'Siguiente paso': the first step in full, and what comes after it. */
export function NextStep({ steps }: { steps: readonly [Step, ...Step[]] }) {
  const [first, second] = steps
  const { title, text, action } = stepWords(first)
  // What is missing of a draft is part of completing it, not what comes after.
  const after = second && first.kind !== 'sendDocumentation' ? stepWords(second) : null
  return (
    <section className={classes.next} aria-labelledby="next-step">
      <p className="label">SIGUIENTE PASO</p>
      <h2 id="next-step">{title}</h2>
      <p>{text}</p>
      {action ? (
        <div className={classes.acts}>
          <Button variant="filled" rightSection={<IconArrowRight />} component={UiLink} href={action.href}>
            {action.label}
          </Button>
        </div>
      ) : null}
      {after?.short ? (
        <p className={`small dim ${classes.then}`}>
          Después: {after.action ? <UiLink href={after.action.href}>{after.short}</UiLink> : after.short}.
        </p>
      ) : null}
    </section>
  )
}
