import { useState } from 'react'
import type { ListState } from '#web/list/useListState.ts'
import { DateField, type DateFieldProps } from '#web/ui/form/DateField.tsx'
import { dayFault } from '#web/ui/time/dates.ts'

/** The two fields of a filter by days, 'from' and 'to' in the URL. A list, because a filter bar counts its fields. */
export function dayFilters({ filters, setFilter, cleared }: ListState, labels = { from: 'Desde', to: 'Hasta' }) {
  return (['from', 'to'] as const).map(end => (
    <DayFilter
      // A text that filters nothing is in no filter, so that clearing these alone would leave it.
      key={`${end} ${cleared}`}
      label={labels[end]}
      value={filters[end] ?? null}
      min={end === 'to' ? filters.from : undefined}
      max={end === 'from' ? filters.to : undefined}
      onDay={day => setFilter(end, day)}
    />
  ))
}

type Props = Pick<DateFieldProps, 'label' | 'value' | 'min' | 'max'> & { onDay: (day: string | null) => void }

/** What is half typed filters nothing yet; what is left as no day filters nothing any more, and says why. */
function DayFilter({ onDay, ...field }: Props) {
  const [text, setText] = useState('')
  const [typing, setTyping] = useState(false)
  const fault = dayFault(text)
  return (
    <DateField
      {...field}
      size="xs"
      error={typing ? null : fault}
      onChange={(day, typed) => {
        setText(typed)
        setTyping(true)
        if (dayFault(typed) === null) onDay(day)
      }}
      onBlur={() => {
        setTyping(false)
        if (fault && field.value) onDay(null)
      }}
    />
  )
}
