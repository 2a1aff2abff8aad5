import { expect, test } from 'vitest'
import { endWithin, firstCharacters, lastCharacters, withoutEnd } from '#domain/values/cut.ts'

const pair = '\u{10400}'

test.each([1, 2, 3, 7])('%i characters are whole', most => {
  const text = `a${pair.repeat(5)}b${pair.repeat(5)}`
  for (const cut of [firstCharacters(text, most), lastCharacters(text, most)]) {
    expect([...cut]).toHaveLength(most)
    expect(cut.isWellFormed()).toBe(true)
  }
  expect(text.startsWith(firstCharacters(text, most))).toBe(true)
  expect(text.endsWith(lastCharacters(text, most))).toBe(true)
})

test.each([
  ['abc', 2, 'bc'],
  ['abc', 3, 'abc'],
  ['abc', 0, ''],
  [`${pair}${pair}x`, 8, `${pair}x`],
  ['ñandú', 3, 'dú'],
])('cuts %j to %i bytes as %j', (text, bytes, end) => expect(endWithin(text, bytes)).toBe(end))

test.each([
  ['informe.pdf. . ', 'informe.pdf'],
  ['..', ''],
  ['', ''],
  ['. a', '. a'],
])('%j without dots and spaces at its end is %j', (text, kept) => {
  expect(withoutEnd(text, '. ')).toBe(kept)
})
