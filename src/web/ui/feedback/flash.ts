const TINT_MS = 2000

/** Tints for two seconds what somebody was led to. It fades, and where less motion is wanted it only goes. */
export function flash(element: Element): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.animate([{ backgroundColor: 'var(--tint)' }, { backgroundColor: 'transparent' }], {
    duration: TINT_MS,
    easing: still ? 'step-end' : 'ease-in',
  })
}
