import { Tooltip } from '@mantine/core'
import { portalNow } from '#web/ui/time/clock.ts'
import { dayText, relativeText, timeText } from '#web/ui/time/dates.ts'

export interface RelativeTimeProps {
  /** 'YYYY-MM-DD' or an ISO instant. */
  value: string
  /** Adds the time, for an instant. */
  withTime?: boolean
  /** Shows the relative text, with the date in the tooltip. */
  flip?: boolean
  /** Shows the relative text after the date instead of on hover. */
  both?: boolean
  now?: Date
}

/** DD/MM/YYYY, with 'hace 3 días' on hover. */
export function RelativeTime({ value, withTime, flip, both, now = portalNow() }: RelativeTimeProps) {
  const absolute = withTime ? `${dayText(value)} ${timeText(value)}` : dayText(value)
  const words = relativeText(value, now)
  if (both)
    return (
      <time dateTime={value}>
        <span className="nowrap">{absolute}</span> <span className="nowrap">· {words}</span>
      </time>
    )
  return (
    <Tooltip label={flip ? absolute : words}>
      <time dateTime={value} className="nowrap">
        {flip ? words : absolute}
      </time>
    </Tooltip>
  )
}
