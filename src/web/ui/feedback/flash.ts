const TINT_MS = 2000

/** Tints an element for two seconds after a jump to it. The tint fades; with reduced motion it just disappears. */
export function flash(element: Element): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.animate([{ backgroundColor: 'var(--tint)' }, { backgroundColor: 'transparent' }], {
    duration: TINT_MS,
    easing: still ? 'step-end' : 'ease-in',
  })
}
