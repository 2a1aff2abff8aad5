import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnswerValue, Evaluated } from '#domain/assessment/assessment.ts'
import { dimensions, isAskedOf, isMet, levels, parseTarget } from '#domain/assessment/assessment.ts'
import { explain } from '#domain/assessment/explanation.ts'
import type { Reached } from '#domain/assessment/levels.ts'
import { belowScale, computedRating, levelsByDomain, levelsReached, reachedLabel } from '#domain/assessment/levels.ts'
import { processorMs } from '#test/support/processor-time.ts'
import { answer, anyEvaluated, control, JUSTIFICATION } from '../../../test/support/evaluated.ts'

const rank = (reached: Reached) => (reached === null || reached === 'NONE' ? -1 : levels.indexOf(reached))

const availability = [
  control('D1', ['D'], 'D', { position: 1 }),
  control('C1', ['D'], 'C', { position: 2 }),
  control('B1', ['D'], 'B', { position: 3 }),
  control('A1', ['D'], 'A', { position: 4 }),
  control('P1', ['D'], 'A+', { position: 5 }),
]
const answered = (given: Record<string, AnswerValue | null>): Evaluated => ({
  controls: availability,
  target: 'A/A/A',
  answers: Object.entries(given).map(([key, value]) =>
    answer(key, value, value === 'NOT_APPLICABLE' ? JUSTIFICATION : ''),
  ),
})

describe('DICT-12 DICT-15: the examples of the specification', () => {
  test.each([
    [{ D1: 'YES', C1: 'YES', B1: 'YES', A1: 'YES' }, 'A', 'Disponibilidad A: se cumple el nivel objetivo'],
    [{ D1: 'YES', C1: 'YES', B1: 'NO', A1: 'YES' }, 'C', 'Disponibilidad C: no se cumple 1 control de nivel B (B1)'],
    [
      { D1: 'YES', C1: 'NOT_APPLICABLE', B1: 'YES', A1: null },
      'B',
      'Disponibilidad B: 1 control de nivel A sin responder (A1)',
    ],
    [{ D1: 'NO', C1: 'YES', B1: 'YES', A1: 'YES' }, 'NONE', 'Disponibilidad: no alcanza el nivel D (D1)'],
  ] as const)('DICT-12: %j', (given, level, sentence) => {
    expect(levelsReached(answered(given)).D).toBe(level)
    expect(explain(answered(given))[2]?.sentence).toBe(sentence)
  })
})

describe('DICT-12: the level reached', () => {
  test('DICT-12: a level without controls of its own is reached with the one below it', () => {
    const gap = { controls: [control('D1', ['C'], 'D')], target: 'A+/D/D', answers: [answer('D1', 'YES')] }
    expect(levelsReached(gap).C).toBe('A+')
    const stopped = [...gap.controls, control('A1', ['C'], 'A')]
    expect(levelsReached({ ...gap, controls: stopped }).C).toBe('B')
  })

  test('DICT-12: a control of several dimensions counts in each, as far as each aims', () => {
    const both = { controls: [control('X', ['C', 'I'], 'B'), control('Y', ['C', 'I', 'D'], 'D')], target: 'A/C/A' }
    expect(levelsReached({ ...both, answers: [answer('X', 'NO'), answer('Y', 'YES')] })).toEqual({
      C: 'C',
      I: 'C',
      D: 'A',
    })
  })

  test('DICT-12: no answer, and No aplica without its justification, are not met', () => {
    expect(levelsReached(answered({})).D).toBe('NONE')
    const excused = answered({ D1: 'YES' })
    const unjustified = [...excused.answers, answer('C1', 'NOT_APPLICABLE', 'corta')]
    expect(levelsReached({ ...excused, answers: unjustified }).D).toBe('D')
  })

  test('DICT-12: the level is the highest up to which every control asked is met', () => {
    fc.assert(
      fc.property(anyEvaluated, evaluated => {
        const target = parseTarget(evaluated.target)
        const answers = new Map(evaluated.answers.map(each => [each.controlKey, each]))
        for (const dimension of dimensions) {
          const asked = evaluated.controls.filter(each => isAskedOf(each, dimension, target))
          const holds = levels.filter(
            level =>
              rank(level) <= rank(target[dimension]) &&
              asked.every(each => rank(each.level) > rank(level) || isMet(answers.get(each.key))),
          )
          expect(levelsReached(evaluated)[dimension]).toBe(asked.length === 0 ? null : (holds.at(-1) ?? 'NONE'))
        }
      }),
    )
  })

  test('DICT-12: a better answer never lowers a level, in no dimension and no domain', () => {
    fc.assert(
      fc.property(anyEvaluated, fc.nat(), (evaluated, index) => {
        const better = evaluated.answers.map((each, place) =>
          place === index % evaluated.answers.length ? { ...each, answer: 'YES' as const } : each,
        )
        const improved = { ...evaluated, answers: better }
        for (const dimension of dimensions) {
          expect(rank(levelsReached(improved)[dimension])).toBeGreaterThanOrEqual(
            rank(levelsReached(evaluated)[dimension]),
          )
        }
        const before = levelsByDomain(evaluated)
        for (const [place, { levels: reached }] of levelsByDomain(improved).entries()) {
          for (const dimension of dimensions) {
            expect(rank(reached[dimension])).toBeGreaterThanOrEqual(rank(before[place]!.levels[dimension]))
          }
        }
      }),
    )
  })

  test('DICT-12: no level is above its target, whatever is answered', () => {
    fc.assert(
      fc.property(anyEvaluated, evaluated => {
        for (const dimension of dimensions) {
          expect(rank(levelsReached(evaluated)[dimension])).toBeLessThanOrEqual(
            rank(parseTarget(evaluated.target)[dimension]),
          )
        }
      }),
    )
  })

  test('DICT-12: 1,500 controls are computed and explained in milliseconds', () => {
    const controls = Array.from({ length: 1500 }, (_, position) =>
      control(`K${position}`, dimensions, levels[position % 5]!, { position, domain: `Dominio ${position % 40}` }),
    )
    const many = { controls, target: 'A+/A+/A+', answers: controls.map(({ key }) => answer(key, 'NO')) }
    const ms = processorMs(() => {
      levelsReached(many)
      levelsByDomain(many)
      expect(explain(many)[0]?.unmet).toHaveLength(300)
    })
    // Some 10 ms; the limit leaves room for a slow machine.
    expect(ms).toBeLessThan(1000)
  })
})

describe('DICT-13: below the scale', () => {
  test('DICT-13: without every control of level D a dimension has no level', () => {
    const reached = levelsReached(answered({ D1: null, C1: 'YES', B1: 'YES', A1: 'YES' }))
    expect(reachedLabel(reached.D)).toBe('No alcanza el nivel D')
    expect(computedRating({ C: 'A', I: 'B', D: reached.D })).toBeNull()
    expect(belowScale({ C: 'A', I: null, D: reached.D })).toEqual(['I', 'D'])
  })

  test('DICT-18: levels in every dimension are a rating', () => {
    expect(computedRating({ C: 'A', I: 'B', D: 'A+' })).toBe('A/B/A+')
    expect(belowScale({ C: 'A', I: 'B', D: 'A+' })).toEqual([])
  })
})

describe('DICT-14: levels by domain', () => {
  test('DICT-14: the same computation within one domain, and – where none of its controls is asked', () => {
    const controls = [
      control('R1', ['D'], 'D', { domain: 'Respaldo', position: 4 }),
      control('A1', ['C'], 'D', { domain: 'Acceso', position: 1 }),
      control('A2', ['C', 'I'], 'B', { domain: 'Acceso', position: 2 }),
      control('Z1', ['I'], 'A+', { domain: 'Otros', position: 9 }),
    ]
    const answers = [answer('A1', 'YES'), answer('A2', 'NO'), answer('R1', 'NO')]
    const table = levelsByDomain({ controls, target: 'A/A/A', answers })
    expect(
      table.map(({ domain, levels: own }) => [domain, ...dimensions.map(each => reachedLabel(own[each]))]),
    ).toEqual([
      ['Acceso', 'C', 'C', '–'],
      ['Respaldo', '–', '–', 'No alcanza el nivel D'],
      ['Otros', '–', '–', '–'],
    ])
  })

  test('DICT-14: a dimension is as good as its worst domain', () => {
    fc.assert(
      fc.property(anyEvaluated, evaluated => {
        const own = levelsByDomain(evaluated)
        for (const dimension of dimensions) {
          const within = own.map(each => each.levels[dimension]).filter(each => each !== null)
          const whole = levelsReached(evaluated)[dimension]
          if (within.length === 0) expect(whole).toBeNull()
          else expect(rank(whole)).toBe(Math.min(...within.map(rank)))
        }
      }),
    )
  })
})
