import { useBlocker } from '@tanstack/react-router'
import { storedToken } from '#web/session/storage.ts'

export type Leaving = {
  /** Somebody is about to leave: show the LeaveGuard. */
  asked: boolean
  stay: () => void
  leave: () => void
}

/**
 * Asks before a screen with unfinished work is left, also by closing the tab. Another tab or filter of the same screen
 * is not leaving it, and a session that ended cannot be stayed in.
 */
export function useLeaving(unfinished: boolean): Leaving {
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
