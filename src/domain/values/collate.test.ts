import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSpanish, foldForSearch } from '#domain/values/collate.ts'

describe('collate', () => {
  it.each([
    ['Cañón', 'canon'],
    ['CAN\u0303O\u0301N', 'canon'],
    ['  Güell \t i  Fill ', 'guell i fill'],
    ['Françoise', 'francoise'],
    ['İzmir', 'izmir'],
    ['AÑO 2026', 'ano 2026'],
    ['', ''],
  ])('folds %j to %j', (text, folded) => expect(foldForSearch(text)).toBe(folded))

  it('folding twice changes nothing more, and composed or not is the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const folded = foldForSearch(text)
        expect(foldForSearch(folded)).toBe(folded)
        expect(foldForSearch(text.normalize('NFD'))).toBe(foldForSearch(text.normalize('NFC')))
      }),
    )
  })

  it('sorts as Spanish does: accents aside, ñ after n', () => {
    const names = ['Zamora', 'ñandú', 'nuez', 'Ávila', 'oso', 'Nadal', 'avión', 'Ñíguez']
    expect(names.sort(compareSpanish)).toEqual(['Ávila', 'avión', 'Nadal', 'nuez', 'ñandú', 'Ñíguez', 'oso', 'Zamora'])
  })
})
