import { expect, test } from 'vitest'
import { parseTime } from '#domain/values/time-of-day.ts'

test.each([
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
