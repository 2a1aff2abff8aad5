import { DomainError } from '#domain/contract/domain-error.ts'

/**
 * Where a task waits: `last`, refused when too many wait; `patient`, also last and never refused; `first`, before all
 * others and never refused, for short tasks.
 */
export type Place = 'last' | 'patient' | 'first'

/**
 * Runs at most `atOnce` tasks at a time, in order of arrival.
 * @param waiting the maximum queue length; further tasks are refused
 * @throws DomainError unavailable when the queue is full
 */
export function takingTurns(atOnce: number, waiting = Number.POSITIVE_INFINITY) {
  let running = 0
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>, place: Place = 'last'): Promise<T> => {
    if (running >= atOnce) {
      if (place === 'last' && line.length >= waiting) throw new DomainError('unavailable')
      await new Promise<void>(resolve => (place === 'first' ? line.unshift(resolve) : line.push(resolve)))
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
