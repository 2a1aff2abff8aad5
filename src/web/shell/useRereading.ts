import type { Query } from '@tanstack/react-query'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { unread } from '#web/shell/unread.ts'

const bell = hashKey(unread.queryKey)

/** What is edited, or never changes, is left alone: the same that a return to the window does not read again either. */
const isFollowed = (query: Query) =>
  query.queryHash !== bell &&
  query.observers.every(
    ({ options }) => options.refetchOnWindowFocus !== false && options.staleTime !== Number.POSITIVE_INFINITY,
  )

/**
 * Reads what is on the screen again when something newer is told than before: a screen left open does not contradict its
 * own bell.
 * @param newest when the newest was told, '' for none; undefined while nobody knows
 */
export function useRereading(newest: string | undefined): void {
  const client = useQueryClient()
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (newest === undefined) return
    if (known.current !== undefined && newest > known.current) void client.invalidateQueries({ predicate: isFollowed })
    // What was read already may be marked unread: that is not new.
    if (known.current === undefined || newest > known.current) known.current = newest
  }, [client, newest])
}
