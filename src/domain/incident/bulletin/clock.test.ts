import { describe, expect, test } from 'vitest'
import { deadlinesOf } from '#domain/incident/bulletin/clock.ts'

const none = { awareAt: null, classifiedAt: null, initialSentAt: null, intermediateSentAt: null }

describe('AFFECT-11: the deadlines that follow from the moments that a bank wrote', () => {
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
      'a late classification: 24 hours after awareness come first',
      { awareAt: '2026-11-21T08:00:00.000Z', classifiedAt: '2026-11-22T07:00:00.000Z' },
      { initial: '2026-11-22T08:00:00.000Z' },
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
      'one on the last of January',
      { intermediateSentAt: '2027-01-31T10:00:00.000Z' },
      { final: '2027-02-28T10:00:00.000Z' },
    ],
    [
      'one before summer time: the same time of day in Madrid',
      { intermediateSentAt: '2027-03-10T11:00:00.000Z' },
      { final: '2027-04-10T10:00:00.000Z' },
    ],
  ])('%s', (_what, moments, expected) => {
    const deadlines = { initial: null, intermediate: null, final: null, ...expected }
    expect(deadlinesOf({ ...none, ...moments })).toEqual(deadlines)
  })
})
