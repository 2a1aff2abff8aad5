import { expect, test } from 'vitest'
import type { Version } from '#domain/document/document.ts'
import { countsAsRead, type Home, reusableVersion } from '#domain/document/reuse/reuse.ts'

const accepted: Version = {
  id: 'v1',
  number: 1,
  status: 'ACCEPTED',
  expiresOn: '2027-06-30',
  isCurrent: true,
  deletedAt: null,
}
const documentation: Home = { status: 'ACCEPTED', isRequest: false, superseded: false, scoreExpiresOn: null }
const request: Home = { status: 'QUALIFIED', isRequest: true, superseded: false, scoreExpiresOn: '2027-03-01' }
const today = '2027-01-15'

test('EASE-03: an accepted version is used again until its last day, that of a request until the last of its score', () => {
  const untilOf = (home: Home, versions: Version[], on = today) => reusableVersion(home, versions, on)?.until ?? null
  expect(untilOf(documentation, [accepted])).toBe('2027-06-30')
  expect(untilOf({ ...documentation, status: 'PENDING' }, [accepted])).toBe('2027-06-30')
  expect(untilOf(documentation, [accepted], '2027-07-01')).toBeNull()
  expect(untilOf(documentation, [{ ...accepted, status: 'PENDING' }])).toBeNull()
  expect(untilOf(documentation, [{ ...accepted, deletedAt: today }])).toBeNull()
  const undated = { ...accepted, expiresOn: null }
  expect(untilOf(request, [undated])).toBe('2027-03-01')
  expect(untilOf({ ...request, superseded: true }, [undated])).toBeNull()
  for (const status of ['PENDING', 'REJECTED', 'LAPSED']) expect(untilOf({ ...request, status }, [undated])).toBeNull()
})

test('EASE-04: a reading of the same bytes counts for twelve months', () => {
  const counts = (sameBytesReadAt: string | null, on = today) =>
    countsAsRead({ readByCentre: false, sameBytesReadAt }, on)
  expect(counts('2026-01-15T10:00:00.000Z')).toBe(true)
  expect(counts('2026-01-14T10:00:00.000Z')).toBe(false)
  expect(counts(null)).toBe(false)
  expect(countsAsRead({ readByCentre: true, sameBytesReadAt: null }, today)).toBe(true)
})
