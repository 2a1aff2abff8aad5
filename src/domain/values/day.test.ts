import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  addYears,
  compareDays,
  dateRule,
  daysBetween,
  endOfDayInMadrid,
  expiryFault,
  expiryRule,
  formatDay,
  formatInstant,
  isDay,
  isTomorrowOrLater,
  madridDay,
  parseDay,
  parseTime,
  startOfDayInMadrid,
} from '#domain/values/day.ts'
import { MESSAGES } from '#domain/values/messages.ts'

const anyDay = fc
  .date({ min: new Date('1980-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

describe('day', () => {
  it.each(['2026-11-21', '2024-02-29', '2000-02-29', '1000-01-01', '9999-12-31'])('%s is a day', text =>
    expect(isDay(text)).toBe(true),
  )

  it.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '0999-01-01',
    '10000-01-01',
    '21/11/2026',
    '2026-11-21T00:00:00Z',
    '2026-11-21\n',
    '12026-11-21',
    '2026-11-211',
  ])('%j is no day', text => expect(isDay(text)).toBe(false))

  it('compares and sorts', () => {
    expect(compareDays('2026-11-21', '2026-11-22')).toBeLessThan(0)
    expect(compareDays('2026-11-22', '2026-11-21')).toBeGreaterThan(0)
    expect(compareDays('2026-11-21', '2026-11-21')).toBe(0)
  })

  it.each([
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('adds to %s %d days: %s', (day, days, sum) => expect(addDays(day, days)).toBe(sum))

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-11-21', 12, '2027-11-21'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('adds to %s %d months: %s', (day, months, sum) => expect(addMonths(day, months)).toBe(sum))

  it.each([
    ['2024-02-29', 1, '2025-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['2026-11-21', -1, '2025-11-21'],
  ])('adds to %s %d years: %s', (day, years, sum) => expect(addYears(day, years)).toBe(sum))

  it.each([
    [addDays('9999-12-31', 1), '9999-12-31'],
    [addMonths('9999-12-15', 1), '9999-12-31'],
    [addYears('9999-12-31', 1), '9999-12-31'],
    [addDays('1000-01-01', -1), '1000-01-01'],
    [addYears('1000-06-01', -1), '1000-01-01'],
  ])('a day beyond the calendar stops at its end: %s', (sum, end) => expect(sum).toBe(end))

  it('refuses to reckon with what is no day', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
    expect(() => addMonths('', 1)).toThrow(RangeError)
    expect(() => madridDay('ayer')).toThrow(RangeError)
  })

  it('counts the days between two', () => {
    expect(daysBetween('2026-11-21', '2026-12-21')).toBe(30)
    expect(daysBetween('2026-11-21', '2026-11-20')).toBe(-1)
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -2000, max: 2000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days)
      }),
    )
  })

  it.each([
    ['2026-11-21T22:59:59.999Z', '2026-11-21'],
    ['2026-11-21T23:00:00Z', '2026-11-22'],
    ['2026-07-01T21:59:59Z', '2026-07-01'],
    ['2026-07-01T22:00:00Z', '2026-07-02'],
    ['2026-12-31T23:00:00Z', '2027-01-01'],
    ['2026-11-22T00:30:00+02:00', '2026-11-21'],
  ])('D4: at %s it is %s in Madrid', (instant, day) => expect(madridDay(instant)).toBe(day))

  it.each([
    ['2026-11-21', '2026-11-20T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    ['2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T21:59:59.999Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ])('D4: %s lasts in Madrid from %s to %s', (day, start, end) => {
    expect(startOfDayInMadrid(day)).toBe(start)
    expect(endOfDayInMadrid(day)).toBe(end)
  })

  it('D4: a day’s last instant is still that day, and the next one is not', () => {
    fc.assert(
      fc.property(anyDay, day => {
        const end = endOfDayInMadrid(day)
        expect(madridDay(end)).toBe(day)
        expect(madridDay(new Date(Date.parse(end) + 1).toISOString())).toBe(addDays(day, 1))
        expect(madridDay(startOfDayInMadrid(day))).toBe(day)
      }),
    )
  })

  it('shows a day as DD/MM/YYYY and reads it back', () => {
    expect(formatDay('2026-02-01')).toBe('01/02/2026')
    fc.assert(fc.property(anyDay, day => void expect(parseDay(formatDay(day))).toBe(day)))
  })

  it.each([
    ['21/11/2026', '2026-11-21'],
    ['1/2/2026', '2026-02-01'],
    [' 01/02/2026 ', '2026-02-01'],
    ['29/02/2026', null],
    ['31/04/2026', null],
    ['2026-11-21', '2026-11-21'],
    ['2026-02-29', null],
    ['11/21/2026', null],
    ['21/11/26', '2026-11-21'],
    ['1-2-2026', '2026-02-01'],
    ['1.2.2026', '2026-02-01'],
    ['01022026', '2026-02-01'],
    ['01/01/0226', null],
    ['121/11/2026', null],
    ['21/11/20266', null],
    ['21/00/2026', null],
    ['21/13/2026', null],
    ['', null],
  ])('reads %j as %j', (text, day) => expect(parseDay(text)).toBe(day))

  it.each([
    ['2026-11-21T08:05:59Z', '21/11/2026 09:05'],
    ['2026-11-21T23:00:00Z', '22/11/2026 00:00'],
    ['2026-07-01T10:00:00Z', '01/07/2026 12:00'],
  ])('shows %s as %s', (instant, text) => expect(formatInstant(instant)).toBe(text))

  it.each([
    ['2026-11-22', true],
    ['2027-01-01', true],
    ['2026-11-21', false],
    ['2026-11-20', false],
    ['2026-11-31', false],
    ['', false],
  ])('D25: on 2026-11-21, %j is tomorrow or later: %s', (day, is) =>
    expect(isTomorrowOrLater(day, '2026-11-21')).toBe(is),
  )

  it.each([
    ['2026-11-22', null, null],
    ['2100-12-31', null, null],
    ['2101-01-01', 'expiryTooLate', MESSAGES.expiryTooLate],
    ['2026-11-21', 'expiryTooEarly', MESSAGES.expiryTooEarly],
    ['2026-11-31', 'expiryTooEarly', MESSAGES.expiryTooEarly],
  ])('D25 FORM-18: an expiry on %s is %s on 2026-11-21', (day, fault, message) => {
    expect(expiryFault(day, '2026-11-21')).toBe(fault)
    expect(expiryRule(day, '2026-11-21')).toBe(message)
  })

  it.each(['01/01/1900', '31/12/2023', '29/02/2020', '29/02/2000', '1/2/2020'])('FORM-37 FORM-38: accepts %s', text =>
    expect(dateRule(text)).toBeNull(),
  )

  it.each([
    '',
    'ayer',
    '2020-01-01',
    '31/04/2020',
    '00/01/2020',
    '00/02/2020',
    '32/01/2020',
    '10/13/2020',
    '10/00/2020',
    '32/02/2020',
    '1/1/20',
  ])('FORM-37: %j is no valid date', text => expect(dateRule(text)).toBe('Fecha no válida'))

  it.each(['31/12/1899', '01/01/2024', '21/11/2026', '01/01/0001'])('FORM-38: %s is out of range', text =>
    expect(dateRule(text)).toBe('Fecha fuera de rango'),
  )

  it.each(['29/02/2019', '30/02/2020', '31/02/2020', '29/02/1900', '29/02/2030'])(
    'FORM-39: %s is no day of February',
    text => expect(dateRule(text)).toBe('Fecha no válida para febrero'),
  )
})

it.each([
  ['09:05', '09:05'],
  ['9:05', '09:05'],
  ['905', '09:05'],
  ['9.05', '09:05'],
  ['23:59', '23:59'],
  [' 00:00 ', '00:00'],
  ['24:00', null],
  ['9:60', null],
  ['9', null],
  ['', null],
])('time of day %s is %s', (text, time) => {
  expect(parseTime(text)).toBe(time)
})
