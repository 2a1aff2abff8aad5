import { useEffect, useRef } from 'react'

const open: symbol[] = []

/**
 * Escape closes only the top dialog: Mantine's own listeners would close every open one.
 * @param applies for dialogs that leave the page usable: whether the key is meant for this one
 */
export function useTopEscape(
  opened: boolean,
  onEscape: () => void,
  applies?: (target: Element | null) => boolean,
): void {
  const act = useRef(onEscape)
  act.current = onEscape
  const asks = useRef(applies)
  asks.current = applies
  useEffect(() => {
    if (!opened) return
    const me = Symbol('dialog')
    open.push(me)
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== me) return
      // An open list inside the dialog handles the key first and marks the event.
      const target = event.target instanceof Element ? event.target : null
      if (target?.getAttribute('data-mantine-stop-propagation') === 'true') return
      if (asks.current?.(target) === false) return
      act.current()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => {
      window.removeEventListener('keydown', listen, { capture: true })
      open.splice(open.indexOf(me), 1)
    }
  }, [opened])
}
