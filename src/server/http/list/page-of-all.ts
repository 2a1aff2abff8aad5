import { compareSpanish } from '#domain/values/collate.ts'

type Asked = { page: number; size: number; sort?: string | undefined }

/** Sorts like the overviews: texts in Spanish collation, nulls last in both directions. */
function inOrder<Row>(rows: readonly Row[], sort: string): Row[] {
  const [field = '', direction] = sort.split(',')
  const sign = direction === 'desc' ? -1 : 1
  const fieldOf = (row: Row) => (row as Record<string, string | number | null>)[field] ?? null
  return rows.toSorted((a, b) => {
    const [first, second] = [fieldOf(a), fieldOf(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    if (typeof first === 'number' && typeof second === 'number') return sign * (first - second)
    return sign * compareSpanish(String(first), String(second))
  })
}

/**
 * A page of a list that is short enough to be read whole, such as the documents of one validation (API-05, D18). Keeps
 * the order of `rows` unless the call sorts by a field.
 */
export function pageOfAll<Row>(rows: readonly Row[], { page, size, sort }: Asked) {
  const ordered = sort === undefined ? rows : inOrder(rows, sort)
  return { content: ordered.slice(page * size, (page + 1) * size), totalElements: rows.length }
}
