import { createContext, useContext, useLayoutEffect } from 'react'

export interface Shell {
  /** The navigation shows icons only. */
  mini: boolean
  /** Entries call it when followed, so that the drawer closes. */
  onFollow: () => void
}

export const ShellContext = createContext<Shell>({ mini: false, onFollow: () => {} })

export function useShell(): Shell {
  return useContext(ShellContext)
}

/** Set by AppShell; called with whether the screen fills the viewport and prefers a folded menu. */
export const NarrowMenuContext = createContext<(wanted: boolean) => void>(() => {})

/** Asks AppShell to fold its menu, up to 1600 px, while the calling screen is open. */
export function useNarrowMenu(): void {
  const want = useContext(NarrowMenuContext)
  useLayoutEffect(() => {
    want(true)
    return () => want(false)
  }, [want])
}
