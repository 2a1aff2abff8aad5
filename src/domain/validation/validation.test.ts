import { describe, expect, test } from 'vitest'
import { documentMachine } from '#domain/states/document.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { decide } from '#domain/states/machine.ts'
import type { ListedDocument, ReviewedDocument } from '#domain/validation/validation.ts'
import {
  awaitsRenewal,
  documentationExpiry,
  documentationFacts,
  documentationStatusOf,
  finishingMove,
  isDerived,
  isDraft,
  isUnderReview,
  isWordOfDocumentation,
  missingDocuments,
  moveAskedFor,
  rejectionsAnswered,
  requestStatusOn,
  reviewedDocuments,
  reviewedNote,
  statusFilterOptions,
  statusLabels,
  validationKinds,
} from '#domain/validation/validation.ts'
import { addDays } from '#domain/values/day.ts'

const TODAY = '2026-11-21'
const document = (given: Partial<ReviewedDocument> = {}): ReviewedDocument => ({
  name: 'Certificado',
  required: true,
  status: 'ACCEPTED',
  expiresOn: '2027-11-21',
  ...given,
})

const lapsed = document({ status: 'LAPSED', expiresOn: '2026-11-20' })

test('API-46: the owner asks for PENDING to send, CCI for ACCEPTED to finish', () => {
  expect(moveAskedFor('PENDING')).toBe('send')
  expect(moveAskedFor('ACCEPTED')).toBe('finish')
})

test('VAL-02: the kinds of validation', () => {
  expect(validationKinds).toEqual(['DOC_MIN', 'AUDIT_REPORT'])
})

/** What finishing makes of a documentation: its status, or the reason why it cannot be finished. */
function finish(documents: ReviewedDocument[], evaluator: { accreditedUntil: string | null } | null): string {
  const facts = documentationFacts(documents, evaluator, true)
  const decision = decide(documentationMachine, finishingMove(facts), 'PENDING', facts, 'CCI')
  return decision.ok ? String(decision.to) : decision.reason
}

describe('finishing a documentation', () => {
  test('VAL-09: ACCEPTED once no document is PENDING or lacks its expiry', () => {
    expect(finish([document(), document()], null)).toBe('ACCEPTED')
    expect(finish([], null)).toBe('ACCEPTED')
  })

  test('VAL-15: refused while a document is PENDING, lacks its expiry, or is required and missing', () => {
    expect(finish([document(), document({ status: 'PENDING' })], null)).toBe('notAllDecided')
    expect(finish([document({ expiresOn: null })], null)).toBe('notAllDecided')
    expect(finish([document({ status: null, expiresOn: null })], null)).toBe('notAllDecided')
    expect(finish([document({ status: null, expiresOn: null, required: false })], null)).toBe('ACCEPTED')
    expect(finish([document({ status: 'PENDING', required: false })], null)).toBe('notAllDecided')
  })

  test('VAL-16: refused for an evaluator without accreditation date', () => {
    expect(finish([document()], { accreditedUntil: null })).toBe('noAccreditation')
    expect(finish([document()], { accreditedUntil: TODAY })).toBe('ACCEPTED')
    expect(finish([document({ status: 'PENDING' })], { accreditedUntil: null })).toBe('notAllDecided')
  })

  test('D10: a rejected document needs no expiry and rejects the whole', () => {
    const rejected = document({ status: 'REJECTED', expiresOn: null })
    expect(finish([document(), rejected], null)).toBe('REJECTED')
    expect(finishingMove(documentationFacts([document(), rejected], null, true))).toBe('reject')
    expect(finishingMove(documentationFacts([document()], null, true))).toBe('accept')
  })

  test('D10: an expired document blocks the acceptance, not the rejection', () => {
    const rejected = document({ status: 'REJECTED', expiresOn: null })
    expect(finish([document(), lapsed], null)).toBe('notAllDecided')
    expect(finish([document(), { ...lapsed, required: false }], null)).toBe('ACCEPTED')
    expect(finish([rejected, lapsed], null)).toBe('REJECTED')
  })
})

test('FORM-53 FORM-54: required documents need a file unless not onboarding or only saving', () => {
  const documents = [document({ name: 'A', status: null }), document({ name: 'B', status: null, required: false })]
  expect(missingDocuments(documents)).toEqual(['A'])
  expect(missingDocuments(documents, { onlySaving: true })).toEqual([])
  expect(missingDocuments(documents, { onboarding: false })).toEqual([])
})

test('a document that CCI took out of the catalogue is not required, and counts only while it waits', () => {
  const listed = (given: Partial<ListedDocument>): ListedDocument => ({ ...document(), requested: true, ...given })
  const reviewed = reviewedDocuments([
    listed({ name: 'asked' }),
    listed({ name: 'waiting', requested: false, status: 'PENDING' }),
    listed({ name: 'rejected', requested: false, status: 'REJECTED' }),
    listed({ name: 'accepted', requested: false }),
  ])
  expect(reviewed.map(({ name, required }) => [name, required])).toEqual([
    ['asked', true],
    ['waiting', false],
  ])
})

test('a deletion answers a rejection when nothing rejected and nothing missing is left', () => {
  const rejected = document({ status: 'REJECTED' })
  expect(rejectionsAnswered('REJECTED', [document()])).toBe(true)
  expect(rejectionsAnswered('REJECTED', [document(), rejected])).toBe(false)
  expect(rejectionsAnswered('REJECTED', [document({ status: null })])).toBe(false)
  expect(rejectionsAnswered('PENDING', [document()])).toBe(false)
  expect(rejectionsAnswered(null, [document()])).toBe(false)
})

test('D10: a documentation reads LAPSED when it was accepted and a required document has lapsed', () => {
  expect(documentationStatusOf('ACCEPTED', [document(), lapsed])).toBe('LAPSED')
  expect(documentationStatusOf('ACCEPTED', [document()])).toBe('ACCEPTED')
  expect(documentationStatusOf('ACCEPTED', [{ ...lapsed, required: false }])).toBe('ACCEPTED')
  expect(documentationStatusOf('PENDING', [lapsed])).toBe('PENDING')
  expect(documentationStatusOf(null, [lapsed])).toBeNull()
})

test('D5: a lapsed document was accepted once, and awaits renewal if it is required', () => {
  const all = ['PENDING', 'ACCEPTED', 'REJECTED', 'LAPSED', null] as const
  expect(all.filter(documentMachine.is.accepted)).toEqual(['ACCEPTED', 'LAPSED'])
  expect(all.filter(status => awaitsRenewal({ required: true, status }))).toEqual(['LAPSED'])
  expect(awaitsRenewal({ required: false, status: 'LAPSED' })).toBe(false)
})

test('the expiry of a documentation is the earliest of its required accepted documents', () => {
  const days = ['2027-05-01', '2026-12-01'].map(expiresOn => document({ expiresOn }))
  const optional = document({ expiresOn: '2026-11-30', required: false })
  expect(documentationExpiry([...days, optional, document({ status: 'PENDING', expiresOn: '2026-11-25' })])).toBe(
    '2026-12-01',
  )
  expect(documentationExpiry([])).toBeNull()
  expect(documentationExpiry([optional])).toBeNull()
  expect(documentationExpiry([document({ expiresOn: null })])).toBeNull()
})

test('FORM-53: facts report a missing required file, and no missing optional one', () => {
  const factsOf = (...documents: ReviewedDocument[]) => documentationFacts(documents, null, true)
  const absent = document({ status: null, expiresOn: null })
  const optional = { ...absent, required: false }
  expect(factsOf(document(), optional)).toMatchObject({ requiredFilesPresent: true, allDecided: true })
  expect(factsOf(document(), absent)).toMatchObject({ requiredFilesPresent: false, allDecided: false })
  expect(factsOf(document(), document({ status: 'PENDING' }))).toMatchObject({
    requiredFilesPresent: true,
    allDecided: false,
  })
})

test('LIM-35: Aceptada is a word for documentation only', () => {
  const words = statusFilterOptions.map(({ value }) => value)
  expect([...words, undefined].filter(isWordOfDocumentation)).toEqual(['ACCEPTED'])
})

test('VAL-13 VAL-14: a request is LAPSED after its day, EXPIRED more than one full year later', () => {
  const on = (day: string) => requestStatusOn('QUALIFIED', '2026-11-21', day)
  expect(on('2026-11-21')).toBe('QUALIFIED')
  expect(on('2026-11-22')).toBe('LAPSED')
  expect(on('2027-11-21')).toBe('LAPSED')
  expect(on('2027-11-22')).toBe('EXPIRED')
  // For 29 February the year ends on the 28th.
  expect(requestStatusOn('QUALIFIED', '2028-02-29', '2029-02-28')).toBe('LAPSED')
  expect(requestStatusOn('QUALIFIED', '2028-02-29', '2029-03-01')).toBe('EXPIRED')
})

test('D11: time touches only what is stored QUALIFIED', () => {
  expect(requestStatusOn('PENDING', '2020-01-01', TODAY)).toBe('PENDING')
  expect(requestStatusOn('REJECTED', '2020-01-01', TODAY)).toBe('REJECTED')
  expect(requestStatusOn('QUALIFIED', null, TODAY)).toBe('QUALIFIED')
})

test('a draft has no status, and only PENDING is under review', () => {
  expect([null, 'PENDING', 'ACCEPTED', 'REJECTED'].map(isDraft)).toEqual([true, false, false, false])
  expect([null, 'PENDING', 'ACCEPTED', 'REJECTED'].map(isUnderReview)).toEqual([false, true, false, false])
})

test.each([
  ['ACCEPTED', 'validada'],
  ['QUALIFIED', 'validada'],
  ['REJECTED', 'revisada'],
  ['LAPSED', 'revisada'],
  ['EXPIRED', 'revisada'],
])('DOC-21: the note on what is %s says that it was %s', (status, word) => {
  expect(reviewedNote(status)).toBe(`Esta documentación ya ha sido ${word} por el CCI`)
})

test('LIM-35: the options of the status filter', () => {
  expect(statusFilterOptions.map(option => option.label)).toEqual([
    'Calificado',
    'Pendiente',
    'Rechazada',
    'Caducada',
    'Expirada',
    'Aceptada',
  ])
  for (const { value, label } of statusFilterOptions) expect(statusLabels[value]).toBe(label)
})

test('D5: time alone makes those statuses of a request that differ from what is stored', () => {
  const made = (['PENDING', 'REJECTED', 'QUALIFIED'] as const).flatMap(stored =>
    ['2030-01-01', addDays(TODAY, -1), '2020-01-01'].map(expiry => [stored, requestStatusOn(stored, expiry, TODAY)]),
  )
  for (const [stored, status] of made) expect([status, isDerived(status)]).toEqual([status, status !== stored])
  expect([isDerived('ACCEPTED'), isDerived(undefined)]).toEqual([false, false])
})
