import { DomainError } from '#domain/domain-error.ts'

/**
 * Lets at most `atOnce` pieces of work run at a time, in the order in which they came.
 * @param waiting how many may wait; beyond, the work is refused
 * @throws Refusal unavailable when as many wait already
 */
export function takingTurns(atOnce: number, waiting = Number.POSITIVE_INFINITY) {
  let running = 0
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new DomainError('unavailable')
      await new Promise<void>(resolve => line.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
