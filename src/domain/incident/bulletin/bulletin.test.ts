import { describe, expect, test } from 'vitest'
import {
  bulletinTextErrors,
  decideBulletin,
  fewBanks,
  lacksFinal,
  nextPhases,
  remindersDue,
} from '#domain/incident/bulletin/bulletin.ts'
import { severities } from '#domain/incident/particulars.ts'
import type { BulletinPhase } from '#domain/states/bulletin.ts'

test.each([
  [null, ['INITIAL'], false],
  ['INITIAL', ['UPDATE', 'FINAL'], true],
  ['UPDATE', ['UPDATE', 'FINAL'], true],
  ['FINAL', [], false],
] as [BulletinPhase | null, BulletinPhase[], boolean][])(
  'AFFECT-04: after %s come %j, and the final one is missing: %s',
  (last, next, missing) => {
    expect(nextPhases(last, 'OPEN')).toEqual(next)
    expect(lacksFinal(last)).toBe(missing)
    for (const phase of ['INITIAL', 'UPDATE', 'FINAL'] as const) {
      const decision = decideBulletin(last, phase, 'OPEN', 'CCI')
      expect(decision.ok).toBe(next.includes(phase))
      if (!decision.ok) expect(decision.reason).toBe('bulletinOrder')
    }
  },
)

test('EXP-06: of a pending incident the first bulletin alone is published', () => {
  expect(nextPhases(null, 'PENDING')).toEqual(['INITIAL'])
  expect(nextPhases('INITIAL', 'PENDING')).toEqual([])
  expect(nextPhases(null, 'CLOSED')).toEqual([])
})

test('a bulletin is CCI’s, about an open incident, of ten characters at least', () => {
  expect(decideBulletin(null, 'INITIAL', 'OPEN', 'PROVIDER')).toMatchObject({ reason: 'notYourMove' })
  expect(decideBulletin(null, 'INITIAL', 'CLOSED', 'CCI')).toMatchObject({ reason: 'bulletinNotOpen' })
  expect([bulletinTextErrors('123456789'), bulletinTextErrors('1234567890')]).toEqual([
    { text: 'Escriba al menos 10 caracteres' },
    {},
  ])
})

describe('AFFECT-10: reminders fall due by the hours of the severity', () => {
  const at = (hours: number) => new Date(Date.parse('2026-11-21T08:00:00.000Z') + hours * 3_600_000).toISOString()
  test.each(severities)('%s', severity => {
    const due = [0, 3.99, 4, 23.99, 24, 71.99, 72, 1000].map(hours => remindersDue(severity, at(0), at(hours)))
    const grave = severity === 'HIGH' || severity === 'CRITICAL'
    expect(due).toEqual(grave ? [0, 0, 1, 1, 2, 2, 2, 2] : [0, 0, 0, 0, 0, 0, 1, 1])
  })
})

test('AFFECT-09 LEVEL-19: a number of banks is exact from five', () => {
  expect([0, 1, 4, 5, 12].map(fewBanks)).toEqual(['menos de 5', 'menos de 5', 'menos de 5', '5', '12'])
})
