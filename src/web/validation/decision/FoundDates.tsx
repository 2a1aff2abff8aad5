import { useMemo } from 'react'
import { expiriesOnPaper } from '#domain/validation/paper.ts'
import type { Day } from '#domain/values/day.ts'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './FoundDates.module.css'

type Props = { text: string | null; today: Day; value: Day | null; onPick: (day: Day) => void }

/** The days in the text of the document that may be its expiry; pressing one fills the field. */
export function FoundDates({ text, today, value, onPick }: Props) {
  const days = useMemo(() => (text ? expiriesOnPaper(text, today) : []), [text, today])
  if (days.length === 0) return null
  return (
    <fieldset className={classes.dates}>
      <legend className="small dim">Fechas que figuran en el documento</legend>
      {days.map(day => (
        <button key={day} type="button" aria-pressed={day === value} onClick={() => onPick(day)}>
          {dayText(day)}
        </button>
      ))}
    </fieldset>
  )
}
