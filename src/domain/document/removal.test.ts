import { expect, test } from 'vitest'
import { isRemovable } from '#domain/document/removal.ts'

test('pending and rejected documents are removable, accepted ones are not', () => {
  expect((['PENDING', 'REJECTED'] as const).map(status => isRemovable(status, 'PROVIDER'))).toEqual([true, true])
  expect((['ACCEPTED', 'LAPSED', null] as const).map(status => isRemovable(status, 'PROVIDER'))).toEqual([
    false,
    false,
    false,
  ])
})
