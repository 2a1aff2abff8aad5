import { expect, test } from 'vitest'
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
