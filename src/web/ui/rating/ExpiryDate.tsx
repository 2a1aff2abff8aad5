import { IconCalendarX, IconClock } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './ExpiryDate.module.css'

export interface ExpiryDateProps {
  /** 'YYYY-MM-DD'; null when there is no date. */
  value: string | null
  /** 'soon' adds a clock to the colour; 'late' has expired and gets the icon and the label of its state. */
  level?: 'fine' | 'soon' | 'late'
  now?: Date
}

/** Expiry date. */
export function ExpiryDate({ value, level = 'fine', now }: ExpiryDateProps) {
  if (!value) return <NoValue />
  return (
    <span className={classes.root} data-level={level}>
      {level === 'soon' ? <IconClock size={16} aria-hidden="true" /> : null}
      {level === 'late' ? <IconCalendarX size={16} aria-hidden="true" /> : null}
      <RelativeTime value={value} now={now} />
      {level === 'late' ? <span className="vh"> {t('caducada')}</span> : null}
    </span>
  )
}
