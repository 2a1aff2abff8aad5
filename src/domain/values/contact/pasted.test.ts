import { expect, test } from 'vitest'
import { bareIdentifier } from '#domain/values/contact/pasted.ts'

test.each([
  ['B12345674', 'B12345674'],
  [' es b-12.345.674 ', 'B12345674'],
  ['b\u200b1234\u20135674', 'B12345674'],
  ['12.345.678-z', '12345678Z'],
  ['B12345ES4', 'B12345ES4'],
  ['', ''],
])('FORM-26: %j is the identifier %j', (text, bare) => expect(bareIdentifier(text)).toBe(bare))
