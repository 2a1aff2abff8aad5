import { compareSpanish } from '#domain/values/collate.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'

type Asked = { page: number; size: number; sort: string }
type Row = { id: string }

/**
 * A page of a register's things, which are read whole: a bank has some thousands at most. Texts in Spanish order with
 * numbers by their value (F2 before F10), missing values last; equal ones by `then`.
 */
export function pageInOrder<R extends Row>(rows: readonly R[], { page, size, sort }: Asked, then: keyof R & string) {
  const [field = then, direction] = sort.split(',') as [keyof R & string, string | undefined]
  const sign = direction === 'desc' ? -1 : 1
  const sorted = rows.toSorted(
    (a, b) => compare(a[field], b[field], sign) || compare(a[then], b[then], 1) || a.id.localeCompare(b.id),
  )
  return pageOfAll(sorted, { page, size })
}

function compare(a: unknown, b: unknown, sign: number): number {
  const isMissing = (value: unknown) => value === null || value === ''
  if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b))
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  return sign * compareNatural(String(a), String(b))
}

/** Like Spanish collation, with the runs of digits compared by their value. */
function compareNatural(a: string, b: string): number {
  const [first, second] = [a, b].map(text => text.match(/\d+|\D+/g) ?? [])
  for (const [at, part] of first!.entries()) {
    const other = second![at]
    if (other === undefined) return 1
    const isNumber = /^\d/.test(part) && /^\d/.test(other)
    const order = isNumber ? Number(part) - Number(other) : compareSpanish(part, other)
    if (order !== 0) return order
  }
  return first!.length - second!.length
}
