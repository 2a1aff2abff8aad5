import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRating, isRating, parseRating, RATING_SCALE } from '#domain/values/rating.ts'

const level = fc.constantFrom('D', 'C', 'B', 'A', 'A+')

describe('rating (D32)', () => {
  it('D32: the scale of the sector, worst level first', () => {
    expect(RATING_SCALE.levels).toEqual(['D', 'C', 'B', 'A', 'A+'])
    expect(RATING_SCALE.dimensions).toEqual(['Confidencialidad', 'Integridad', 'Disponibilidad'])
  })

  it('D32: reads A/B/A+ in the order of the dimensions', () => expect(parseRating('A/B/A+')).toEqual(['A', 'B', 'A+']))

  it.each(['', 'A', 'A/B', 'A/B/A+/D', 'A/B/', '/A/B', 'a/b/c', 'A/B/E', 'A / B / C', 'A/B/A++', 'A+A+A+', 'A/B/C\n'])(
    'D32: %j is no rating',
    text => {
      expect(parseRating(text)).toBeNull()
      expect(isRating(text)).toBe(false)
    },
  )

  it('D32: every rating that is written is read back', () => {
    fc.assert(
      fc.property(fc.tuple(level, level, level), rating => {
        expect(isRating(formatRating(rating))).toBe(true)
        expect(parseRating(formatRating(rating))).toEqual(rating)
      }),
    )
  })

  it('D32: reads exactly the texts that it writes', () => {
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(level, fc.string()), { maxLength: 4 }).map(all => all.join('/')),
    )
    fc.assert(
      fc.property(text, candidate => {
        const rating = parseRating(candidate)
        expect(rating !== null).toBe(/^(?:[BCD]|A\+?)(?:\/(?:[BCD]|A\+?)){2}$/.test(candidate))
        if (rating) expect(formatRating(rating)).toBe(candidate)
      }),
      { numRuns: 1000 },
    )
  })

  it('D32: another scale is another value, not other code', () => {
    const scale = { levels: ['no', 'sí'], dimensions: ['Apto'] }
    expect(parseRating('sí', scale)).toEqual(['sí'])
    expect(isRating('A', scale)).toBe(false)
  })
})
