import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import classes from './Stepper.module.css'

export interface Step {
  label: string
  note?: ReactNode
  /** Makes a completed step a link. */
  href?: string
}

/** Steps of a process; `current` counts from 0. */
export function Stepper({ steps, current }: { steps: readonly Step[]; current: number }) {
  return (
    <ol className={classes.root}>
      {steps.map((step, index) => (
        <li key={step.label} aria-current={index === current ? 'step' : undefined}>
          <span className={classes.mark}>{index < current ? <IconCheck size={18} /> : index + 1}</span>
          <div>
            <b>{step.href && index < current ? <UiLink href={step.href}>{step.label}</UiLink> : step.label}</b>
            {step.note ? <small>{step.note}</small> : null}
            {index < current ? <span className="vh"> (hecho)</span> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
