import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RatingInForce } from '#domain/supervision/use/level.ts'
import { dimensionsOf, gapSentence, gapsOf, obtainedOf, reaches, stepsMissing } from '#domain/supervision/use/level.ts'

const scale = ['D', 'C', 'B', 'A', 'A+']
const level = fc.constantFrom(...scale)
const rating = fc.tuple(level, level, level).map(levels => levels.join('/'))
const day = fc.integer({ min: 10, max: 28 }).map(number => `2027-01-${number}`)
const inForce = fc.array(
  fc.record({
    rating,
    expiresOn: day,
    scoredAt: day.map(on => `${on}T10:00:00.000Z`),
    validationId: fc.uuid(),
  }),
  { maxLength: 6 },
)
const rated = (text: string, more: Partial<RatingInForce> = {}): RatingInForce => ({
  rating: text,
  expiresOn: '2027-01-01',
  scoredAt: '2026-01-01T10:00:00.000Z',
  validationId: text,
  ...more,
})

test.each([
  ['A/A/A', 'A/A/A', true],
  ['A+/A+/A+', 'A/A/A', true],
  ['A/A/B', 'A/A/A', false],
  ['A+/A+/C', 'D/D/B', false],
  ['D/D/D', 'D/D/D', true],
])('LEVEL-05: %s reaches %s: %s', (obtained, required, expected) => expect(reaches(obtained, required)).toBe(expected))

test('LEVEL-05: a rating reaches another when no dimension is lower, on the scale D < C < B < A < A+', () => {
  fc.assert(
    fc.property(rating, rating, (obtained, required) => {
      const places = (text: string) => text.split('/').map(each => scale.indexOf(each))
      const lower = places(required).map((place, i) => Math.max(0, place - places(obtained)[i]!))
      expect(reaches(obtained, required)).toBe(lower.every(steps => steps === 0))
      expect(stepsMissing(gapsOf(required, obtained))).toBe(lower.reduce((sum, steps) => sum + steps, 0))
    }),
  )
})

test('LEVEL-05: reaching a level is reflexive, transitive and antisymmetric', () => {
  fc.assert(
    fc.property(rating, rating, rating, (a, b, c) => {
      expect(reaches(a, a)).toBe(true)
      if (reaches(a, b) && reaches(b, c)) expect(reaches(a, c)).toBe(true)
      if (reaches(a, b) && reaches(b, a)) expect(a).toBe(b)
    }),
  )
})

test('LEVEL-06: any rating in force meets the level if it reaches it, whatever else is in force', () => {
  fc.assert(
    fc.property(rating, inForce, (required, ratings) => {
      const obtained = obtainedOf(required, ratings)
      const isMet = obtained !== null && reaches(obtained.rating, required)
      expect(isMet).toBe(ratings.some(each => reaches(each.rating, required)))
    }),
  )
})

test('LEVEL-06: shows the rating that reaches the level and lapses last', () => {
  const [soon, late] = [rated('A/A/A', { expiresOn: '2027-01-02' }), rated('A+/A/A', { expiresOn: '2027-06-01' })]
  expect(obtainedOf('A/A/A', [soon, late])).toBe(late)
  expect(obtainedOf(null, [soon, late])).toBe(late)
})

test('LEVEL-07: otherwise shows the rating with the fewest steps missing, and of equal ones the newest', () => {
  const [far, near] = [rated('D/D/D'), rated('A/A/B')]
  const newer = rated('A/B/A', { scoredAt: '2026-05-01T10:00:00.000Z' })
  expect(obtainedOf('A/A/A', [far, near])).toBe(near)
  expect(obtainedOf('A/A/A', [newer, near, far])).toBe(newer)
  expect(obtainedOf('A/A/A', [near, newer])).toBe(newer)
  expect(obtainedOf('A/A/A', [])).toBeNull()
})

test('LEVEL-07: no rating in force has fewer steps missing than the one shown, and none of as few is newer', () => {
  fc.assert(
    fc.property(rating, inForce, (required, ratings) => {
      const obtained = obtainedOf(required, ratings)
      if (!obtained || reaches(obtained.rating, required)) return
      const missing = (text: string) => stepsMissing(gapsOf(required, text))
      for (const each of ratings) {
        expect(missing(each.rating)).toBeGreaterThanOrEqual(missing(obtained.rating))
        if (missing(each.rating) === missing(obtained.rating)) expect(each.scoredAt <= obtained.scoredAt).toBe(true)
      }
    }),
  )
})

test('LEVEL-07: the gap names each dimension with both levels', () => {
  expect(gapsOf('A/A/A', 'A+/A/B').map(gapSentence)).toEqual(['Disponibilidad: exigido A, obtenido B'])
  expect(gapsOf('A+/B/A', 'B/B/D').map(gapSentence)).toEqual([
    'Confidencialidad: exigido A+, obtenido B',
    'Disponibilidad: exigido A, obtenido D',
  ])
  expect(gapsOf('D/D/C', null).map(gapSentence)).toContain('Disponibilidad: exigido C, sin calificación')
  expect(stepsMissing(gapsOf('D/D/C', null))).toBe(4)
  expect(dimensionsOf(gapsOf('A/A/A', 'B/B/A'))).toBe('Confidencialidad e Integridad')
})
