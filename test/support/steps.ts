import { test } from 'vitest'

/**
 * Tests that build on each other, in order. A test that runs alone (`-t`) first runs the steps before it; together each
 * runs once. A step runs even if an earlier one failed, so that each failure is reported in its place.
 */
export function steps() {
  let last: () => Promise<void> = async () => {}
  let count = 0

  function link(run: () => Promise<void>): { run: () => Promise<void>; timeout: number } {
    const before = last
    let outcome: Promise<void> | undefined
    last = () => {
      outcome ??= before()
        .catch(() => {})
        .then(run)
      return outcome
    }
    return { run: last, timeout: 120_000 + 30_000 * count++ }
  }

  function step(title: string, run: () => Promise<void>): void {
    const { run: linked, timeout } = link(run)
    test(title, { timeout }, () => linked())
  }

  /** One step for each row; the title is formatted as that of `test.each`. */
  step.each =
    <const Row extends readonly unknown[]>(rows: readonly Row[]) =>
    (title: string, run: (...row: [...Row]) => void | Promise<void>): void => {
      for (const row of rows) {
        const { run: linked, timeout } = link(async () => run(...row))
        test.each([[...row]])(title, { timeout }, () => linked())
      }
    }

  return step
}
