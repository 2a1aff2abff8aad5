import { expect, test } from 'vitest'
import { roles } from '#domain/identity/roles.ts'
import {
  hasPublishedScore,
  isScoreComplete,
  proposedExpiry,
  scoreErrors,
  seesPastScores,
} from '#domain/report-request/score/score.ts'

const TODAY = '2026-11-21'
const whole = { expiredAt: '2027-11-21', score: 'A/B/A+', hasFile: true }

test('FORM-56: a score requires the expiry, the rating and the attached file', () => {
  expect(isScoreComplete(whole, TODAY)).toBe(true)
  expect(isScoreComplete({ ...whole, expiredAt: '2026-11-22' }, TODAY)).toBe(true)
  expect(scoreErrors({ ...whole, expiredAt: null }, TODAY)).toHaveProperty('expiredAt')
  expect(scoreErrors({ ...whole, expiredAt: TODAY }, TODAY)).toHaveProperty('expiredAt')
  expect(scoreErrors({ ...whole, score: 'A/B' }, TODAY)).toEqual({ score: 'Elija un nivel en cada dimensión' })
  expect(scoreErrors({ ...whole, score: '' }, TODAY)).toHaveProperty('score')
  expect(scoreErrors({ ...whole, hasFile: false }, TODAY)).toEqual({ file: 'Adjunte un archivo' })
})

test('FORM-57: the file is required when it changed, and may stay as it was', () => {
  expect(isScoreComplete({ ...whole, hasFile: false, fileChanged: true }, TODAY)).toBe(false)
  expect(isScoreComplete({ ...whole, hasFile: false, fileChanged: false }, TODAY)).toBe(true)
})

test('D32: the expiry proposed is twelve months after the day of scoring', () => {
  expect(proposedExpiry(TODAY)).toBe('2027-11-21')
  expect(proposedExpiry('2028-02-29')).toBe('2029-02-28')
})

test('D16 D17: banks and evaluators see only the current score', () => {
  expect(roles.filter(seesPastScores)).toEqual(['CCI', 'PROVIDER'])
})

test('SCO-11 VAL-13 VAL-14: statuses after qualification show their score, also once time has passed', () => {
  const statuses = ['PENDING', 'REJECTED', 'QUALIFIED', 'LAPSED', 'EXPIRED', null]
  expect(statuses.filter(hasPublishedScore)).toEqual(['QUALIFIED', 'LAPSED', 'EXPIRED'])
})
