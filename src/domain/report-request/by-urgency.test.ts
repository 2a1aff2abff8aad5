import { expect, test } from 'vitest'
import { byUrgency } from '#domain/report-request/by-urgency.ts'

test('what a provider must act on comes first, and equals keep their order', () => {
  const requests = (['EXPIRED', 'QUALIFIED', 'PENDING', 'REJECTED', 'LAPSED', 'PENDING'] as const).map(
    (status, place) => ({ status, place }),
  )
  expect(byUrgency(requests).map(({ place }) => place)).toEqual([3, 4, 2, 5, 1, 0])
})
