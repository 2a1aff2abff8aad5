import { expect, test } from 'vitest'
import { lanesOf, lightOf, lightText } from '#domain/start/traffic-lights.ts'

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

test('each lane begins with the earliest expiry, and the invalid lane with the latest lapse', () => {
  const row = (
    id: string,
    status: 'QUALIFIED' | 'LAPSED' | 'EXPIRED' | 'REJECTED' | null,
    expiredAt: string | null,
  ) => ({
    id,
    status,
    expiredAt,
  })
  const lanes = lanesOf(
    [
      row('b', 'QUALIFIED', '2027-08-12'),
      row('a', 'QUALIFIED', '2027-04-30'),
      row('e', 'EXPIRED', '2025-05-18'),
      row('n', null, null),
      row('o', 'LAPSED', '2026-08-02'),
      row('l', 'LAPSED', '2026-09-02'),
      row('x', 'REJECTED', null),
      row('s', 'QUALIFIED', '2026-12-14'),
    ],
    today,
  )
  expect(lanes.good.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(lanes.soon.map(({ id }) => id)).toEqual(['s'])
  expect(lanes.none.map(({ id }) => id)).toEqual(['l', 'o', 'x', 'n', 'e'])
})

test('each row says until when, for how long, since when, or why not', () => {
  expect(lightText({ status: 'QUALIFIED', expiredAt: '2027-04-30' }, today)).toBe('hasta 30/04/2027')
  expect(lightText({ status: 'QUALIFIED', expiredAt: '2026-12-14' }, today)).toBe('en 23 días')
  expect(lightText({ status: 'QUALIFIED', expiredAt: '2026-11-22' }, today)).toBe('en 1 día')
  expect(lightText({ status: 'QUALIFIED', expiredAt: today }, today)).toBe('hoy es el último día')
  expect(lightText({ status: 'LAPSED', expiredAt: '2026-09-02' }, today)).toBe('desde 02/09/2026')
  expect(lightText({ status: 'REJECTED', expiredAt: null }, today)).toBe('Rechazada')
  expect(lightText({ status: null, expiredAt: null }, today)).toBe('Sin solicitudes')
})
