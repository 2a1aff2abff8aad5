import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMarked, markLines, toWinAnsi } from '#domain/document/watermark/watermark.ts'

const entity = { role: 'ENTITY' as const, participantId: 'b' }
const pdf = { mediaType: 'application/pdf', owner: 'p' }

test.each([
  ['a bank that reads of a provider', true, entity, pdf, true],
  ['where CCI does not want it', false, entity, pdf, false],
  ['the own document of a bank', true, entity, { ...pdf, owner: 'b' }, false],
  ['a spreadsheet', true, entity, { ...pdf, mediaType: 'text/csv' }, false],
  ['CCI', true, { ...entity, role: 'CCI' as const }, pdf, false],
  ['the provider itself', true, { role: 'PROVIDER' as const, participantId: 'p' }, pdf, false],
  ['an evaluator', true, { ...entity, role: 'AUDIT' as const }, pdf, false],
])('%s: %s', (_what, enabled, reader, file, marked) => expect(isMarked(enabled, reader, file)).toBe(marked))

test('the mark says who reads, of which organisation, and when it is in Madrid', () => {
  const reader = { name: 'Íñigo Peñafiel Núñez', email: 'i@banco.example', organisation: 'Caja d’Estalvis' }
  expect(markLines(reader, '2026-11-21T09:05:00.000Z')).toEqual([
    'Leído por Íñigo Peñafiel Núñez · i@banco.example',
    'Caja d’Estalvis · 21/11/2026 10:05 (hora de Madrid)',
  ])
  expect(markLines({ ...reader, name: '' }, '2026-07-01T10:00:00.000Z')[0]).toBe('Leído por i@banco.example')
  // A long name would shrink the whole line to make it fit.
  const long = markLines(
    { ...reader, name: 'W'.repeat(400), organisation: 'B'.repeat(200) },
    '2026-07-01T10:00:00.000Z',
  )
  expect(long[0]).toBe(`Leído por ${'W'.repeat(40)} · i@banco.example`)
  expect(long[1]).toBe(`${'B'.repeat(80)} · 01/07/2026 12:00 (hora de Madrid)`)
})

describe('any name becomes one that the fonts of a PDF can write', () => {
  test.each([
    ['Łukasz Żółć', 'Lukasz Zólc'],
    ['Dvořák Šťastný', 'Dvorák Štastný'],
    ['Ștefan Țurcanu', 'Stefan Turcanu'],
    ['Ŀluís Gral·la', 'L·luís Gral·la'],
    ['Nguyễn Thị', 'Nguyen Thi'],
    ['Đorđević İbrahim ığdır', 'Dordevic Ibrahim igdir'],
    ['Straße Œuvre ẞ', 'Straße Œuvre SS'],
    ['e\u0301 combinado', 'é combinado'],
    ['ﬁn ½ ™', 'fin ½ ™'],
    ['Анна 李 🎉', '???? ? ?'],
    ['una\tlínea\nmás\u0000', 'una línea más '],
    ['\u202eoculto\u200b', 'oculto'],
  ])('%s', (name, written) => expect(toWinAnsi(name)).toBe(written))

  test('and none is left out', () => {
    const points = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 30 })
    fc.assert(
      fc.property(points, codes => {
        const written = toWinAnsi(String.fromCodePoint(...codes))
        expect(/^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/.test(written), written).toBe(true)
      }),
    )
  })
})
