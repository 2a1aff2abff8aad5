import { expect, test } from 'vitest'
import type { Acceptance } from '#domain/supervision/acceptance/acceptance.ts'
import { acceptanceDayFault, acceptanceStatusOn, decideOutgrow } from '#domain/supervision/acceptance/acceptance.ts'

const TODAY = '2026-11-21'
const acceptance = (more: Partial<Acceptance> = {}): Acceptance => ({
  status: 'ACTIVE',
  until: TODAY,
  acceptedScore: 'A/A/B',
  requiredScore: 'A/A/A',
  ...more,
})
const of = (requiredScore: string | null, ...ratings: string[]) => ({
  requiredScore,
  inForce: ratings.map(rating => ({ rating })),
})

test('LEVEL-13: an acceptance is ACTIVE up to and including its day, then LAPSED', () => {
  const on = (today: string) => acceptanceStatusOn(acceptance(), of('A/A/A', 'A/A/B'), today)
  expect(['2026-11-20', TODAY, '2026-11-22', '2036-11-22'].map(on)).toEqual(['ACTIVE', 'ACTIVE', 'LAPSED', 'LAPSED'])
})

test('LEVEL-13: an ended acceptance keeps its status', () => {
  for (const status of ['REVOKED', 'OUTGROWN'] as const) {
    expect(acceptanceStatusOn(acceptance({ status }), of('A/A/A', 'A/A/B'), '2027-01-01')).toBe(status)
    expect(decideOutgrow(acceptance({ status }), of('A/A/A'), TODAY)).toBeNull()
  }
  expect(acceptanceStatusOn(acceptance(), of('A+/A+/A+'), '2026-11-22')).toBe('LAPSED')
})

test.each([
  ['the same rating', {}, of('A/A/A', 'A/A/B'), 'ACTIVE'],
  ['a better one', {}, of('A/A/A', 'A+/A/B'), 'ACTIVE'],
  ['a rating that is lower in one dimension', {}, of('A/A/A', 'B/A/B'), 'OUTGROWN'],
  ['a lower rating beside the one accepted', {}, of('A/A/A', 'D/D/D', 'A/A/B'), 'ACTIVE'],
  ['no rating any more', {}, of('A/A/A'), 'OUTGROWN'],
  ['a rating where none was accepted', { acceptedScore: null }, of('A/A/A', 'D/D/D'), 'ACTIVE'],
  ['a lower level required', {}, of('A/B/A', 'A/A/B'), 'ACTIVE'],
  ['a higher level required in one dimension', {}, of('A+/D/D', 'A/A/B'), 'OUTGROWN'],
  ['no level required', {}, of(null, 'A/A/B'), 'ACTIVE'],
  ['no level required and no rating', {}, of(null), 'ACTIVE'],
  [
    'the level met by a rating lower than the one accepted',
    { acceptedScore: 'A+/A/B' },
    of('A/A/A', 'A/A/A'),
    'ACTIVE',
  ],
] as const)('LEVEL-13: with %s it is %4$s', (_name, more, standing, expected) => {
  expect(acceptanceStatusOn(acceptance(more), standing, TODAY)).toBe(expected)
})

test('an acceptance ends from tomorrow to as many months ahead as the centre admits', () => {
  const faults = ['2026-11-21', '2026-11-22', '2027-11-21', '2027-11-22'].map(day => acceptanceDayFault(day, TODAY, 12))
  const sentence = 'Elija un día entre el 22/11/2026 y el 21/11/2027'
  expect(faults).toEqual([sentence, null, null, sentence])
})
