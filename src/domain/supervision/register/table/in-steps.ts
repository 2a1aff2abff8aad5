/** Work in steps, between which a server serves others; the last one gives the result. */
export type Steps<T> = Generator<void, T>

/** The result of all steps in one go. */
export function lastOf<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
