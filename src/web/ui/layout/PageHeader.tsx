import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import classes from './PageHeader.module.css'

export interface PageHeaderProps {
  title: ReactNode
  subtitle?: ReactNode
  /** Buttons, a Stepper or Segments, at the right. */
  actions?: ReactNode
  back?: { href: string; label: string }
  /** For titles that the specification writes in capitals. */
  caps?: boolean
}

/** Head of a page: its only h1. */
export function PageHeader({ title, subtitle, actions, back, caps }: PageHeaderProps) {
  return (
    <div className={classes.root}>
      <div className={classes.words} data-back={back ? true : undefined}>
        {back ? <IconButton label={back.label} href={back.href} icon={<IconArrowLeft />} /> : null}
        <div>
          <h1 className={classes.title} data-caps={caps || undefined}>
            {title}
          </h1>
          {subtitle ? <p className="dim">{subtitle}</p> : null}
        </div>
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  )
}
