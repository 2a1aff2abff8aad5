import { describe, expect, test } from 'vitest'
import { clockFaults, deadlinesOf } from '#domain/incident/bulletin/clock.ts'

const none = { awareAt: null, classifiedAt: null, initialSentAt: null, intermediateSentAt: null }

describe('REG-30: the deadlines that follow from the moments that a bank wrote', () => {
  test.each([
    ['nothing', {}, {}],
    ['awareness', { awareAt: '2026-11-21T08:00:00.000Z' }, { initial: '2026-11-22T08:00:00.000Z' }],
    ['a classification', { classifiedAt: '2026-11-21T08:00:00.000Z' }, { initial: '2026-11-21T12:00:00.000Z' }],
    [
      'a classification soon after awareness',
      { awareAt: '2026-11-21T08:00:00.000Z', classifiedAt: '2026-11-21T09:30:00.000Z' },
      { initial: '2026-11-21T13:30:00.000Z' },
    ],
    [
      'a classification shortly before 24 hours: these come first',
      { awareAt: '2026-11-21T08:00:00.000Z', classifiedAt: '2026-11-22T07:00:00.000Z' },
      { initial: '2026-11-22T08:00:00.000Z' },
    ],
    [
      'a classification at the end of them',
      { awareAt: '2026-11-21T08:00:00.000Z', classifiedAt: '2026-11-22T08:00:00.000Z' },
      { initial: '2026-11-22T08:00:00.000Z' },
    ],
    [
      'a classification later than that: 4 hours after it',
      { awareAt: '2026-11-21T08:00:00.000Z', classifiedAt: '2026-11-23T07:00:00.000Z' },
      { initial: '2026-11-23T11:00:00.000Z' },
    ],
    [
      'an initial notification; its report never moves, also to a Sunday',
      { initialSentAt: '2026-11-19T08:00:00.000Z' },
      { intermediate: '2026-11-22T08:00:00.000Z' },
    ],
    [
      'an initial notification',
      { initialSentAt: '2026-11-21T08:00:00.000Z' },
      { intermediate: '2026-11-24T08:00:00.000Z' },
    ],
    [
      'an intermediate report',
      { intermediateSentAt: '2026-11-24T08:00:00.000Z' },
      { final: '2026-12-24T08:00:00.000Z' },
    ],
    [
      'one on the last of January: the last of February is a Sunday, so noon of Monday',
      { intermediateSentAt: '2027-01-31T10:00:00.000Z' },
      { final: '2027-03-01T11:00:00.000Z' },
    ],
    [
      'one before summer time: the same time of day in Madrid',
      { intermediateSentAt: '2027-03-12T11:00:00.000Z' },
      { final: '2027-04-12T10:00:00.000Z' },
    ],
    [
      'one whose month ends on a holiday: noon of the next working day',
      { intermediateSentAt: '2026-11-25T09:00:00.000Z' },
      { final: '2026-12-28T11:00:00.000Z' },
    ],
  ])('%s', (_what, moments, expected) => {
    const deadlines = { initial: null, intermediate: null, final: null, ...expected }
    expect(deadlinesOf({ ...none, ...moments }, ['2026-12-25'])).toEqual(deadlines)
  })
})

test('REG-30: refuses moments in the wrong order, each at its own field', () => {
  const at = (hour: number) => `2026-11-21T0${hour}:00:00.000Z`
  expect(clockFaults({ awareAt: at(1), classifiedAt: at(2), initialSentAt: at(3), intermediateSentAt: null })).toEqual(
    {},
  )
  expect(clockFaults({ ...none, awareAt: at(2), initialSentAt: at(2) })).toEqual({})
  expect(clockFaults({ ...none, awareAt: at(3), initialSentAt: at(2) })).toEqual({
    initialSentAt: 'Es anterior al momento de antes',
  })
  expect(Object.keys(clockFaults({ ...none, classifiedAt: at(4), intermediateSentAt: at(2) }))).toEqual([
    'intermediateSentAt',
  ])
})
