import { expect, test } from 'vitest'
import { refusals } from '#domain/messages.ts'

test('REG-15: a refusal that counts has a sentence for one', () => {
  const counting = Object.entries(refusals).filter(([, { sentence }]) => sentence.includes('{n}'))
  expect(counting.length).toBeGreaterThan(3)
  expect(counting.filter(([, refusal]) => !('ofOne' in refusal)).map(([reason]) => reason)).toEqual([])
})
