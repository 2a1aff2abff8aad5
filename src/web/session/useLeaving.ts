import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { storedToken } from '#web/session/storage.ts'

export type Leaving = {
  /** Set when the user is about to leave: show the LeaveGuard. */
  asked: boolean
  stay: () => void
  leave: () => void
}

/** Number of unfinished forms on the screen. */
let unfinishedWork = 0

/** Whether leaving now would lose unfinished work. */
export const hasUnfinishedWork = () => unfinishedWork > 0

/**
 * Asks before the user leaves a screen with unfinished work, also on closing the tab. Another tab or filter of the same
 * screen does not count, and an ended session always leaves.
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
