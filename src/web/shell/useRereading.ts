import type { Query } from '@tanstack/react-query'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { unread } from '#web/notification/unread.ts'

const bell = hashKey(unread.queryKey)

/** Skips forms and constant data: the same queries that do not refetch on window focus. */
export const isFollowed = (query: Query) =>
  query.queryHash !== bell &&
  query.observers.every(
    ({ options }) => options.refetchOnWindowFocus !== false && options.staleTime !== Number.POSITIVE_INFINITY,
  )

/**
 * Refetches the screen when a newer notification arrives, so that an open screen does not contradict its bell.
 * @param newest time of the newest notification, '' for none, undefined while unknown
 */
export function useRereading(newest: string | undefined): void {
  const client = useQueryClient()
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (newest === undefined) return
    if (known.current !== undefined && newest > known.current) void client.invalidateQueries({ predicate: isFollowed })
    // A notification marked unread again is not new.
    if (known.current === undefined || newest > known.current) known.current = newest
  }, [client, newest])
}
