import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rate } from '#domain/contract/limits.ts'
import { rateOf, rates, spend } from '#domain/contract/limits.ts'
import { contracts } from '#domain/contracts.ts'
import { raiseIncident } from '#domain/incident/contract.ts'
import { invite } from '#domain/invitation/contract.ts'
import { sendRequest } from '#domain/report-request/contract.ts'

/** The calls at these times that the limit allows. */
function admitted(times: readonly number[], rate: Rate): number[] {
  let busyUntil = 0
  return times.filter(now => {
    const answer = spend(busyUntil, now, rate)
    if (answer.ok) busyUntil = answer.busyUntil
    return answer.ok
  })
}

test('admits a burst, then refuses with a retry time', () => {
  const rate = { burst: 3, perMinute: 6 }
  let busyUntil = 0
  for (let i = 0; i < 3; i++) {
    const answer = spend(busyUntil, 1000, rate)
    expect(answer.ok).toBe(true)
    if (answer.ok) busyUntil = answer.busyUntil
  }
  expect(spend(busyUntil, 1000, rate)).toEqual({ ok: false, retryAfter: 10 })
  expect(spend(busyUntil, 10_999, rate)).toEqual({ ok: false, retryAfter: 1 })
  expect(spend(busyUntil, 11_000, rate).ok).toBe(true)
})

test('in no window does more get through than the burst and the rate together', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 200 })
  const someRate = fc.record({ burst: fc.integer({ min: 1, max: 20 }), perMinute: fc.integer({ min: 1, max: 600 }) })
  fc.assert(
    fc.property(gaps, someRate, (steps, rate) => {
      let time = 0
      const times = steps.map(step => (time += step))
      const through = admitted(times, rate)
      for (const [i, from] of through.entries()) {
        for (const [count, to] of through.slice(i).entries()) {
          expect(count + 1).toBeLessThanOrEqual(rate.burst + ((to - from) * rate.perMinute) / 60_000 + 1e-6)
        }
      }
    }),
  )
})

test('a caller within the rate is never refused', () => {
  const { perMinute } = rates.write
  const times = Array.from({ length: 1000 }, (_, i) => i * (60_000 / perMinute))
  expect(admitted(times, rates.write)).toHaveLength(1000)
})

test('every call has a rate, and costlier calls have a tighter one', () => {
  const used = new Set(contracts.map(rateOf))
  // A failed key counts beside the call.
  expect([...used, 'failedKey'].sort()).toEqual(Object.keys(rates).sort())
  for (const contract of [invite, sendRequest, raiseIncident]) expect(rateOf(contract)).toBe('sendsMail')
  expect(rates.upload.perMinute).toBeLessThan(rates.read.perMinute)
})

test('a clock that is a little behind, as that of a second server, forgives nothing', () => {
  const rate = { burst: 2, perMinute: 6 }
  const now = 86_400_000
  const full = { busyUntil: now + 20_000 }
  for (const behind of [1, 250, 300_000]) {
    expect(spend(full.busyUntil, now - behind, rate), String(behind)).toMatchObject({ ok: false })
  }
})

test('R13: a clock set back delays no caller and keeps the burst', () => {
  const rate = { burst: 2, perMinute: 6 }
  const day = 86_400_000
  const busyUntil = spend(0, 3 * day, rate)
  const first = spend(busyUntil.ok ? busyUntil.busyUntil : 0, day, rate)
  expect(first).toEqual({ ok: true, busyUntil: day + 10_000 })
  expect(admitted([day, day, day, day], rate)).toHaveLength(2)
})
