import { type ReactNode, useId } from 'react'
import { CapsTitle } from '#web/ui/layout/CapsTitle.tsx'
import classes from './Section.module.css'

export interface SectionProps {
  title: ReactNode
  /** 'caps' as in the specification, 'label' small and tracked, 'serif' as a text heading. */
  kind?: 'caps' | 'label' | 'serif'
  actions?: ReactNode
  children: ReactNode
}

/** Part of a page with its h2 and its secondary actions. */
export function Section({ title, kind = 'caps', actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.root} aria-labelledby={id}>
      <div className={classes.head}>
        {kind === 'caps' ? (
          <CapsTitle id={id}>{title}</CapsTitle>
        ) : (
          <h2 id={id} className={kind === 'label' ? 'label' : 'serif'}>
            {title}
          </h2>
        )}
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
      {children}
    </section>
  )
}
