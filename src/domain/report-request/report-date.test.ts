import { expect, test } from 'vitest'
import { reportDateAfter, reportDateFault } from '#domain/report-request/report-date.ts'

test('DORA-11: the date of a report may be missing, and lies never in the future', () => {
  expect(reportDateFault(null, '2026-02-01')).toBeNull()
  expect(reportDateFault('2026-02-01', '2026-02-01')).toBeNull()
  expect(reportDateFault('2026-02-02', '2026-02-01')).toBe('La fecha del informe no puede ser futura.')
})

test.each([
  ['2026-01-01', '2025-01-01', false, '2026-01-01'],
  ['2026-01-01', '2025-01-01', true, '2026-01-01'],
  ['', '2025-01-01', false, null],
  [undefined, '2025-01-01', false, '2025-01-01'],
  [undefined, '2025-01-01', true, null],
  [undefined, null, false, null],
] as const)('DORA-11: report date: given %s, stored %s, report replaced: %s', (given, stands, isReplaced, after) => {
  expect(reportDateAfter(given, stands, isReplaced)).toBe(after)
})
