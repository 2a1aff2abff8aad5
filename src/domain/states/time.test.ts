import { expect, test } from 'vitest'
import { documentMachine } from '#domain/states/document.ts'
import type { Machine } from '#domain/states/machine.ts'
import { machines } from '#domain/states/machines.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { statusOn, storedAs } from '#domain/states/time.ts'
import { addDays } from '#domain/values/day.ts'

const TODAYS = ['2024-02-28', '2024-02-29', '2024-03-01', '2025-02-28', '2025-03-01', '2026-11-21']
/** No day, and every day from more than two years before today to a few days after. */
const expiries = (today: string) => [null, ...Array.from({ length: 805 }, (_, index) => addDays(today, index - 800))]

test('D5 D11: a document lapses after its day, a score as well, and expires more than one full year later', () => {
  const request = (expiresOn: string | null, today: string) =>
    statusOn(reportRequestMachine, 'QUALIFIED', expiresOn, today)
  expect(request(null, '2026-11-21')).toBe('QUALIFIED')
  expect(request('2026-11-21', '2026-11-21')).toBe('QUALIFIED')
  expect(request('2026-11-20', '2026-11-21')).toBe('LAPSED')
  expect(request('2025-11-21', '2026-11-21')).toBe('LAPSED')
  expect(request('2025-11-20', '2026-11-21')).toBe('EXPIRED')
  expect(request('2024-02-29', '2025-02-28')).toBe('LAPSED')
  expect(request('2024-02-29', '2025-03-01')).toBe('EXPIRED')
  const document = (expiresOn: string | null) => statusOn(documentMachine, 'ACCEPTED', expiresOn, '2026-11-21')
  expect(['2026-11-21', '2026-11-20', '2020-01-01', null].map(document)).toEqual([
    'ACCEPTED',
    'LAPSED',
    'LAPSED',
    'ACCEPTED',
  ])
})

test('only statuses with a move by time change with time', () => {
  for (const machine of machines as unknown as Machine<string, never>[]) {
    for (const stored of machine.states.filter(state => !machine.derived.includes(state))) {
      const status = statusOn(machine, stored, '2020-01-01', '2026-11-21')
      const timed = Object.values(machine.moves).some(
        move => move.yearsAfterExpiry !== undefined && move.from.includes(stored),
      )
      expect([machine.name, stored, status !== stored]).toEqual([machine.name, stored, timed])
    }
  }
})

test.each(TODAYS)('VAL-13 VAL-14: on %s, the days of a status are those on which it reads so', today => {
  for (const machine of [documentMachine, reportRequestMachine] as unknown as Machine<string, never>[]) {
    for (const status of machine.states) {
      const { stored, upTo, after } = storedAs(machine, status, today)
      expect(machine.states.filter(state => !machine.derived.includes(state))).toContain(stored)
      for (const day of expiries(today)) {
        const within =
          (upTo === null || (day !== null && day <= upTo)) && !(after !== null && day !== null && day <= after)
        expect([status, day, within]).toEqual([status, day, statusOn(machine, stored, day, today) === status])
      }
    }
  }
})
