import { useElementSize } from '@mantine/hooks'
import { IconClock } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { timelineLayout, timelineMonths, timelinePosition } from '#web/ui/rating/timeline-layout.ts'
import { portalNow } from '#web/ui/time/clock.ts'
import { dayOf, dayText, relativeText } from '#web/ui/time/dates.ts'
import classes from './ExpiryTimeline.module.css'

export interface TimelineItem {
  key: string
  /** 'YYYY-MM-DD'. */
  date: string
  text: string
  /** Expires soon: gets the clock, the colour and the days left. */
  soon?: boolean
  href?: string
}
export interface ExpiryTimelineProps {
  items: readonly TimelineItem[]
  now?: Date
  label: string
}

const levelHeight = 44

/** Expiry dates of twelve months, as pins on a graduated rule; a plain list on a phone. */
export function ExpiryTimeline({ items, now = portalNow(), label }: ExpiryTimelineProps) {
  const { ref, width } = useElementSize()
  const today = dayOf(now)
  const months = timelineMonths(today)
  const sorted = [...items].sort((a, b) => a.date.localeCompare(b.date))
  const rule = Math.max(width, 600)
  const widths = sorted.map(item => {
    const dateLine = item.soon ? 210 : 84
    return (Math.max(item.text.length * 6.1, dateLine) + 18) / rule
  })
  const places = timelineLayout(
    sorted.map(item => item.date),
    widths,
    months,
  )
  const depth = Math.max(0, ...places.map(place => place.level)) + 1
  const top = 8 + levelHeight * depth + 8
  return (
    <div className={classes.root} ref={ref} style={{ '--top': `${top}px` }}>
      <span className={classes.today} aria-hidden="true" style={{ '--x': `${100 * timelinePosition(today, months)}%` }}>
        {t('hoy')}
      </span>
      <ol aria-label={label}>
        {sorted.map((item, index) => {
          const place = places[index]
          if (!place) return null
          return (
            <li
              key={item.key}
              data-s={item.soon ? 'PENDING' : undefined}
              data-flipped={place.flipped || undefined}
              style={{ '--x': `${100 * place.at}%`, '--h': `${(depth - place.level) * levelHeight + 8}px` }}
            >
              <span>
                {item.soon ? <IconClock size={16} aria-hidden="true" /> : null}
                <b>{dayText(item.date)}</b>
                {item.soon ? relativeText(item.date, now) : null}
              </span>
              <em>{item.href ? <UiLink href={item.href}>{item.text}</UiLink> : item.text}</em>
            </li>
          )
        })}
      </ol>
      <div className={classes.months} aria-hidden="true">
        {months.map(month => (
          <i key={month.start}>{month.label}</i>
        ))}
      </div>
    </div>
  )
}
