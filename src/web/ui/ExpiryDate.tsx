import { IconClock } from '@tabler/icons-react'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import classes from './ExpiryDate.module.css'

export interface ExpiryDateProps {
  /** 'YYYY-MM-DD'; null shows a dash. */
  value: string | null
  /** 'soon' gets a clock besides the colour; 'late' has passed. */
  level?: 'fine' | 'soon' | 'late'
  now?: Date
}

/** The day on which something lapses. */
export function ExpiryDate({ value, level = 'fine', now }: ExpiryDateProps) {
  if (!value) return <span title="Sin fecha">—</span>
  return (
    <span className={classes.root} data-level={level}>
      {level === 'soon' ? <IconClock size={16} aria-hidden="true" /> : null}
      <RelativeTime value={value} now={now} />
    </span>
  )
}
