import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reader, Version } from '#domain/document/document.ts'
import {
  changesDocuments,
  currentVersion,
  documentStatusLabels,
  documentStatusOn,
  hasOtherVersions,
  historyFor,
  isChanged,
  moveOfVerdict,
  publishedVersion,
  readerOf,
  reportDocuments,
  toldVersion,
  versionFor,
} from '#domain/document/document.ts'

const TODAY = '2026-11-21'

let count = 0
const version = (given: Partial<Version>): Version => ({
  id: `v${++count}`,
  number: count,
  status: 'PENDING',
  expiresOn: null,
  isCurrent: false,
  deletedAt: null,
  ...given,
})

test('DOC-02: a document is LAPSED once the day of its expiry is over, and only when it was accepted', () => {
  expect(documentStatusOn('ACCEPTED', TODAY, TODAY)).toBe('ACCEPTED')
  expect(documentStatusOn('ACCEPTED', '2026-11-20', TODAY)).toBe('LAPSED')
  expect(documentStatusOn('ACCEPTED', null, TODAY)).toBe('ACCEPTED')
  expect(documentStatusOn('PENDING', '2026-11-20', TODAY)).toBe('PENDING')
  expect(documentStatusOn('REJECTED', '2026-11-20', TODAY)).toBe('REJECTED')
  expect(Object.keys(documentStatusLabels)).toEqual(['PENDING', 'ACCEPTED', 'REJECTED', 'LAPSED'])
})

test('DOC-09: only a document that waits is one that changed', () => {
  const all = [null, 'PENDING', 'ACCEPTED', 'REJECTED', 'LAPSED'] as const
  expect(all.filter(isChanged)).toEqual(['PENDING'])
})

test('API-53: the move that a decision by CCI requests', () => {
  expect(
    (['PENDING', 'ACCEPTED', 'REJECTED', 'LAPSED', null] as const).map(status => moveOfVerdict('ACCEPTED', status)),
  ).toEqual(['accept', 'accept', 'reverseRejection', 'accept', 'accept'])
  expect(
    (['PENDING', 'ACCEPTED', 'REJECTED', 'LAPSED', null] as const).map(status => moveOfVerdict('REJECTED', status)),
  ).toEqual(['reject', 'reverseAcceptance', 'reverseAcceptance', 'reject', 'reject'])
})

test('REP-08: the two documents of a report', () => {
  expect(reportDocuments).toEqual(['Informe de auditoría', 'Doc. Excel asociado'])
})

test('the reader is the centre, the owner, the evaluator that a request names, or the public', () => {
  const set = { participantId: 'p', evaluatorId: 'e' }
  expect(readerOf({ role: 'CCI', participantId: 'p' }, set)).toBe('centre')
  expect(readerOf({ role: 'PROVIDER', participantId: 'p' }, set)).toBe('owner')
  expect(readerOf({ role: 'AUDIT', participantId: 'e' }, set)).toBe('named')
  expect(readerOf({ role: 'ENTITY', participantId: 'x' }, set)).toBe('published')
  expect(readerOf({ role: 'ENTITY', participantId: 'x' }, { participantId: 'p', evaluatorId: null })).toBe('published')
})

test('DOC-18 D14: the owner and CCI change documents, other readers do not', () => {
  expect((['centre', 'owner', 'named', 'published'] as const).filter(changesDocuments)).toEqual(['centre', 'owner'])
})

describe('D10: versions that banks read', () => {
  const accepted = version({ status: 'ACCEPTED', expiresOn: '2027-01-01' })

  test('an accepted version stays published while its successor is not accepted', () => {
    const next = version({ isCurrent: true })
    expect(publishedVersion([next, accepted], TODAY)).toBe(accepted)
    expect(publishedVersion([{ ...next, status: 'REJECTED' }, accepted], TODAY)).toBe(accepted)
    expect(publishedVersion([{ ...next, status: 'ACCEPTED' }, accepted], TODAY)?.id).toBe(next.id)
  })

  test('it is the newest by its number, in whatever order they are given', () => {
    const three = [3, 1, 2].map(number => version({ number, status: 'ACCEPTED' }))
    const orders = fc.shuffledSubarray(three, { minLength: 1 })
    fc.assert(
      fc.property(orders, some => {
        expect(publishedVersion(some, TODAY)?.number).toBe(Math.max(...some.map(({ number }) => number)))
      }),
    )
  })

  test('once its successor lapsed, an older one does not come back', () => {
    const lapsed = version({ status: 'ACCEPTED', expiresOn: '2026-11-20', isCurrent: true })
    expect(publishedVersion([lapsed, accepted], TODAY)).toBeUndefined()
  })
})

describe('D10 D16: the version whose status a reader sees', () => {
  const accepted = version({ status: 'ACCEPTED', expiresOn: '2027-01-01' })
  const next = version({ isCurrent: true })
  const gone = version({ deletedAt: '2026-11-20T10:00:00.000Z' })
  const lapsed = version({ status: 'ACCEPTED', expiresOn: '2026-11-20' })

  test('a bank sees the status of the file that it reads, whatever that of the next version', () => {
    expect(toldVersion('published', [next, accepted], TODAY)).toBe(accepted)
    expect(toldVersion('published', [gone, accepted], TODAY)).toBe(accepted)
    expect(toldVersion('published', [next, lapsed], TODAY)).toBe(next)
    expect(toldVersion('published', [gone, lapsed], TODAY)).toBe(lapsed)
    expect(toldVersion('published', [gone], TODAY)).toBeUndefined()
    expect(versionFor('published', [gone, lapsed], TODAY)).toBe('notAccepted')
  })

  test('CCI, the owner and named readers see the status of the current version', () => {
    for (const reader of ['centre', 'owner', 'named'] as const) {
      expect(toldVersion(reader, [next, accepted], TODAY)).toBe(next)
      expect(toldVersion(reader, [gone, accepted], TODAY)).toBeUndefined()
    }
  })
})

describe('DOC-08: which version a reader gets', () => {
  const first = version({ status: 'ACCEPTED', expiresOn: '2027-01-01' })
  const second = version({ status: 'REJECTED' })
  const gone = version({ deletedAt: '2026-11-20T10:00:00.000Z' })
  const third = version({ isCurrent: true })
  const versions = [third, gone, second, first]
  const get = (reader: Reader, asked?: string) => {
    const found = versionFor(reader, versions, TODAY, asked)
    return typeof found === 'string' ? found : found.id
  }

  test('by the document: CCI, owner and named evaluator get the current version, a bank the published one', () => {
    expect(get('centre')).toBe(third.id)
    expect(get('owner')).toBe(third.id)
    expect(get('named')).toBe(third.id)
    expect(get('published')).toBe(first.id)
    expect(versionFor('published', [third], TODAY)).toBe('notAccepted')
    expect(versionFor('published', [], TODAY)).toBe('notFound')
    expect(versionFor('owner', [second], TODAY)).toBe('notFound')
  })

  test('by the version: CCI all, the owner all but deleted ones, the evaluator the current, a bank the published', () => {
    const readable = (reader: Reader) => versions.filter(each => get(reader, each.id) === each.id).map(each => each.id)
    expect(readable('centre')).toEqual(versions.map(each => each.id))
    expect(readable('owner')).toEqual([third.id, second.id, first.id])
    expect(readable('named')).toEqual([third.id])
    expect(readable('published')).toEqual([first.id])
    expect(get('centre', 'elsewhere')).toBe('notFound')
  })

  test('ERR-22 D8: a history has more to tell than the file there is also when its only version was deleted', () => {
    expect([[], [third], [gone], [third, first], [third, gone]].map(hasOtherVersions)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })

  test('D17: an evaluator sees no history', () => {
    expect(historyFor('named', versions, TODAY)).toBeNull()
  })

  test('a bank never gets an unaccepted file, among any versions', () => {
    const anyVersion = fc.record({
      number: fc.nat(20),
      status: fc.constantFrom('PENDING' as const, 'ACCEPTED' as const, 'REJECTED' as const),
      expiresOn: fc.constantFrom(null, '2026-11-20', TODAY, '2027-01-01'),
      isCurrent: fc.boolean(),
      deletedAt: fc.constantFrom(null, '2026-11-01T00:00:00.000Z'),
    })
    fc.assert(
      fc.property(fc.array(anyVersion), given => {
        const some = given.map((each, index) => ({ ...each, id: String(index) }))
        for (const asked of [undefined, ...some.map(each => each.id)]) {
          const found = versionFor('published', some, TODAY, asked)
          if (typeof found === 'string') continue
          expect(documentStatusOn(found.status, found.expiresOn, TODAY)).toBe('ACCEPTED')
          expect(found.deletedAt).toBeNull()
        }
      }),
    )
  })
})

test('a deleted version leaves no current one', () => {
  expect(currentVersion([version({ deletedAt: '2026-11-20T10:00:00.000Z' })])).toBeUndefined()
})
