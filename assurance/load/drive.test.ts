import { expect, test } from 'vitest'
import type { Time } from '#assurance/load/drive.ts'
import { arrivals, closedLoop, lasted, openLoop } from '#assurance/load/drive.ts'
import { backAfter, figuresOf, isFault, percentile, worstWindow } from '#assurance/load/figures.ts'

/** A fake clock that jumps to the next timer when all wait. */
function fakeTime(): Time {
  let now = 0
  const timers: { at: number; wake: () => void }[] = []
  let turning = false
  const turn = async () => {
    turning = true
    while (timers.length > 0) {
      // All callbacks of the last timer have run by a later turn of the event loop.
      await new Promise(resolve => setImmediate(resolve))
      timers.sort((a, b) => a.at - b.at)
      const next = timers.shift()!
      now = Math.max(now, next.at)
      next.wake()
    }
    turning = false
  }
  return {
    now: () => now,
    wait: ms =>
      new Promise<void>(wake => {
        timers.push({ at: now + ms, wake })
        if (!turning) void turn()
      }),
  }
}

/** A fake portal that answers one call at a time, in 5 ms each, and pauses from 1 s to 2 s. */
function stallingPortal(time: Time) {
  let free = 0
  return async () => {
    const begins = Math.max(free, time.now())
    free = (begins >= 1000 && begins < 2000 ? 2000 : begins) + 5
    await time.wait(free - time.now())
    return 'ok'
  }
}

test('an open loop measures from the due time, so a pause counts for every call that it delays', async () => {
  const due = Array.from({ length: 300 }, (_, n) => n * 10)
  const open = fakeTime()
  const samples = await openLoop(due, stallingPortal(open), open)
  const { calls, p99, worst } = figuresOf(samples, lasted(samples))
  expect(calls).toBe(300)
  expect(worst).toBe(1005)
  expect(p99).toBeGreaterThan(900)
  // More than half of the calls hit the pause or its backlog.
  expect(samples.filter(({ tookMs }) => tookMs > 100).length).toBeGreaterThan(150)

  const closed = fakeTime()
  const polite = await closedLoop({ clients: 1, seconds: 3 }, stallingPortal(closed), closed)
  // A closed-loop client sees the pause once, and p99 hides it.
  expect(polite.filter(({ tookMs }) => tookMs > 100)).toHaveLength(1)
  expect(figuresOf(polite, 3).p99).toBe(5)
})

test('calls leave when they are due, and one that leaves late says so', async () => {
  const time = fakeTime()
  const left: number[] = []
  await openLoop(
    [0, 10, 20],
    async () => {
      left.push(time.now())
      return 'ok'
    },
    time,
  )
  expect(left).toEqual([0, 10, 20])

  let now = 0
  const slow: Time = {
    now: () => now,
    wait: async ms => {
      await new Promise(resolve => setImmediate(resolve))
      now += ms + 7
    },
  }
  const samples = await openLoop([10, 100], async () => 'ok', slow)
  expect(samples.map(({ lateMs, tookMs }) => [lateMs, tookMs])).toEqual([
    [7, 7],
    [7, 7],
  ])
})

test('arrivals come at the rate that was asked for, in order, and the same for a seed', () => {
  const due = arrivals({ perSecond: 200, seconds: 60, seed: 7 })
  expect(due.length).toBeGreaterThan(11_600)
  expect(due.length).toBeLessThan(12_400)
  expect(due.every((at, n) => at < 60_000 && at >= (due[n - 1] ?? 0))).toBe(true)
  expect(arrivals({ perSecond: 200, seconds: 60, seed: 7 })).toEqual(due)
  expect(arrivals({ perSecond: 200, seconds: 60, seed: 8 })).not.toEqual(due)
})

test('percentiles are values that were measured, by nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => n + 1)
  expect([0.5, 0.95, 0.99, 1].map(part => percentile(hundred, part))).toEqual([50, 95, 99, 100])
  expect([percentile([7], 0.99), percentile([], 0.5)]).toEqual([7, 0])
})

test('counts failures by kind, and excludes them from the times', () => {
  const sample = (tookMs: number, outcome: string) => ({ dueMs: 0, lateMs: 1, tookMs, outcome })
  const figures = figuresOf([sample(4, 'ok'), sample(900, '503'), sample(6, 'ok'), sample(950, '503')], 2)
  expect(figures).toMatchObject({ calls: 4, well: 2, goodput: 1, worst: 6, failed: { 503: 2 } })
  expect(['503', '429', 'time-out', '500', '507', 'wrong 404', 'ok'].filter(isFault)).toEqual([
    '500',
    '507',
    'wrong 404',
  ])
})

test('it is back when no later window is slow or has a failure', () => {
  const at = (dueMs: number, tookMs: number, outcome = 'ok') => ({ dueMs, lateMs: 0, tookMs, outcome })
  const steady = Array.from({ length: 40 }, (_, n) => at(n * 100, 5))
  const options = { fromMs: 1000, windowMs: 500, limitMs: 50 }
  expect(backAfter(steady, options)).toBe(0)
  expect(backAfter([...steady, at(1600, 500)], options)).toBe(1)
  expect(backAfter([...steady, at(2600, 5, '503')], options)).toBe(2)
  expect(backAfter([...steady, at(3950, 500)], options)).toBeNull()
  expect(backAfter([], options)).toBeNull()
})

test('the slowest window is that of the greatest p95, not that of the slowest call', () => {
  const steady = Array.from({ length: 200 }, (_, n) => ({ dueMs: n * 10, lateMs: 0, tookMs: 5, outcome: 'ok' }))
  const slowed = steady.map(sample =>
    sample.dueMs >= 1000 && sample.dueMs < 1200 ? { ...sample, tookMs: 80 } : sample,
  )
  const once = { dueMs: 100, lateMs: 0, tookMs: 900, outcome: 'ok' }
  expect(worstWindow([...slowed, once], 1000)).toBe(80)
  expect(worstWindow(steady, 1000)).toBe(5)
})
