import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Guesses } from '#domain/identity/session/lockout.ts'
import { noGuesses, recordAttempt, refundLast } from '#domain/identity/session/lockout.ts'

const start = Date.parse('2026-11-21T10:00:00.000Z')
// Rounded: a fraction of a minute is no whole number of milliseconds.
const at = (minutes: number) => new Date(start + Math.round(minutes * 60_000)).toISOString()

/** The attempts at these minutes that are checked when all of them fail. */
function checked(minutes: readonly number[]): boolean[] {
  let attempts: Guesses = noGuesses
  return minutes.map(minute => {
    const { admitted, after } = recordAttempt(attempts, at(minute))
    attempts = after
    return admitted
  })
}

describe('the lockout', () => {
  const yes = true
  const no = false
  test.each([
    ['five in one moment, the sixth is refused', [0, 0, 0, 0, 0, 0], [yes, yes, yes, yes, yes, no]],
    ['still refused just before the wait is over', [0, 0, 0, 0, 0, 14.99], [yes, yes, yes, yes, yes, no]],
    ['open again when it is over', [0, 0, 0, 0, 0, 15], [yes, yes, yes, yes, yes, yes]],
    ['refused guesses do not lengthen the wait', [0, 0, 0, 0, 0, 10, 14, 15], [yes, yes, yes, yes, yes, no, no, yes]],
    ['the wait counts from the fifth', [0, 3, 6, 9, 12, 26, 27], [yes, yes, yes, yes, yes, no, yes]],
    ['slow guesses never block', [0, 4, 8, 12, 16, 20, 24], [yes, yes, yes, yes, yes, yes, yes]],
    ['the window slides: five about a quarter past', [0, 14, 14, 14, 16, 16, 17], [yes, yes, yes, yes, yes, yes, no]],
  ])('AUTH-32 LIM-05: %s', (_name, minutes, expected) => {
    expect(checked(minutes)).toEqual(expected)
  })

  test('AUTH-32: never more than five checks in any fifteen minutes', () => {
    // Seconds between one attempt and the next. Short arrays and long gaps would rarely reach the limit.
    const gaps = fc.array(fc.nat(360), { minLength: 6, maxLength: 60, size: 'max' })
    fc.assert(
      fc.property(gaps, seconds => {
        let second = 0
        const moments = seconds.map(gap => (second += gap))
        const admitted = checked(moments.map(each => each / 60))
        const taken = moments.filter((_moment, index) => admitted[index])
        for (const from of taken) {
          expect(taken.filter(moment => moment >= from && moment < from + 15 * 60).length).toBeLessThanOrEqual(5)
        }
      }),
    )
  })

  test('AUTH-32: a clock that jumps back does not open a block', () => {
    const blocked = [0, 0, 0, 0, 0].reduce<Guesses>(attempts => recordAttempt(attempts, at(0)).after, noGuesses)
    expect(recordAttempt(blocked, at(-1440)).admitted).toBe(false)
  })
})

test('D20 AUTH-32: a right first step refunds only its own attempt, and the block that it caused', () => {
  const at = (minute: number) => `2026-11-21T09:0${minute}:00.000Z`
  let attempts = noGuesses
  for (const minute of [0, 1, 2, 3]) attempts = recordAttempt(attempts, at(minute)).after
  const fifth = recordAttempt(attempts, at(4)).after
  expect(fifth.blockedUntil).not.toBeNull()
  expect(refundLast(fifth, at(4))).toEqual({ failedAt: [at(0), at(1), at(2), at(3)], blockedUntil: null })
  expect(recordAttempt(refundLast(fifth, at(4)), at(5)).after.blockedUntil).not.toBeNull()
  expect(refundLast(fifth, at(9))).toEqual(fifth)
})
