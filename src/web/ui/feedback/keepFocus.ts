import { type FocusEvent, useEffect, useRef } from 'react'

/** Gives the focus to a list whose row has gone and took the focus along, once the list is drawn without it. */
export function keepFocus(list: HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) list?.focus({ preventScroll: true })
  }, 50)
}

/**
 * For a part of the page whose contents come and go with `changes`: when what had the focus in it has gone, `place` gets it;
 * by default the part itself, which then needs a tabIndex of -1.
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
      // What goes is left for nothing; who leaves by Tab or a press goes somewhere.
      if (event.relatedTarget) held.current = null
    },
  }
}
