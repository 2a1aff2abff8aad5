import { type FocusEvent, useEffect, useRef } from 'react'

/** Focuses the list when a removed row had the focus, after the list has rendered without it. */
export function keepFocus(list: HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) list?.focus({ preventScroll: true })
  }, 50)
}

/**
 * Keeps the focus inside a part of the page whose contents depend on `changes`: when the focused element disappears,
 * `place` gets the focus; by default the part itself, which then needs tabIndex -1.
 */
export function useKeptFocus<Part extends HTMLElement>(
  changes: unknown,
  place: (part: Part) => HTMLElement | null = part => part,
) {
  const ref = useRef<Part>(null)
  const held = useRef<Element | null>(null)
  useEffect(() => {
    if (!ref.current || !held.current || held.current.isConnected) return
    held.current = null
    keepFocus(place(ref.current))
  }, [changes])
  return {
    ref,
    onFocus: (event: FocusEvent) => {
      held.current = event.target
    },
    onBlur: (event: FocusEvent) => {
      // A removed element has no relatedTarget; leaving by Tab or press has one.
      if (event.relatedTarget) held.current = null
    },
  }
}
