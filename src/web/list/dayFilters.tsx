import type { ListState } from '#web/list/useListState.ts'
import { DateField } from '#web/ui/DateField.tsx'

/** The two fields of a filter by days, 'from' and 'to' in the URL. A list, because a filter bar counts its fields. */
export function dayFilters({ filters, setFilter }: ListState, labels = { from: 'Desde', to: 'Hasta' }) {
  return (['from', 'to'] as const).map(end => (
    <DateField
      key={end}
      size="xs"
      label={labels[end]}
      value={filters[end] ?? null}
      min={end === 'to' ? filters.from : undefined}
      max={end === 'from' ? filters.to : undefined}
      // What is half typed filters nothing yet.
      onChange={(day, text) => (day || !text.trim() ? setFilter(end, day) : undefined)}
    />
  ))
}
