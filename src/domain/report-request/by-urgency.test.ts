import { expect, test } from 'vitest'
import { requestsByUrgency } from '#domain/report-request/by-urgency.ts'

test('requests that a provider must act on come first, and equals keep their order', () => {
  const requests = (['EXPIRED', 'QUALIFIED', 'PENDING', 'REJECTED', 'LAPSED', 'PENDING'] as const).map(
    (status, place) => ({ status, place }),
  )
  expect(requestsByUrgency(requests).map(({ place }) => place)).toEqual([3, 4, 2, 5, 1, 0])
})
