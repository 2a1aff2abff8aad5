import { IconCalendarX, IconClock } from '@tabler/icons-react'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './ExpiryDate.module.css'

export interface ExpiryDateProps {
  /** 'YYYY-MM-DD'; null shows that there is none. */
  value: string | null
  /** 'soon' gets a clock besides the colour; 'late' has passed, and gets the sign and the word of what lapsed. */
  level?: 'fine' | 'soon' | 'late'
  now?: Date
}

/** The day on which something lapses. */
export function ExpiryDate({ value, level = 'fine', now }: ExpiryDateProps) {
  if (!value) return <NoValue />
  return (
    <span className={classes.root} data-level={level}>
      {level === 'soon' ? <IconClock size={16} aria-hidden="true" /> : null}
      {level === 'late' ? <IconCalendarX size={16} aria-hidden="true" /> : null}
      <RelativeTime value={value} now={now} />
      {level === 'late' ? <span className="vh"> caducada</span> : null}
    </span>
  )
}
