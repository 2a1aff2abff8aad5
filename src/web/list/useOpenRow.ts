import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { sentence } from '#domain/messages.ts'
import { messageOf } from '#web/api/api.ts'
import type { List } from '#web/list/useList.ts'
import { useUrlValue } from '#web/participant/search/useUrlValue.ts'

export type OpenRow<Row> = {
  key: string | null
  row: Row | null
  open: (key: string | null) => void
  /** Why a link leads to nothing; null when it leads to something. */
  missing: string | null
}

/** The row that the address opens: one of the page, or else read by itself, because a link may lead to another page. */
export function useOpenRow<Row, Answer>(
  list: Pick<List<Row>, 'rows' | 'status'>,
  keyOf: (row: NoInfer<Row>) => string,
  reading: (key: string) => { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<Answer> },
  rowIn: (answer: NoInfer<Answer>) => NoInfer<Row> | undefined,
): OpenRow<Row> {
  const [key, open] = useUrlValue('row')
  const shown = list.rows.find(row => keyOf(row) === key)
  const elsewhere = useQuery({
    ...reading(key ?? ''),
    select: rowIn,
    enabled: key !== null && !shown && list.status === 'ready',
  })
  const row = key === null ? null : (shown ?? elsewhere.data ?? null)
  // What was open and is gone, such as a deleted request, was no wrong link.
  const seen = useRef<string | null>(null)
  if (row) seen.current = key
  const isMissing = key !== null && !row && seen.current !== key
  const isRead = elsewhere.isSuccess && !elsewhere.isFetching
  return {
    key,
    row,
    open,
    missing: !isMissing ? null : elsewhere.error ? messageOf(elsewhere.error) : isRead ? sentence('notFound') : null,
  }
}
