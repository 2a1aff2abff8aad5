import { useSyncExternalStore } from 'react'

/** Whether a sign-out here has no confirmation from the server yet. */
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
