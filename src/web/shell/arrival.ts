import type { AnyRouter } from '@tanstack/react-router'
import { clearMessage } from '#web/ui/feedback/messages.ts'

/** Clears the bar message when its screen is left. A message raised during the navigation stays. */
export function clearOnLeaving(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) clearMessage()
  })
}

/** Whether the screen has set the focus itself, in its page or in a window above it. */
const isPlaced = (main: HTMLElement, active: Element | null) =>
  active !== null && ((active !== main && main.contains(active)) || active.closest('[aria-modal]') !== null)

/**
 * Moves the focus to the page after a navigation, as a document load does: the link that led here is gone or lies in
 * the menu before the page. Skips the first address of the visit and changes of filters.
 */
export function focusOnArrival(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    const main = document.getElementById('contenido')
    if (main && !isPlaced(main, document.activeElement)) main.focus({ preventScroll: true })
  })
}
