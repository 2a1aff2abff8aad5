import { Tooltip } from '@mantine/core'
import {
  IconArchive,
  IconCalendarX,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconLock,
  IconLockOpen,
  IconRosetteDiscountCheckFilled,
} from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import classes from './StateBadge.module.css'

/** States with their own colour and icon in tokens.css. */
export type BadgeState =
  | 'QUALIFIED'
  | 'ACCEPTED'
  | 'PENDING'
  | 'REJECTED'
  | 'LAPSED'
  | 'EXPIRED'
  | 'NEW'
  | 'OPEN'
  | 'CLOSED'

export const stateIcons = {
  QUALIFIED: IconRosetteDiscountCheckFilled,
  ACCEPTED: IconCircleCheck,
  PENDING: IconClock,
  REJECTED: IconCircleX,
  LAPSED: IconCalendarX,
  EXPIRED: IconArchive,
  NEW: IconCircleDashed,
  OPEN: IconLockOpen,
  CLOSED: IconLock,
} as const

export interface StateBadgeProps {
  state: BadgeState
  /** Label that agrees in gender: Rechazado, Rechazada. */
  label: string
  /** When and by which person. */
  tooltip?: string
  small?: boolean
}

/** State as colour, icon and word. What the tooltip shows, screen readers say. */
export function StateBadge({ state, label, tooltip, small }: StateBadgeProps) {
  const Icon = stateIcons[state]
  const badge = (
    <span className={classes.root} data-s={state} data-small={small || undefined} aria-description={tooltip}>
      <Icon size={17} aria-hidden="true" />
      {t(label)}
    </span>
  )
  return tooltip ? <Tooltip label={tooltip}>{badge}</Tooltip> : badge
}

/** Icon of a state alone, in its colour, for lists that have the label in a sentence. */
export function StateMark({ state, size = 20 }: { state: BadgeState; size?: number }) {
  const Icon = stateIcons[state]
  return (
    <span className={classes.mark} data-s={state} aria-hidden="true">
      <Icon size={size} />
    </span>
  )
}
