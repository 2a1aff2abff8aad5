import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listNotifications } from '#domain/notification/contract.ts'
import type { ChangeKind } from '#domain/notification/stream/stream.ts'
import { followChanges } from '#web/notification/stream/followChanges.ts'
import { useMe } from '#web/session/useMe.ts'
import { isFollowed } from '#web/shell/useRereading.ts'

/** The browsers of all who hear a change read again within this long, in milliseconds, not all at once. */
const SPREAD_MS = 500

/** Refetches the bell and the open screen when they may have changed. Without the stream the bell polls, as always. */
export function useStream(): void {
  const { stream, userId } = useMe()
  const client = useQueryClient()
  useEffect(() => {
    if (!stream) return
    const changed = new Set<ChangeKind>()
    let timer: ReturnType<typeof setTimeout> | null = null
    const refetch = () => {
      timer = null
      if (changed.has('notifications')) void client.invalidateQueries({ queryKey: [listNotifications.name] })
      // A hidden tab reads again when it is seen.
      const refetchType = document.hidden ? 'none' : 'active'
      if (changed.has('lists')) void client.invalidateQueries({ predicate: isFollowed, refetchType })
      changed.clear()
    }
    const stop = followChanges(userId, kinds => {
      for (const kind of kinds) changed.add(kind)
      timer ??= setTimeout(refetch, Math.random() * SPREAD_MS)
    })
    return () => {
      stop()
      if (timer) clearTimeout(timer)
    }
  }, [client, stream, userId])
}
