import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { EntryForm } from '#web/identity/entry/EntryForm.tsx'
import { keepTyped, type Typed } from '#web/identity/entry/typed.ts'
import { followScheme } from '#web/ui/theme/scheme.ts'

/** The start of the portal, which needs a session, and the sign-in page with its short address. */
const entries = ['/', '/auth/sign-in', '/sign-in']

type Start = typeof import('#web/main/start.tsx')

/** Whether a page starts with the entry form: at the sign-in, in a tab that keeps nothing of a session. */
export function startsWithEntry({ pathname }: { pathname: string }, { length }: { length: number }): boolean {
  return entries.includes(pathname) && length === 0
}

/**
 * Shows the entry form: the sign-in form without the portal behind it, a quarter of its weight. The portal is loaded while
 * the user types, and takes over with what was typed when a button is pressed.
 */
export function showEntry(root: HTMLElement): void {
  followScheme()
  if (location.pathname === '/') history.replaceState(null, '', '/auth/sign-in?next=%2F')
  const place = document.createElement('div')
  root.before(place)
  const form = createRoot(place)
  let loading: Promise<Start> | null = null
  const load = () => {
    loading ??= import('#web/main/start.tsx')
    return loading
  }
  const open = async (typed: Typed) => {
    const { startApp } = await load()
    keepTyped(typed)
    await startApp(root, () => {
      // In the same frame, so that the screen never shows two forms, or none.
      queueMicrotask(() => {
        flushSync(() => form.unmount())
        place.remove()
      })
    })
  }
  flushSync(() => form.render(<EntryForm onTyping={() => void load().catch(() => undefined)} onOpen={open} />))
}
