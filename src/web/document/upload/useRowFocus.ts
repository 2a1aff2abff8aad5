import { type FocusEvent, useEffect, useRef } from 'react'

/** Longer than a window takes to close and give the focus back. */
const AFTER_WINDOW_MS = 350

/**
 * Keeps the focus in the row of a list whose buttons come and go: when the focused button goes, the first one of its row
 * gets the focus. `row` counts from 0. Spread `props` on the element around the list.
 */
export function useRowFocus() {
  const around = useRef<HTMLDivElement>(null)
  const held = useRef<number | null>(null)

  const restore = () => {
    const lost = !document.activeElement || document.activeElement === document.body
    if (held.current === null || !lost) return
    around.current?.querySelectorAll('ul > li')[held.current]?.querySelector<HTMLElement>('button')?.focus()
  }
  // A button goes with the render that no longer has it, whatever it was that changed.
  useEffect(restore)

  return {
    props: {
      ref: around,
      onFocus: ({ target }: FocusEvent) => {
        const row = target.closest('li')
        const rows = [...(around.current?.querySelectorAll('ul > li') ?? [])]
        held.current = row && rows.includes(row) ? rows.indexOf(row) : null
      },
      // Only who leaves is heard here: a button that is taken away says nothing.
      onBlur: () => {
        held.current = null
      },
    },
    /** After a window that was opened from a row: back to that row, though its button may be gone. */
    returnTo(row: number) {
      setTimeout(() => {
        held.current ??= row
        restore()
      }, AFTER_WINDOW_MS)
    },
  }
}
