import { useState } from 'react'
import { msg, t } from '#domain/language/translate.ts'
import type { ListState } from '#web/list/useListState.ts'
import { DateField, type DateFieldProps } from '#web/ui/form/DateField.tsx'
import { dayFault } from '#web/ui/time/dates.ts'

const words = { from: msg('Desde'), to: msg('Hasta') }

/** The first or last day of a date filter, mirrored in the URL. Not a component, because a filter bar counts its fields. */
export function dayFilter(
  { filters, setFilter, cleared }: ListState,
  end: 'from' | 'to',
  label: string = t(words[end]),
) {
  return (
    <DayFilter
      // Text that is no valid date is in no filter, so that clearing the filters alone would leave it.
      key={`${end} ${cleared}`}
      label={label}
      value={filters[end] ?? null}
      min={end === 'to' ? filters.from : undefined}
      max={end === 'from' ? filters.to : undefined}
      onDay={day => setFilter(end, day)}
    />
  )
}

type Props = Pick<DateFieldProps, 'label' | 'value' | 'min' | 'max'> & { onDay: (day: string | null) => void }

/** A half-typed date does not filter yet. On blur, an invalid date clears the filter and shows an error. */
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
