import { expect, test } from 'vitest'
import { OTHERS_FROM } from '#domain/notification/ladder.ts'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import { countUses, sortedUses } from '#domain/supervision/use/list.ts'
import { isEnding, requiredByPolicy, useDayErrors } from '#domain/supervision/use/use.ts'
import { addDays } from '#domain/values/day.ts'

const TODAY = '2026-11-21'

test('LEVEL-04: the policy gives one level to critical functions and another to all others', () => {
  const policy = { criticalScore: 'A/A/A', otherScore: 'C/C/C' }
  expect((['YES', 'NO', 'NOT_ASSESSED'] as const).map(each => requiredByPolicy(policy, each))).toEqual([
    ...['A/A/A', 'C/C/C', 'C/C/C'],
  ])
})

const future = { until: 'Escriba un día que no sea posterior a hoy' }
const before = { until: 'Es anterior al día en que empezó' }
test.each([
  [null, null, {}],
  ['2026-12-01', null, {}],
  [null, TODAY, {}],
  [null, '2026-11-22', future],
  [TODAY, TODAY, {}],
  ['2026-11-20', '2026-11-19', before],
  ['2026-12-01', '2026-11-22', before],
])('a use from %s to %s has the faults %j', (since, until, faults) => {
  expect(useDayErrors({ since, until }, TODAY)).toEqual(faults)
})

test('RENEW-16: a rating is ending from today to the last day of the notice period for banks', () => {
  const last = addDays(TODAY, OTHERS_FROM)
  expect([null, '2026-11-20', TODAY, last, addDays(last, 1)].map(on => isEnding(on, TODAY))).toEqual([
    ...[false, false, true, true, false],
  ])
})

const use = (id: string, more: Partial<UseWire> = {}): UseWire => ({
  ...{ id, providerId: 'P', provider: 'Nogal', cif: '', serviceId: 'S', service: 'Custodia', serviceKey: '' },
  ...{ critical: 'NO', since: null, until: null, note: '', situation: 'MET', words: '', requiredScore: null },
  ...{ obtainedScore: null, expiredAt: null, validationId: null, reviewSince: null, gaps: [], missing: 0 },
  ...{ acceptances: [], version: 1, ...more },
})
const order = (uses: UseWire[], sort: string) => sortedUses(uses, sort).map(({ id }) => id)

test('LEVEL-09: the worst comes first: broken, accepted, met, without a level', () => {
  const uses = [
    use('met'),
    use('unset', { situation: 'NOT_SET' }),
    use('accepted', { situation: 'ACCEPTED', missing: 3 }),
    use('below', { situation: 'BELOW', missing: 1 }),
    use('worse', { situation: 'UNRATED', missing: 2 }),
  ]
  expect(order(uses, 'situation')).toEqual(['worse', 'below', 'accepted', 'met', 'unset'])
  expect(order(uses, 'situation,desc')).toEqual(['unset', 'met', 'accepted', 'below', 'worse'])
})

test('LEVEL-09: orders equal situations by critical function, then expiry, then name', () => {
  const uses = [
    use('5', { service: 'Pagos' }),
    use('4'),
    use('3', { expiredAt: '2027-02-01' }),
    use('2', { expiredAt: '2027-01-01' }),
    use('0', { provider: 'Ñandú' }),
    use('1', { critical: 'YES' }),
  ]
  expect(order(uses, 'situation')).toEqual(['1', '2', '3', '4', '5', '0'])
  expect(order([use('b'), use('a')], 'situation')).toEqual(['a', 'b'])
})

test.each([
  ['missing', ['2', '1', '3']],
  ['missing,desc', ['3', '1', '2']],
  ['provider', ['3', '1', '2']],
  ['service', ['1', '3', '2']],
  ['critical', ['2', '3', '1']],
  ['expiredAt', ['2', '3', '1']],
  ['expiredAt,desc', ['1', '3', '2']],
])('LEVEL-09: uses by %s: %j', (sort, expected) => {
  const uses = [
    use('1', { missing: 1, provider: 'Nube', service: 'Aval', critical: 'NOT_ASSESSED' }),
    use('2', { provider: 'Ñandú', service: 'Pagos', critical: 'YES', expiredAt: '2026-12-01' }),
    use('3', { missing: 2, provider: 'Alfa', service: 'Nómina', critical: 'NO', expiredAt: '2027-12-01' }),
  ]
  expect(order(uses, sort)).toEqual(expected)
})

test('counts uses by situation, and those with an ending rating', () => {
  const uses = [use('1'), use('2', { expiredAt: TODAY }), use('3', { situation: 'BELOW', expiredAt: '2026-11-20' })]
  expect(countUses(uses, TODAY)).toMatchObject({ MET: 2, BELOW: 1, UNRATED: 0, ending: 1 })
})
