import { expect, test } from 'vitest'
import { rotatedOut } from '#server/platform/backup/rotation.ts'

const at = (day: number, hour = '02') =>
  `${new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)}T${hour}-30-00Z`

test('CARE-13: two years of daily back-ups leave 7 days, 4 weeks and 12 months', () => {
  let there: string[] = []
  for (let day = 0; day < 730; day++) {
    there.push(at(day))
    const out = new Set(rotatedOut(there))
    there = there.filter(name => !out.has(name))
  }
  expect(there.map(name => name.slice(0, 10))).toEqual([
    ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'],
    ...['2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30'],
    ...['2027-12-12', '2027-12-19', '2027-12-25', '2027-12-26', '2027-12-27', '2027-12-28', '2027-12-29'],
    ...['2027-12-30', '2027-12-31'],
  ])
})

test('CARE-13: the newest of a day is kept, a pause removes nothing, and other folders are left alone', () => {
  expect(rotatedOut([at(0, '02'), at(0, '09'), at(0, '07')])).toEqual([at(0, '07'), at(0, '02')])
  expect(rotatedOut([at(0), at(200), at(400)])).toEqual([])
  expect(rotatedOut(['before', '2026-01-01', ...Array.from({ length: 3 }, (_, n) => `copy-${n}`)])).toEqual([])
})

test('CARE-12: a back-up taken before an upgrade counts for no day, and goes after a month', () => {
  const before = [
    '2026-10-01T10-00-00Z-before-0.2.0',
    '2026-11-28T10-00-00Z-before-0.3.0',
    '2026-11-28T11-00-00Z-before-0.3.1',
  ]
  expect(rotatedOut([...before, '2026-11-28T02-30-00Z', '2026-11-29T02-30-00Z'])).toEqual([before[0]])
  expect(rotatedOut(before)).toEqual([])
})
