import { expect, test } from 'vitest'
import { lanesOf, lightOf } from '#domain/start/traffic-lights.ts'

const today = '2026-11-21'

test('a service is green while its rating is valid for more than sixty days, amber until it ends', () => {
  expect(lightOf({ status: 'QUALIFIED', expiredAt: '2027-04-30' }, today)).toBe('good')
  expect(lightOf({ status: 'QUALIFIED', expiredAt: '2026-12-14' }, today)).toBe('soon')
  expect(lightOf({ status: 'QUALIFIED', expiredAt: '2026-11-21' }, today)).toBe('soon')
})

test.each(['LAPSED', 'EXPIRED', 'REJECTED', 'PENDING', null] as const)(
  'without a valid rating (%s) no light is green, whatever date is left of an earlier one',
  status => {
    expect(lightOf({ status, expiredAt: '2027-04-30' }, today)).toBe('none')
  },
)

test('each lane begins with what ends first', () => {
  const row = (id: string, expiredAt: string | null, status: 'QUALIFIED' | 'REJECTED' = 'QUALIFIED') => ({
    id,
    expiredAt,
    status,
  })
  const lanes = lanesOf(
    [row('b', '2027-08-12'), row('a', '2027-04-30'), row('x', null, 'REJECTED'), row('s', '2026-12-14')],
    today,
  )
  expect(lanes.good.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(lanes.soon.map(({ id }) => id)).toEqual(['s'])
  expect(lanes.none.map(({ id }) => id)).toEqual(['x'])
})
