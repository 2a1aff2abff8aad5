import { expect, test } from 'vitest'
import type { AuditDates } from '#domain/supervision/register/last-audit.ts'
import { lastAuditOf } from '#domain/supervision/register/last-audit.ts'
import { proposedBy, withProposedOf } from '#domain/supervision/register/provider-facts.ts'
import { someLine } from '#test/support/registers.ts'

const none: AuditDates = { evaluation: null, requestReportDate: null, ownAuditOn: null }

test.each<[string, Partial<AuditDates>, string | null]>([
  ['nothing is known', {}, null],
  ['the end of the period', { evaluation: { periodTo: '2025-06-30', reportDate: null } }, '2025-06-30'],
  ['the date of the report', { evaluation: { periodTo: '2025-06-30', reportDate: '2025-08-02' } }, '2025-08-02'],
  ['the date given with the request', { requestReportDate: '2025-09-01' }, '2025-09-01'],
  ["the bank's own audit", { requestReportDate: '2025-09-01', ownAuditOn: '2025-11-20' }, '2025-11-20'],
  [
    'an older own audit',
    { evaluation: { periodTo: '2025-06-30', reportDate: null }, ownAuditOn: '2024-01-01' },
    '2025-06-30',
  ],
])('DORA-10: the date of the last audit is the latest that is known: %s', (_name, dates, expected) => {
  expect(lastAuditOf({ ...none, ...dates })).toBe(expected)
})

test('DORA-10: no date of upload, scoring or editing can reach it', () => {
  const dates = { ...none, uploadedAt: '2026-01-01', scoredAt: '2026-01-02', changedOn: '2026-01-03' }
  expect(lastAuditOf(dates)).toBeNull()
})

test('a line takes what the provider says until the bank writes its own; of several countries the bank chooses', () => {
  const facts = {
    ictType: 'S17' as const,
    provisionCountries: ['ES'],
    holdsData: false,
    storageCountries: ['IE', 'DE'],
    processingCountries: [],
  }
  const blank = someLine(1, {
    ictType: null,
    provisionCountry: null,
    holdsData: null,
    storageCountry: null,
    processingCountry: null,
  })
  const taken = {
    ictType: 'S17',
    provisionCountry: 'ES',
    holdsData: false,
    storageCountry: null,
    processingCountry: null,
  }
  const of = (line: typeof blank) => withProposedOf({ ...line, proposed: proposedBy(facts) })
  expect(of(blank)).toMatchObject(taken)
  expect(of({ ...blank, ictType: 'S08', holdsData: true })).toMatchObject({ ...taken, ictType: 'S08', holdsData: true })
  expect(proposedBy(undefined).ictType).toBeNull()
})
