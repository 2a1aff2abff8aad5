import { expect, test } from 'vitest'
import { rates } from '#domain/contract/limits.ts'
import { makeLimiter } from '#server/http/security/limiter.ts'
import { DAY, movableClock } from '#server/platform/clock.ts'
import { processorMs } from '#test/support/processor-time.ts'

/** Whether the next call of a caller is refused after a full burst. */
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

test('under a crowd of callers forgets only those who have worked off their calls', () => {
  const clock = movableClock('2026-11-21T09:00:00.000Z')
  const limiter = makeLimiter(clock)
  for (let n = 0; n < 49_000; n++) limiter.take(`early${n}`, 'anonymous')
  clock.move(DAY)
  spend(limiter, 'busy')
  for (let n = 0; n < 2000; n++) limiter.take(`late${n}`, 'anonymous')
  expect(isSpent(limiter, 'busy')).toBe(true)
})

test('a caller over its rate stays so among any number of callers', () => {
  const limiter = makeLimiter(movableClock('2026-11-21T09:00:00.000Z'))
  const busy = Array.from({ length: 10 }, (_, n) => `busy${n}`)
  for (const [index, caller] of busy.entries()) {
    spend(limiter, caller)
    for (let n = 0; n < 4000; n++) limiter.take(`between${index}-${n}`, 'anonymous')
  }
  for (let n = 0; n < 120_000; n++) limiter.take(`other${n}`, 'anonymous')
  expect(busy.filter(caller => !isSpent(limiter, caller))).toEqual([])
})

test('bounds its memory: of too many callers over their rate it forgets the least busy', () => {
  const limiter = makeLimiter(movableClock('2026-11-21T09:00:00.000Z'), {
    ...rates,
    anonymous: { burst: 1, perMinute: 1 },
  })
  for (let n = 0; n < 50_001; n++) limiter.take(`caller${n}`, 'anonymous')
  const anew = Array.from({ length: 50_001 }, (_, n) => `caller${n}`).filter(caller => !isSpent(limiter, caller))
  expect(anew[0]).toBe('caller0')
})

test('a crowd that it cannot remember costs no more than one that it can', () => {
  const timeOf = (callers: number) => {
    const limiter = makeLimiter(movableClock('2026-11-21T09:00:00.000Z'))
    for (let n = 0; n < callers; n++) limiter.take(`before${n}`, 'anonymous')
    return processorMs(() => {
      for (let n = 0; n < 40_000; n++) limiter.take(`caller${n}`, 'anonymous')
    })
  }
  timeOf(0)
  expect(timeOf(50_000)).toBeLessThan(timeOf(0) * 20 + 100)
})
