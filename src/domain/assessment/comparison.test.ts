import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnswerValue, Control, Evaluated } from '#domain/assessment/assessment.ts'
import { compareEvaluations } from '#domain/assessment/comparison.ts'
import { answer, anyEvaluated, control, JUSTIFICATION } from '../../../test/support/evaluated.ts'

const evaluated = (
  controls: readonly Control[],
  given: Record<string, AnswerValue | null>,
  target = 'A/A/A',
): Evaluated => ({
  controls,
  target,
  answers: Object.entries(given).map(([key, value]) =>
    answer(key, value, value === 'NOT_APPLICABLE' ? JUSTIFICATION : ''),
  ),
})
const controls = [
  control('AC-1', ['C'], 'D', { domain: 'Acceso', position: 1 }),
  control('AC-2', ['C'], 'B', { domain: 'Acceso', position: 2 }),
  control('CR-1', ['C', 'I'], 'B', { domain: 'Criptografía', position: 3 }),
  control('RE-1', ['D'], 'A', { domain: 'Respaldo', position: 4 }),
]
const [ac1, ac2, cr1, re1] = controls as [Control, Control, Control, Control]
const changes = (before: Evaluated, now: Evaluated) =>
  compareEvaluations(before, now).controls.map(({ key, change }) => [key, change])

describe('DICT-24: the comparison of two evaluations', () => {
  test.each([
    ['NO', 'YES', 'BETTER'],
    [null, 'YES', 'BETTER'],
    ['YES', 'NO', 'WORSE'],
    ['YES', null, 'WORSE'],
    ['NOT_APPLICABLE', 'NO', 'WORSE'],
    ['YES', 'NOT_APPLICABLE', 'NO_LONGER_APPLIES'],
    ['NO', 'NOT_APPLICABLE', 'NO_LONGER_APPLIES'],
    ['NOT_APPLICABLE', 'YES', undefined],
    ['NOT_APPLICABLE', 'NOT_APPLICABLE', undefined],
    ['YES', 'YES', undefined],
    ['NO', 'NO', undefined],
    [null, 'NO', undefined],
  ] as const)('DICT-24: %s, then %s: %s', (before, now, change) => {
    const [found] = compareEvaluations(evaluated([ac1], { 'AC-1': before }), evaluated([ac1], { 'AC-1': now })).controls
    expect(found?.change).toBe(change)
    if (found) expect(found).toMatchObject({ key: 'AC-1', domain: 'Acceso', before, now })
  })

  test('DICT-24: a control in only one edition is new or gone, and the gone ones come last', () => {
    const before = evaluated([ac1, ac2], { 'AC-1': 'NO', 'AC-2': 'YES' })
    const now = evaluated([ac2, re1], { 'AC-2': 'NO', 'RE-1': 'YES' })
    expect(changes(before, now)).toEqual([
      ['AC-2', 'WORSE'],
      ['RE-1', 'NEW'],
      ['AC-1', 'GONE'],
    ])
  })

  test('DICT-24: a control in only one target is new or gone too', () => {
    const low = evaluated(controls, { 'AC-1': 'YES' }, 'D/D/D')
    const high = evaluated(controls, { 'AC-1': 'YES', 'AC-2': 'YES', 'CR-1': 'NO' }, 'B/B/D')
    expect(changes(low, high)).toEqual([
      ['AC-2', 'NEW'],
      ['CR-1', 'NEW'],
    ])
    expect(changes(high, low)).toEqual([
      ['AC-2', 'GONE'],
      ['CR-1', 'GONE'],
    ])
  })

  test('DICT-24: the change of level of each dimension and domain', () => {
    const before = evaluated(controls, { 'AC-1': 'YES', 'AC-2': 'NO', 'CR-1': 'YES', 'RE-1': 'YES' })
    const now = evaluated([ac1, ac2, cr1], { 'AC-1': 'YES', 'AC-2': 'YES', 'CR-1': 'NO' })
    const { dimensions, domains } = compareEvaluations(before, now)
    expect(dimensions).toEqual([
      { dimension: 'C', before: 'C', now: 'C', change: 'SAME' },
      { dimension: 'I', before: 'A', now: 'C', change: 'WORSE' },
      { dimension: 'D', before: 'A', now: null, change: null },
    ])
    expect(domains.map(({ domain, dimensions: own }) => [domain, ...own.map(({ change }) => change)])).toEqual([
      ['Acceso', 'BETTER', null, null],
      ['Criptografía', 'WORSE', 'WORSE', null],
      ['Respaldo', null, null, null],
    ])
    expect(domains[2]?.dimensions[2]).toEqual({ dimension: 'D', before: 'A', now: null, change: null })
  })

  test('DICT-24: below level D is worse than D', () => {
    const none = evaluated([ac1], { 'AC-1': 'NO' }, 'D/D/D')
    const some = evaluated([ac1], { 'AC-1': 'YES' }, 'D/D/D')
    expect(compareEvaluations(none, some).dimensions[0]?.change).toBe('BETTER')
    expect(compareEvaluations(some, none).dimensions[0]?.change).toBe('WORSE')
    expect(compareEvaluations(none, none).dimensions[0]?.change).toBe('SAME')
  })

  test('DICT-24: a control of one edition alone is neither better nor worse, and the reverse comparison is the opposite', () => {
    fc.assert(
      fc.property(anyEvaluated, anyEvaluated, fc.nat(30), (before, other, renamed) => {
        const rename = (key: string) => (Number(key.slice(1)) < renamed ? `N${key}` : key)
        const now = {
          ...other,
          controls: other.controls.map(each => ({ ...each, key: rename(each.key) })),
          answers: other.answers.map(each => ({ ...each, controlKey: rename(each.controlKey) })),
        }
        const there = compareEvaluations(before, now)
        const back = new Map(compareEvaluations(now, before).controls.map(({ key, change }) => [key, change]))
        const inBoth = new Set(
          before.controls.map(({ key }) => key).filter(key => now.controls.some(each => each.key === key)),
        )
        for (const { key, change } of there.controls) {
          if (!inBoth.has(key)) expect(['NEW', 'GONE']).toContain(change)
          if (change === 'NEW') expect(back.get(key)).toBe('GONE')
          if (change === 'BETTER') expect(['WORSE', 'NO_LONGER_APPLIES']).toContain(back.get(key))
        }
        expect(compareEvaluations(now, now).controls).toEqual([])
      }),
    )
  })
})
