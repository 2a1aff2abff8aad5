import type { ReactNode } from 'react'
import { EmptyScales } from '#web/ui/theme/assets/EmptyScales.tsx'
import classes from '../layout/Blank.module.css'

export interface EmptyStateProps {
  title: string
  text?: ReactNode
  action?: ReactNode
}

/** Empty list: says why it is empty and how to fill it. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      <span className={classes.picture}>
        <EmptyScales />
      </span>
      <b>{title}</b>
      {text ? <p className="small dim">{text}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  )
}
