import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { Step } from '#domain/start/next-steps.ts'
import { stepWords } from '#web/start/stepWords.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import classes from './start.module.css'

/** 'Siguiente paso': the first step in full, and the next ones in brief. */
export function NextStep({ steps }: { steps: readonly [Step, ...Step[]] }) {
  const [first, second] = steps
  const { title, text, action } = stepWords(first)
  // The missing parts of a draft belong to completing it and are no later steps.
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
