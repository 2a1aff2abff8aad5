import { expect, test } from 'vitest'
import { rates } from '#domain/limits/limits.ts'
import { DAY, movableClock } from '#server/clock.ts'
import { makeLimiter } from '#server/http/limiter.ts'

/** Whether the next call of a caller is refused once it has made as many as it may at once. */
function isSpent(limiter: ReturnType<typeof makeLimiter>, caller: string): boolean {
  try {
    limiter.take(caller, 'anonymous')
    return false
  } catch {
    return true
  }
}
function spend(limiter: ReturnType<typeof makeLimiter>, caller: string): void {
  for (let calls = 0; !isSpent(limiter, caller); calls++) expect(calls).toBeLessThan(10_000)
}

test('a crowd of callers makes it forget those who have worked off their calls, and nobody else', () => {
  const clock = movableClock('2026-11-21T09:00:00.000Z')
  const limiter = makeLimiter(clock, rates)
  for (let n = 0; n < 49_000; n++) limiter.take(`early${n}`, 'anonymous')
  clock.move(DAY)
  spend(limiter, 'busy')
  for (let n = 0; n < 2000; n++) limiter.take(`late${n}`, 'anonymous')
  expect(isSpent(limiter, 'busy')).toBe(true)
})

test('of more busy callers than it remembers all begin anew: memory has an end', () => {
  const limiter = makeLimiter(movableClock('2026-11-21T09:00:00.000Z'), rates)
  spend(limiter, 'busy')
  for (let n = 0; n < 49_999; n++) limiter.take(`other${n}`, 'anonymous')
  expect(isSpent(limiter, 'busy')).toBe(true)
  limiter.take('one more', 'anonymous')
  expect(isSpent(limiter, 'busy')).toBe(false)
})
