import { expect, test } from 'vitest'
import { isAsked } from '#domain/supervision/register/ask.ts'
import type { EvaluationDates } from '#domain/supervision/register/evaluated-on.ts'
import { evaluatedOn } from '#domain/supervision/register/evaluated-on.ts'
import { proposedBy, withProposedOf } from '#domain/supervision/register/provider-facts.ts'
import { someLine } from '#test/support/registers.ts'

const none: EvaluationDates = { evaluation: null, requestReportDate: null }

test.each<[string, Partial<EvaluationDates>, string | null]>([
  ['nothing is known', {}, null],
  ['the end of the period', { evaluation: { periodTo: '2025-06-30', reportDate: null } }, '2025-06-30'],
  ['the date of the report', { evaluation: { periodTo: '2025-06-30', reportDate: '2025-08-02' } }, '2025-08-02'],
  ['the date given with the request', { requestReportDate: '2025-09-01' }, '2025-09-01'],
])("REG-08: the date of a provider's evaluation is the latest that is known: %s", (_name, dates, expected) => {
  expect(evaluatedOn({ ...none, ...dates })).toBe(expected)
})

test('REG-12: a line takes what the provider says, several countries whole, until the bank writes its own', () => {
  const facts = {
    ictType: 'S17' as const,
    provisionCountries: ['ES'],
    holdsData: false,
    storageCountries: ['DE', 'IE'],
    processingCountries: [],
  }
  const blank = someLine(1, {
    ictType: null,
    provisionCountries: [],
    holdsData: null,
    storageCountries: [],
    processingCountries: [],
  })
  const of = (line: typeof blank) => withProposedOf({ ...line, proposed: proposedBy(facts) })
  expect(of(blank)).toMatchObject(facts)
  expect(of({ ...blank, ictType: 'S08', holdsData: true })).toMatchObject({ ...facts, ictType: 'S08', holdsData: true })
  expect(Object.values(proposedBy(undefined))).toEqual([null, [], null, [], []])
  expect(proposedBy({ ...facts, holdsData: true }).holdsData).toBe(true)
  const own = { storageCountries: ['FR'], processingCountries: ['PT', 'US'] }
  expect(of({ ...blank, ...own })).toMatchObject(own)
})

test('DORA-20: a provider may be asked again after thirty days', () => {
  const asked = [undefined, '2026-11-21', '2026-10-23', '2026-10-22'].map(on => isAsked(on, '2026-11-21'))
  expect(asked).toEqual([false, true, true, false])
})
