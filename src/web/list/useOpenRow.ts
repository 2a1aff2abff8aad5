import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { sentence } from '#domain/messages.ts'
import { messageOf } from '#web/api/api.ts'
import type { List } from '#web/list/useList.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'

export type OpenRow<Row> = {
  key: string | null
  row: Row | null
  open: (key: string | null) => void
  /** Why a link leads to nothing; null when it leads to something. */
  missing: string | null
}

/** The row that the address opens under a name: one of the page, or else read by itself, because a link may lead to another page. */
export function useOpenRow<Row, Answer>(
  list: Pick<List<Row>, 'rows' | 'status'>,
  keyOf: (row: NoInfer<Row>) => string,
  reading: (key: string) => { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<Answer> },
  rowIn: (answer: NoInfer<Answer>) => NoInfer<Row> | undefined,
  name = 'row',
): OpenRow<Row> {
  const [key, open] = useUrlValue(name)
  const shown = list.rows.find(row => keyOf(row) === key)
  const elsewhere = useQuery({
    ...reading(key ?? ''),
    select: rowIn,
    enabled: key !== null && !shown && list.status === 'ready',
  })
  const seen = useRef<{ key: string; row: Row } | null>(null)
  const kept = seen.current?.key === key ? seen.current : null
  // A row that leaves the page stays open until it is read again: its window may hold what was typed.
  const isRead = elsewhere.isSuccess && !elsewhere.isFetching
  const between = isRead || elsewhere.error ? null : kept?.row
  const row = key === null ? null : (shown ?? elsewhere.data ?? between ?? null)
  if (row && key !== null) seen.current = { key, row }
  // What was open and is gone, such as a deleted request, was no wrong link.
  const isMissing = key !== null && !row && !kept
  return {
    key,
    row,
    open,
    missing: !isMissing ? null : elsewhere.error ? messageOf(elsewhere.error) : isRead ? sentence('notFound') : null,
  }
}
