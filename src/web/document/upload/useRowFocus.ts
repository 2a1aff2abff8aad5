import { type FocusEvent, useEffect, useRef } from 'react'

/** Longer than the closing animation and focus return of a window. */
const AFTER_WINDOW_MS = 350

/**
 * Keeps the focus in the row of a list when the focused button disappears: it moves to the row's first button. `row`
 * counts from 0. Spread `props` on the element around the list.
 */
export function useRowFocus() {
  const around = useRef<HTMLDivElement>(null)
  const held = useRef<number | null>(null)

  const restore = () => {
    const lost = !document.activeElement || document.activeElement === document.body
    if (held.current === null || !lost) return
    around.current?.querySelectorAll('ul > li')[held.current]?.querySelector<HTMLElement>('button')?.focus()
  }
  // Any render may remove a button.
  useEffect(restore)

  return {
    props: {
      ref: around,
      onFocus: ({ target }: FocusEvent) => {
        const row = target.closest('li')
        const rows = [...(around.current?.querySelectorAll('ul > li') ?? [])]
        held.current = row && rows.includes(row) ? rows.indexOf(row) : null
      },
      // This handler sees only real blur events: removing a button fires none.
      onBlur: () => {
        held.current = null
      },
    },
    /** After a window opened from a row closes: back to that row, although its button may be gone. */
    returnTo(row: number) {
      setTimeout(() => {
        held.current ??= row
        restore()
      }, AFTER_WINDOW_MS)
    },
  }
}
