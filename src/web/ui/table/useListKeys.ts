import { useEffect } from 'react'

const steps: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }
const stops = 'a[href], button'
/** What uses these keys itself. */
const others = 'input, textarea, select, [aria-haspopup]'

/** The stop in the next or previous row, at the same place if the row has one. */
function neighbour(from: Element, step: 1 | -1): HTMLElement | undefined {
  const row = from.closest('tbody tr')
  const stopsOf = (line: Element | null | undefined) => [...(line?.querySelectorAll<HTMLElement>(stops) ?? [])]
  const after = (line: Element | null | undefined) =>
    step === 1 ? line?.nextElementSibling : line?.previousElementSibling
  let beside = after(row)
  // The heading of a group has none.
  while (beside && stopsOf(beside).length === 0) beside = after(beside)
  const there = stopsOf(beside)
  return there[stopsOf(row).indexOf(from as HTMLElement)] ?? there[0]
}

/**
 * In a table whose row has the focus, the arrows and J and K go to the row below and above. Nothing happens elsewhere,
 * so that a letter alone is no shortcut (WCAG 2.1.4).
 */
export function useListKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const step = steps[event.key]
      const { target } = event
      if (!step || !(target instanceof HTMLElement) || !target.matches(stops) || target.matches(others)) return
      const next = neighbour(target, step)
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
