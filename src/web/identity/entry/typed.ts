/** What was typed in the entry form, and the button that was pressed. */
export type Typed = { email: string; password: string; then: 'enter' | 'recover' | { signOn: string } }

let typed: Typed | null = null

/** Keeps it for the sign-in page that takes the place of the entry form; never outside the memory of the page. */
export function keepTyped(what: Typed): void {
  typed = what
}

/** Returns it once. */
export function takeTyped(): Typed | null {
  const what = typed
  typed = null
  return what
}
