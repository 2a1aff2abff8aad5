import { expect, test } from 'vitest'
import { isInForce } from '#domain/document/in-force.ts'

test('only an accepted document that has not lapsed is in force', () => {
  expect((['ACCEPTED', 'LAPSED', 'PENDING', 'REJECTED', null] as const).filter(isInForce)).toEqual(['ACCEPTED'])
})
