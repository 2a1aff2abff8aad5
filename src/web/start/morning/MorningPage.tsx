import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listNotifications } from '#domain/notification/contract.ts'
import { notifications } from '#domain/notification/notification.ts'
import { targetOf } from '#domain/notification/target.ts'
import { weekFrom } from '#domain/validation/start/week.ts'
import { addDays, madridDay } from '#domain/values/day.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/identity/session/useMe.ts'
import classes from '#web/start/morning/morning.module.css'
import { type Dated, type MorningLine, useMorning } from '#web/start/morning/useMorning.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { StateMark } from '#web/ui/feedback/StateBadge.tsx'
import { dayText, longDayText, timeText, weekdayText } from '#web/ui/time/dates.ts'

const TASKS = 3
const CHANGES = 6

/** The day on one sheet, to read or to print: what to do, what changed since yesterday, and the week in the margin. */
export function MorningPage() {
  const me = useMe()
  const { tasks, total, coming, ready, error, retry } = useMorning()
  return (
    <div className={classes.sheet}>
      <header>
        <div>
          <h1>{longDayText(me.today)}</h1>
          <p className="dim">{[me.name, me.commercialName || me.nameGenericEntity].filter(Boolean).join(' · ')}</p>
        </div>
        <Button
          className={classes.print}
          variant="subtle"
          size="xs"
          leftSection={<IconPrinter />}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
      </header>
      {error ? (
        <ErrorState text={error} onRetry={retry} />
      ) : ready ? (
        <div className={classes.body}>
          <div className={classes.lines}>
            <Part title="QUÉ HACER">
              <Tasks tasks={tasks} total={total} />
            </Part>
            <Part title="DESDE AYER">
              <Changes />
            </Part>
          </div>
          <Week coming={coming} />
        </div>
      ) : (
        <Loading height={420} />
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className="label">{title}</h2>
      {children}
    </section>
  )
}

function Tasks({ tasks, total }: { tasks: readonly MorningLine[]; total: number }) {
  if (tasks.length === 0) return <p>Nada le espera hoy.</p>
  const rest = total - TASKS
  return (
    <>
      <ol className={classes.tasks}>
        {tasks.slice(0, TASKS).map(({ key, text, href, note }) => (
          <li key={key}>
            <div>
              {href ? <UiLink href={href}>{text}</UiLink> : text}
              {note ? <span className="small dim">{note}</span> : null}
            </div>
          </li>
        ))}
      </ol>
      {rest > 0 ? (
        <p className="small">
          <UiLink href={paths.start()}>y {rest} más en el inicio</UiLink>
        </p>
      ) : null}
    </>
  )
}

function Changes() {
  const { role, today } = useMe()
  const { data, error, refetch } = useQuery(
    queryOptions(listNotifications, { query: { size: CHANGES, sort: 'createdAt,desc' } }),
  )
  if (error && !data) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading height={84} />
  const fresh = data.content.filter(({ createdAt }) => madridDay(createdAt) >= addDays(today, -1))
  if (fresh.length === 0) return <p>Nada ha cambiado desde ayer.</p>
  return (
    <ul className={classes.changes}>
      {fresh.map(({ id, type, info, message, createdAt }) => (
        <li key={id}>
          <StateMark state={notifications[type].mark} size={18} />
          <UiLink href={targetOf(type, info, role.key) ?? paths.notifications()}>{message}</UiLink>
          <span className="small dim nowrap">
            {madridDay(createdAt) === today ? 'hoy' : 'ayer'} {timeText(createdAt)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The margin: a rule with seven days, and what falls on each. */
function Week({ coming }: { coming: readonly Dated[] }) {
  const { today } = useMe()
  const { days, next } = weekFrom(today, coming)
  return (
    <section className={classes.week} aria-label="LA SEMANA">
      <h2 className="label">LA SEMANA</h2>
      <ol>
        {days.map(({ day, items }) => (
          <li key={day} data-today={day === today || undefined}>
            <b>{weekdayText(day)}</b>
            {items.map(({ text }) => (
              <span key={text}>{text}</span>
            ))}
          </li>
        ))}
      </ol>
      {next ? (
        <p className="small dim">
          Después, el {dayText(next.day)}: {next.text}.
        </p>
      ) : null}
    </section>
  )
}
