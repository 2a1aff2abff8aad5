import { expect, test } from 'vitest'
import { isRemovable } from '#domain/document/removal.ts'

test('what waits for a decision or was rejected may be taken away, what was accepted stays', () => {
  expect((['PENDING', 'REJECTED'] as const).map(status => isRemovable(status, 'PROVIDER'))).toEqual([true, true])
  expect((['ACCEPTED', 'LAPSED', null] as const).map(status => isRemovable(status, 'PROVIDER'))).toEqual([
    false,
    false,
    false,
  ])
})
