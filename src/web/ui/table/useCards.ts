import { type RefObject, useLayoutEffect } from 'react'

/**
 * Sets `data-cards` on a table's root while its rows must be cards: on a phone, and on a tablet when the columns do not
 * fit side by side. Measures before the browser paints, and again when `content` or the width changes.
 */
export function useCards(root: RefObject<HTMLElement | null>, content: unknown): void {
  useLayoutEffect(() => {
    const element = root.current
    const table = element?.querySelector('table')
    const room = table?.parentElement
    if (!element || !table || !room) return
    const measure = () => {
      const isPhone = matchMedia('(max-width: 767px)').matches
      const isWide = matchMedia('(min-width: 1200px)').matches
      element.toggleAttribute('data-cards', isPhone)
      if (isPhone || isWide) return
      element.toggleAttribute('data-cards', room.scrollWidth > room.clientWidth + 1)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // A font that loads late makes the columns wider.
    void document.fonts.ready.then(measure)
    return () => observer.disconnect()
  }, [root, content])
}
