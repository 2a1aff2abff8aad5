import { expect, test } from 'vitest'
import { seesHistory } from '#domain/document/sees-history.ts'

test('ROLE-40: only the evaluator that a request names sees no history', () => {
  expect(seesHistory('named')).toBe(false)
  expect((['centre', 'owner', 'published'] as const).map(seesHistory)).toEqual([true, true, true])
})
