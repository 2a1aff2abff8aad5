import { describe, expect, test } from 'vitest'
import type { DocumentInReview } from '#domain/validation/review.ts'
import {
  datingRefusal,
  decideAcceptance,
  decideCorrection,
  decideFinish,
  decideRejection,
  decideScoring,
  documentsUnderReview,
  isRejected,
  isUndecided,
  needsAnotherFile,
  nextUndecided,
  owedDocuments,
  reviewProgress,
} from '#domain/validation/review.ts'
import type { ReviewedDocument } from '#domain/validation/validation.ts'

const ready: DocumentInReview = {
  status: 'PENDING',
  downloaded: true,
  hasExpiry: true,
  isReport: false,
  underReview: true,
}
const reasonOf = (decision: { ok: boolean; reason?: string }) => (decision.ok ? null : decision.reason)
const document = (more: Partial<ReviewedDocument>): ReviewedDocument => ({
  name: 'Póliza',
  required: true,
  status: 'ACCEPTED',
  expiresOn: '2027-06-30',
  ...more,
})

describe('deciding about one document', () => {
  test('DOC-04 DOC-05 DOC-06: accepting needs the reading and an expiry, which a report does not', () => {
    expect(reasonOf(decideAcceptance(ready, 'CCI'))).toBeNull()
    expect(reasonOf(decideAcceptance({ ...ready, downloaded: false }, 'CCI'))).toBe('notDownloaded')
    expect(reasonOf(decideAcceptance({ ...ready, hasExpiry: false }, 'CCI'))).toBe('noExpiry')
    expect(reasonOf(decideAcceptance({ ...ready, hasExpiry: false, isReport: true }, 'CCI'))).toBeNull()
    expect(reasonOf(decideAcceptance({ ...ready, status: 'LAPSED' }, 'CCI'))).toBe('documentDecided')
    expect(reasonOf(decideAcceptance(ready, 'PROVIDER'))).toBe('notYourMove')
  })

  test('DOC-07: rejecting needs the reading and a reason that is more than white space, and no expiry', () => {
    expect(reasonOf(decideRejection({ ...ready, hasExpiry: false }, 'Falta la firma', 'CCI'))).toBeNull()
    expect(reasonOf(decideRejection(ready, '  \n', 'CCI'))).toBe('noRejectionReason')
    expect(reasonOf(decideRejection(ready, null, 'CCI'))).toBeNull()
    expect(reasonOf(decideRejection({ ...ready, downloaded: false }, null, 'CCI'))).toBe('notDownloaded')
    expect(reasonOf(decideRejection({ ...ready, downloaded: false }, 'Falta la firma', 'CCI'))).toBe('notDownloaded')
  })

  test('DOC-15: an expiry is set while the document waits, and corrected until its documentation is finished', () => {
    const refusal = (more: Partial<DocumentInReview>, underReview = true) =>
      datingRefusal({ ...ready, ...more, underReview }, 'CCI')
    expect([refusal({}), refusal({ hasExpiry: false }), refusal({ isReport: true })]).toEqual([null, null, null])
    const accepted = { status: 'ACCEPTED' } as const
    expect(refusal(accepted)).toBeNull()
    expect(refusal({ ...accepted, hasExpiry: false })).toBe('noExpiry')
    expect(refusal({ ...accepted, isReport: true })).toBe('documentDecided')
    expect(refusal(accepted, false)).toBe('documentDecided')
    expect([refusal({ status: 'REJECTED' }), refusal({ status: 'LAPSED' })]).toEqual(Array(2).fill('documentDecided'))
    expect(datingRefusal({ ...ready, ...accepted, underReview: true }, 'PROVIDER')).toBe('notYourMove')
  })

  test('DOC-02: only PENDING documents wait, and only REJECTED ones were rejected', () => {
    const all = ['PENDING', 'ACCEPTED', 'REJECTED', 'LAPSED', null] as const
    expect(all.filter(isUndecided)).toEqual(['PENDING'])
    expect(all.filter(isRejected)).toEqual(['REJECTED'])
    expect(all.filter(needsAnotherFile)).toEqual(['REJECTED', 'LAPSED'])
  })
})

test('D10: missing documents are the required and requested ones without a file', () => {
  const asked = { required: true, requested: true, status: null, expiredAt: null }
  const documents = [
    { ...asked, documentCatalogName: 'Balance' },
    { ...asked, documentCatalogName: 'Opcional', required: false },
    { ...asked, documentCatalogName: 'Ya no se pide', requested: false },
    ...(['PENDING', 'REJECTED', 'ACCEPTED', 'LAPSED'] as const).map(status => ({
      ...asked,
      documentCatalogName: status,
      status,
    })),
  ]
  expect(owedDocuments(documents)).toEqual(['Balance'])
})

describe('finishing a documentation', () => {
  test('VAL-09 VAL-15: it is refused while a document waits, and ends as its documents say', () => {
    const rejected = document({ status: 'REJECTED', expiresOn: null })
    expect(reasonOf(decideFinish('PENDING', [document({ status: 'PENDING' })], null, 'CCI'))).toBe('notAllDecided')
    expect(decideFinish('PENDING', [document({})], null, 'CCI')).toMatchObject({ ok: true, to: 'ACCEPTED' })
    expect(decideFinish('PENDING', [document({}), rejected], null, 'CCI')).toMatchObject({ ok: true, to: 'REJECTED' })
    const lapsed = document({ status: 'LAPSED' })
    expect(reasonOf(decideFinish('PENDING', [document({}), lapsed], null, 'CCI'))).toBe('notAllDecided')
    expect(decideFinish('PENDING', [lapsed, rejected], null, 'CCI')).toMatchObject({ ok: true, to: 'REJECTED' })
    expect(reasonOf(decideFinish('ACCEPTED', [document({})], null, 'CCI'))).toBe('documentationDecided')
  })

  test("VAL-16: an evaluator's needs its accreditation date, a rejected one's does not", () => {
    expect(reasonOf(decideFinish('PENDING', [document({})], { accreditedUntil: null }, 'CCI'))).toBe('noAccreditation')
    expect(decideFinish('PENDING', [document({})], { accreditedUntil: '2028-01-01' }, 'CCI').ok).toBe(true)
    const rejected = document({ status: 'REJECTED' })
    expect(decideFinish('PENDING', [rejected], { accreditedUntil: null }, 'CCI').ok).toBe(true)
  })

  test('VAL-09: progress counts what blocks the end, and no optional row without a file', () => {
    const documents = [
      document({ name: 'a' }),
      document({ name: 'b', status: 'REJECTED', expiresOn: null }),
      document({ name: 'c', status: 'PENDING' }),
      document({ name: 'd', expiresOn: null }),
      document({ name: 'e', status: null, expiresOn: null }),
      document({ name: 'f', status: null, expiresOn: null, required: false }),
      document({ name: 'g', status: 'LAPSED' }),
      document({ name: 'h', status: 'LAPSED', required: false }),
    ]
    expect(reviewProgress(documents)).toEqual({
      decided: 3,
      total: 7,
      missing: [
        { name: 'c', why: 'undecided' },
        { name: 'd', why: 'undated' },
        { name: 'e', why: 'absent' },
        { name: 'g', why: 'lapsed' },
      ],
    })
  })

  test('D5 D10: reviews documents by their current status, without rejected ones that are no longer requested', () => {
    const read = { documentCatalogName: 'Póliza', required: true, requested: true, expiredAt: '2026-01-31' } as const
    const documents = documentsUnderReview([
      { ...read, status: 'LAPSED' },
      { ...read, requested: false, status: 'REJECTED' },
      { ...read, requested: false, status: 'PENDING' },
    ])
    expect(documents.map(({ status, required }) => [status, required])).toEqual([
      ['LAPSED', true],
      ['PENDING', false],
    ])
    expect(documents[0]).toMatchObject({ name: 'Póliza', expiresOn: '2026-01-31' })
  })

  test('the next document is the one below that waits, then from the top, never the one just decided', () => {
    const list = [{ status: 'PENDING' }, { status: 'ACCEPTED' }, { status: 'PENDING' }, { status: null }] as const
    expect(nextUndecided(list, 0)).toBe(list[2])
    expect(nextUndecided(list, 2)).toBe(list[0])
    expect(nextUndecided(list.slice(0, 2), 0)).toBeNull()
  })
})

describe('scoring a request', () => {
  const refused = { ok: false, reason: 'documentsNotAccepted' }

  test('SCO-04 SCO-05: documents rejected or pending block the score step, and so does a decided request', () => {
    expect(decideScoring('PENDING', ['ACCEPTED', 'ACCEPTED'], 'CCI')).toMatchObject({ ok: true, to: 'QUALIFIED' })
    expect(decideScoring('PENDING', ['ACCEPTED', 'PENDING'], 'CCI')).toEqual(refused)
    expect(decideScoring('PENDING', ['ACCEPTED', 'REJECTED'], 'CCI')).toEqual(refused)
    expect(decideScoring('PENDING', ['ACCEPTED', null], 'CCI')).toEqual(refused)
    expect(decideScoring('REJECTED', ['ACCEPTED', 'ACCEPTED'], 'CCI')).toEqual(refused)
  })

  test('D11: only CCI corrects, and only a score in force', () => {
    expect(decideCorrection('QUALIFIED', 'CCI').ok).toBe(true)
    expect(decideCorrection('LAPSED', 'CCI').ok).toBe(false)
    expect(decideCorrection('QUALIFIED', 'PROVIDER').ok).toBe(false)
  })
})
