import { expect, test } from 'vitest'
import { documentationTold } from '#domain/validation/told.ts'

test('RENEW-13: only a documentation under review reads as accepted, and only while all it rests on is in force', () => {
  expect(documentationTold('PENDING', true)).toEqual({ status: 'ACCEPTED', updateInReview: true })
  expect(documentationTold('PENDING', false)).toEqual({ status: 'PENDING', updateInReview: false })
  for (const status of ['ACCEPTED', 'REJECTED', 'LAPSED', null] as const) {
    expect(documentationTold(status, true)).toEqual({ status, updateInReview: false })
  }
})
