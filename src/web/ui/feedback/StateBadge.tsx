import { Tooltip } from '@mantine/core'
import {
  IconArchive,
  IconCalendarX,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconLock,
  IconLockOpen,
  IconRosetteDiscountCheckFilled,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './StateBadge.module.css'

/** States with a colour and an icon of their own, those of tokens.css. */
export type BadgeState = 'QUALIFIED' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'LAPSED' | 'EXPIRED' | 'OPEN' | 'CLOSED'

export const stateIcons = {
  QUALIFIED: IconRosetteDiscountCheckFilled,
  ACCEPTED: IconCircleCheck,
  PENDING: IconClock,
  REJECTED: IconCircleX,
  LAPSED: IconCalendarX,
  EXPIRED: IconArchive,
  OPEN: IconLockOpen,
  CLOSED: IconLock,
} as const

export interface StateBadgeProps {
  state: BadgeState
  /** The word, agreeing in gender: Rechazado, Rechazada. */
  label: string
  /** When and by whom. */
  tooltip?: ReactNode
  small?: boolean
}

/** State as colour, icon and word, always the three. With a tooltip it can be focused. */
export function StateBadge({ state, label, tooltip, small }: StateBadgeProps) {
  const Icon = stateIcons[state]
  const badge = (
    <span className={classes.root} data-s={state} data-small={small || undefined} tabIndex={tooltip ? 0 : undefined}>
      <Icon size={17} aria-hidden="true" />
      {label}
    </span>
  )
  return tooltip ? <Tooltip label={tooltip}>{badge}</Tooltip> : badge
}

/** The icon of a state alone, in its colour, for lists that say the word in a sentence. */
export function StateMark({ state, size = 20 }: { state: BadgeState; size?: number }) {
  const Icon = stateIcons[state]
  return (
    <span className={classes.mark} data-s={state} aria-hidden="true">
      <Icon size={size} />
    </span>
  )
}
