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

/**
 * Runs at most `atOnce` tasks of one owner at a time, so that the many of one wait behind each other and not before
 * those of the others.
 * @param patienceMs a task whose turn comes later than this is refused: its caller has given up
 * @param isVain whether the error of a task refuses those that wait behind it, which would meet the same
 * @throws DomainError unavailable for a task that is refused
 */
export function sharingTurns(atOnce: number, patienceMs: number, isVain: (error: unknown) => boolean = () => false) {
  const lines = new Map<string, { inTurn: ReturnType<typeof takingTurns>; tasks: number; failedAt: number }>()
  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(owner) ?? { inTurn: takingTurns(atOnce), tasks: 0, failedAt: 0 }
    lines.set(owner, line)
    line.tasks++
    const since = performance.now()
    try {
      return await line.inTurn(async () => {
        if (line.failedAt > since || performance.now() - since > patienceMs) throw new DomainError('unavailable')
        try {
          return await work()
        } catch (error) {
          if (isVain(error)) line.failedAt = performance.now()
          throw error
        }
      })
    } finally {
      if (--line.tasks === 0) lines.delete(owner)
    }
  }
}
