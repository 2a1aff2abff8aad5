import { useSyncExternalStore } from 'react'

/** Whether somebody signed out here and the portal has not said that it ended the session. */
let signOutPending = false
const listeners = new Set<() => void>()

export function setUnheard(is: boolean): void {
  signOutPending = is
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useUnheard = () => useSyncExternalStore(onChange, () => signOutPending)
