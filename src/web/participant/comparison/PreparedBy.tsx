import { useMe } from '#web/session/useMe.ts'
import { portalNow } from '#web/ui/time/clock.ts'
import { dayText, timeText } from '#web/ui/time/dates.ts'
import classes from './comparison.module.css'

/** On paper: the author of the comparison and its time. */
export function PreparedBy() {
  const { name, nameGenericEntity } = useMe()
  const now = portalNow().toISOString()
  return (
    <p className={classes.prepared}>
      Preparada el {dayText(now)} a las {timeText(now)} por {name}, {nameGenericEntity}, con los datos del portal
      Almotacén.
    </p>
  )
}
