import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { storedToken } from '#web/session/storage.ts'

export type Leaving = {
  /** Somebody is about to leave: show the LeaveGuard. */
  asked: boolean
  stay: () => void
  leave: () => void
}

/** How many pieces of unfinished work are on the screen. */
let unfinishedWork = 0

/** Whether who goes away now leaves something unfinished behind. */
export const hasUnfinishedWork = () => unfinishedWork > 0

/**
 * Asks before a screen with unfinished work is left, also by closing the tab. Another tab or filter of the same screen
 * is not leaving it, and a session that ended cannot be stayed in.
 */
export function useLeaving(unfinished: boolean): Leaving {
  useEffect(() => {
    if (!unfinished) return
    unfinishedWork++
    return () => {
      unfinishedWork--
    }
  }, [unfinished])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unfinished && storedToken() !== '' && current.pathname !== next.pathname,
    enableBeforeUnload: unfinished,
    withResolver: true,
  })
  return {
    asked: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
