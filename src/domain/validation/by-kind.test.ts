import { expect, test } from 'vitest'
import { byKind } from '#domain/validation/by-kind.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'

const validation = (id: string, type: ValidationWire['type']) => ({ id, type }) as ValidationWire

test('VAL-02: validations are parted into the documentation and the requests, in their order', () => {
  const parted = byKind([validation('a', 'AUDIT_REPORT'), validation('d', 'DOC_MIN'), validation('b', 'AUDIT_REPORT')])
  expect(parted.documentation?.id).toBe('d')
  expect(parted.requests.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(byKind([]).documentation).toBeNull()
})
