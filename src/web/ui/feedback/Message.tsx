import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import classes from './Message.module.css'

const kinds = {
  error: { state: 'REJECTED', Icon: IconCircleX },
  warning: { state: 'PENDING', Icon: IconAlertTriangle },
  waiting: { state: 'PENDING', Icon: IconClock },
  done: { state: 'QUALIFIED', Icon: IconCircleCheck },
  info: { state: 'CLOSED', Icon: IconInfoCircle },
} as const

export interface MessageProps {
  kind: keyof typeof kinds
  title?: ReactNode
  children?: ReactNode
  /** Announced when it appears. */
  live?: boolean
  ref?: Ref<HTMLDivElement>
  tabIndex?: number
}

/** Message inside the page or a form. */
export function Message({ kind, title, children, live, ref, tabIndex }: MessageProps) {
  const { state, Icon } = kinds[kind]
  const role = live ? (kind === 'error' ? 'alert' : 'status') : undefined
  return (
    <div className={classes.root} data-s={state} role={role} ref={ref} tabIndex={tabIndex}>
      <Icon aria-hidden="true" />
      <div className="grow">
        {title ? <b className={classes.title}>{title}</b> : null}
        {children}
      </div>
    </div>
  )
}
