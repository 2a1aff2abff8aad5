import fc from 'fast-check'
import { expect, test } from 'vitest'

test('every property has a time limit, and one that reaches it fails', () => {
  expect(fc.readConfigureGlobal()).toMatchObject({ interruptAfterTimeLimit: 10_000, markInterruptAsFailure: true })
})
