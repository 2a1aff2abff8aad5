import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { agendaKindLabels, laterMonth, monthLabel, monthOf } from '#domain/participant/calendar/calendar.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { DotGrid } from '#web/start/picture/DotGrid.tsx'

const MONTHS = 12
const always = ['document', 'score'] as const

/** A provider's year: what ends in which month (EXP-04). */
export function Year() {
  const { today } = useMe()
  const { data } = useQuery(queryOptions(readAgenda))
  if (!data) return null
  const months = Array.from({ length: MONTHS }, (_none, index) => laterMonth(monthOf(today), index))
  const coming = data.content.filter(({ expiredAt }) => expiredAt >= today)
  const kinds = [...always, ...(coming.some(({ kind }) => kind === 'lei') ? (['lei'] as const) : [])]
  return (
    <DotGrid
      label={t('Qué caduca cada mes')}
      columns={months.map(month => ({
        key: month,
        short: monthLabel(month).charAt(0).toUpperCase(),
        name: monthLabel(month),
      }))}
      rows={kinds.map(kind => ({ key: kind, label: t(agendaKindLabels[kind]) }))}
      countAt={(kind, month) => coming.filter(item => item.kind === kind && monthOf(item.expiredAt) === month).length}
      hrefOf={(kind, month) => paths.calendar({ month, kind })}
    />
  )
}
