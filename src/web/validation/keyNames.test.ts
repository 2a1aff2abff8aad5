import { expect, test } from 'vitest'
import { keyNames } from '#web/validation/keyNames.ts'

const request = { id: 'V', genericEntityId: 'P', type: 'AUDIT_REPORT' } as const

test.each([
  ['P-V-AUDIT_REPORT', true],
  ['P-V-DOC_MIN', false],
  ['X-V-AUDIT_REPORT', false],
  ['P-W-AUDIT_REPORT', false],
  ['-V-AUDIT_REPORT', false],
  ['P-V', false],
  ['V', false],
  ['', false],
  ['P-V-AUDIT_REPORT-w', false],
])('ROUTE-24 ROUTE-26: the key %s names the request: %s', (key, named) => expect(keyNames(key, request)).toBe(named))
