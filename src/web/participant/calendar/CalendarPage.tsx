import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarPlus, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import {
  agendaKindLabels,
  agendaKindsOf,
  laterMonth,
  monthDays,
  monthLabel,
  monthOf,
  readMonth,
  weeksOf,
} from '#domain/participant/calendar/calendar.ts'
import { type AgendaKind, readAgenda } from '#domain/participant/calendar/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { ExpiryList } from '#web/participant/calendar/ExpiryList.tsx'
import { MonthGrid } from '#web/participant/calendar/MonthGrid.tsx'
import { SubscribeDialog } from '#web/participant/calendar/SubscribeDialog.tsx'
import { useMe } from '#web/session/useMe.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import classes from './calendar.module.css'

/** The list shows as many months as a year has. */
const LISTED_MONTHS = 12
const MOST = 1000

const views = () => [
  { value: 'month', label: t('Mes') },
  { value: 'list', label: t('Lista') },
]

/** 'Calendario': what lapses, by month or as a list; month, view and kind are in the address (RENEW-20). */
export function CalendarPage() {
  const me = useMe()
  const role = me.role.key
  const [monthText, setMonth] = useUrlValue('month')
  const [view, setView] = useUrlValue('view')
  const [kindText, setKind] = useUrlValue('kind')
  const [subscribing, setSubscribing] = useState(false)
  // A month has no room on a phone.
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const kinds = agendaKindsOf[role]
  const kind = kinds.find(each => each === kindText)
  const asList = narrow || view === 'list'
  // Without a month in the address it opens where something is.
  const next = useQuery({
    ...queryOptions(readAgenda, {
      query: {
        ...{ from: me.today, to: monthDays(laterMonth(monthOf(me.today), LISTED_MONTHS)).to },
        ...{ sort: 'expiredAt', size: 1, ...(kind ? { kind } : {}) },
      },
    }),
    enabled: monthText === null && !asList,
  })
  const opens = asList ? undefined : next.data?.content[0]?.expiredAt
  const month = readMonth(monthText ?? (opens ? monthOf(opens) : undefined), me.today)
  const weeks = weeksOf(month)
  const { from, to } = asList
    ? { from: monthDays(month).from, to: monthDays(laterMonth(month, LISTED_MONTHS - 1)).to }
    : { from: weeks[0]![0]!, to: weeks.at(-1)![6]! }
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOptions(readAgenda, { query: { from, to, size: MOST, ...(kind ? { kind } : {}) } }),
    placeholderData: before => before,
    enabled: !next.isLoading,
  })
  const items = data?.content ?? []
  const go = (months: number) => setMonth(laterMonth(month, months))
  return (
    <>
      <PageHeader
        title={t('Calendario')}
        subtitle={
          role === 'CCI'
            ? t('Las acreditaciones de los evaluadores que caducan.')
            : role === 'ENTITY'
              ? t(
                  'Qué caduca de su entidad, y las calificaciones de los proveedores que sigue o cuyos servicios utiliza.',
                )
              : t('Qué caduca de su organización.')
        }
        actions={
          <Button leftSection={<IconCalendarPlus />} onClick={() => setSubscribing(true)}>
            {t('Suscribirse')}
          </Button>
        }
      />
      <div className={classes.bar}>
        <div className={classes.month}>
          <IconButton label={t('Mes anterior')} icon={<IconChevronLeft />} onClick={() => go(-1)} />
          <h2 className="serif" aria-live="polite">
            {asList ? t`Desde ${monthLabel(month)}` : monthLabel(month)}
          </h2>
          <IconButton label={t('Mes siguiente')} icon={<IconChevronRight />} onClick={() => go(1)} />
          <Button size="xs" variant="subtle" onClick={() => setMonth(monthOf(me.today))}>
            {t('Hoy')}
          </Button>
        </div>
        {kinds.length > 1 ? (
          <Segments
            label={t('Qué se muestra')}
            segments={[
              { value: '', label: t('Todo') },
              ...kinds.map((each: AgendaKind) => ({ value: each, label: agendaKindLabels[each] })),
            ]}
            value={kind ?? ''}
            onChange={value => setKind(value || null)}
          />
        ) : null}
        {narrow ? null : (
          <Segments
            label={t('Cómo se muestra')}
            segments={views()}
            value={asList ? 'list' : 'month'}
            onChange={value => setView(value === 'list' ? 'list' : null)}
          />
        )}
      </div>
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <Loading height={360} label={t('Cargando el calendario')} />
      ) : asList ? (
        <ExpiryList items={items} />
      ) : (
        <MonthGrid month={month} weeks={weeks} items={items} onWhole={() => setView('list')} />
      )}
      {data && data.totalElements > items.length ? (
        <p className="small dim">{t`Hay ${data.totalElements - items.length} más: elija qué se muestra.`}</p>
      ) : null}
      <SubscribeDialog opened={subscribing} onClose={() => setSubscribing(false)} account={paths.account('avisos')} />
    </>
  )
}
