import { expect, test } from 'vitest'
import { requestNote } from '#domain/report-request/request-note.ts'
import { decideReview, reviewErrors } from '#domain/report-request/score/review.ts'

const standing = { status: 'QUALIFIED', superseded: false, underReview: false } as const

test.each([
  ['begin', {}, 'CCI', null],
  ['begin', { status: 'LAPSED' }, 'CCI', 'ratingNotInForce'],
  ['begin', { superseded: true }, 'CCI', 'ratingNotInForce'],
  ['begin', { underReview: true }, 'CCI', 'underReviewAlready'],
  ['begin', {}, 'PROVIDER', 'notYourMove'],
  ['lift', {}, 'CCI', 'ratingNotUnderReview'],
  ['lift', { underReview: true }, 'CCI', null],
  // A rating that lapses meanwhile stays under review until CCI is done.
  ['lift', { underReview: true, status: 'LAPSED' }, 'CCI', null],
] as const)('AFFECT-13: %s with %j by %s: %s', (action, given, mover, reason) => {
  const decision = decideReview(action, { ...standing, ...given }, mover)
  expect(decision.ok ? null : decision.reason).toBe(reason)
})

test('AFFECT-13: a reason of ten characters begins a review, an outcome lifts it, never both', () => {
  expect(reviewErrors({ reason: '123456789' })).toHaveProperty('reason')
  expect(reviewErrors({})).toHaveProperty('reason')
  expect(reviewErrors({ reason: '1234567890' })).toEqual({})
  expect(reviewErrors({ outcome: '' })).toHaveProperty('outcome')
  expect(reviewErrors({ outcome: 'Sin cambios' })).toEqual({})
  expect(reviewErrors({ reason: '1234567890', outcome: 'Sin cambios' })).toHaveProperty('outcome')
})

test('AFFECT-15: the note of a request says so beside its expiry', () => {
  const request = {
    status: 'QUALIFIED' as const,
    expiredAt: '2027-11-21',
    sentAt: null,
    decidedAt: null,
    catalogDocuments: [],
    reviewSince: '2026-11-21',
  }
  expect(requestNote(request)).toBe('Caduca el 21/11/2027. En revisión extraordinaria desde el 21/11/2026')
})
