import { createContext, useContext, useLayoutEffect } from 'react'

export interface Shell {
  /** The navigation shows icons only. */
  mini: boolean
  /** Called by an entry that was followed, so that the drawer closes. */
  onFollow: () => void
}

export const ShellContext = createContext<Shell>({ mini: false, onFollow: () => {} })

export function useShell(): Shell {
  return useContext(ShellContext)
}

/** Set by AppShell: told whether the screen fills the viewport and would rather have the menu folded. */
export const NarrowMenuContext = createContext<(wanted: boolean) => void>(() => {})

/** Asks AppShell to fold its menu, up to 1600 px, while the calling screen is shown. */
export function useNarrowMenu(): void {
  const want = useContext(NarrowMenuContext)
  useLayoutEffect(() => {
    want(true)
    return () => want(false)
  }, [want])
}
