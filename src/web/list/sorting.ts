import type { Sort } from '#web/ui/table/DataTable.tsx'

/** The table's sort state from the API's 'field,desc'. */
export function sortOf(text: string): Sort {
  const [key = '', direction] = text.split(',')
  return { key, direction: direction === 'desc' ? 'desc' : 'asc' }
}

export const sortText = (sort: Sort) => `${sort.key},${sort.direction}`
