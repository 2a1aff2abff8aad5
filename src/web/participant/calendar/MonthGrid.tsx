import { Button } from '@mantine/core'
import { t } from '#domain/language/translate.ts'
import { agendaPath, agendaText, type Month, monthLabel, monthOf } from '#domain/participant/calendar/calendar.ts'
import type { AgendaItem } from '#domain/participant/calendar/contract.ts'
import { expiryLevel } from '#domain/participant/expiry-level.ts'
import type { Day } from '#domain/values/day.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { locale } from '#web/ui/language/spoken.ts'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './calendar.module.css'
import { itemKey } from './items.ts'

/** Monday to Sunday, in the current language. */
const weekdays = () =>
  Array.from({ length: 7 }, (_, day) =>
    new Date(Date.UTC(2024, 0, day + 1)).toLocaleDateString(locale(), { weekday: 'long', timeZone: 'UTC' }),
  )
/** More would make the week higher than the others. */
const SHOWN = 3

export interface MonthGridProps {
  month: Month
  weeks: readonly (readonly Day[])[]
  items: readonly AgendaItem[]
  /** Shows the list, which has all of a crowded day. */
  onWhole: () => void
}

/** A month, with what lapses on each of its days. */
export function MonthGrid({ month, weeks, items, onWhole }: MonthGridProps) {
  const { today } = useMe()
  const byDay = Map.groupBy(items, item => item.expiredAt)
  const inMonth = items.filter(item => monthOf(item.expiredAt) === month).length
  return (
    <>
      <table className={classes.grid} aria-label={t`Qué caduca en ${monthLabel(month)}`}>
        <thead>
          <tr>
            {weekdays().map(weekday => (
              <th key={weekday} scope="col" abbr={weekday}>
                {weekday.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <td
                  key={day}
                  data-other={monthOf(day) !== month || undefined}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <DayCell day={day} items={byDay.get(day) ?? []} onWhole={onWhole} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {inMonth === 0 ? <p className="dim">{t`Nada caduca en ${monthLabel(month)}.`}</p> : null}
    </>
  )
}

type DayProps = { day: Day; items: readonly AgendaItem[]; onWhole: () => void }

function DayCell({ day, items, onWhole }: DayProps) {
  const { today, idGenericEntity, role } = useMe()
  const rest = items.length - SHOWN
  return (
    <>
      <time dateTime={day} className={classes.day}>
        <span className="vh">{dayText(day)}</span>
        <span aria-hidden="true">{Number(day.slice(8))}</span>
      </time>
      {items.length > 0 ? (
        <ul>
          {items.slice(0, SHOWN).map(item => (
            <li key={itemKey(item)} data-level={expiryLevel(item.expiredAt, today)}>
              <UiLink href={agendaPath(item, role.key)} title={agendaText(item, idGenericEntity)}>
                {agendaText(item, idGenericEntity)}
              </UiLink>
            </li>
          ))}
        </ul>
      ) : null}
      {rest > 0 ? <Button size="xs" variant="subtle" onClick={onWhole}>{t`y ${rest} más`}</Button> : null}
    </>
  )
}
