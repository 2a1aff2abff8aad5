import type { AnyRouter } from '@tanstack/react-router'
import { clearMessage } from '#web/ui/feedback/messages.ts'

/** What the bar message says is about the screen that it came on: who leaves that leaves it. What is raised on the way stays. */
export function clearOnLeaving(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) clearMessage()
  })
}

/** Whether the screen has put the focus itself: into its own page, or into a window over it. */
const isPlaced = (main: HTMLElement, active: Element | null) =>
  active !== null && ((active !== main && main.contains(active)) || active.closest('[aria-modal]') !== null)

/**
 * Another screen begins with the focus on its page, as a loaded document does: the link that led here is gone or stands in
 * the menu before it. The address with which the visit began is the browser's own affair, and a filter is no other screen.
 */
export function focusOnArrival(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    const main = document.getElementById('contenido')
    if (main && !isPlaced(main, document.activeElement)) main.focus({ preventScroll: true })
  })
}
