import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnswerValue } from '#domain/assessment/assessment.ts'
import { explain } from '#domain/assessment/explanation.ts'
import { levelsReached } from '#domain/assessment/levels.ts'
import { answer, anyEvaluated, control } from '../../../test/support/evaluated.ts'

const controls = [
  control('RE-01', ['D'], 'D', { position: 1 }),
  control('RE-02', ['D'], 'D', { position: 2 }),
  control('RE-07', ['D'], 'A', { position: 8 }),
  control('RE-03', ['D'], 'A', { position: 4 }),
  control('RE-09', ['D'], 'A', { position: 9 }),
  control('CR-01', ['D'], 'A+', { position: 10 }),
]
const said = (given: Record<string, AnswerValue>) =>
  explain({ controls, target: 'A/A/A+', answers: Object.entries(given).map(([key, value]) => answer(key, value)) })[2]!

const base = { 'RE-01': 'YES', 'RE-02': 'YES' } as const

describe('DICT-15: the explanation', () => {
  test.each([
    [
      { ...base, 'RE-07': 'NO', 'RE-03': 'NO', 'RE-09': 'YES' },
      'Disponibilidad B: no se cumplen 2 controles de nivel A (RE-03, RE-07)',
    ],
    [{ ...base, 'RE-09': 'YES' }, 'Disponibilidad B: 2 controles de nivel A sin responder (RE-03, RE-07)'],
    [
      { ...base, 'RE-09': 'NO' },
      'Disponibilidad B: no se cumple 1 control de nivel A (RE-09) y 2 sin responder (RE-03, RE-07)',
    ],
    [
      { ...base, 'RE-03': 'YES', 'RE-07': 'YES', 'RE-09': 'YES', 'CR-01': 'YES' },
      'Disponibilidad A+: se cumple el nivel objetivo',
    ],
    [{ 'RE-01': 'NO', 'RE-02': 'NO' }, 'Disponibilidad: no alcanza el nivel D (RE-01, RE-02)'],
    [{ 'RE-01': 'NO' }, 'Disponibilidad: no alcanza el nivel D (RE-01), 1 control sin responder (RE-02)'],
    [{}, 'Disponibilidad: no alcanza el nivel D, 2 controles sin responder (RE-01, RE-02)'],
  ] as const)('DICT-15: %j', (given, sentence) => expect(said(given).sentence).toBe(sentence))

  test('DICT-15: it says the next level, the controls that stop it and those without an answer', () => {
    expect(said({ ...base, 'RE-09': 'NO' })).toMatchObject({
      dimension: 'D',
      level: 'B',
      target: 'A+',
      next: 'A',
      unmet: ['RE-09'],
      unanswered: ['RE-03', 'RE-07'],
    })
  })

  test('DICT-15: a dimension without a control asked says so', () => {
    expect(explain({ controls, target: 'A/A/A', answers: [] })[0]).toMatchObject({
      level: null,
      next: null,
      sentence: 'Confidencialidad: el nivel objetivo no pide ningún control',
    })
  })

  test('DICT-15: the sentence names the first twenty of many controls', () => {
    const many = Array.from({ length: 23 }, (_, position) => control(`K${position}`, ['C'], 'D', { position }))
    const [first] = explain({ controls: many, target: 'D/D/D', answers: many.map(({ key }) => answer(key, 'NO')) })
    expect(first?.unmet).toHaveLength(23)
    expect(first?.sentence).toMatch(/^Confidencialidad: no alcanza el nivel D \(K0, .*, K19 y 3 más\)$/)
  })

  test('DICT-15: exactly the dimensions below their target name the controls that block them', () => {
    fc.assert(
      fc.property(anyEvaluated, evaluated => {
        const reached = levelsReached(evaluated)
        for (const { dimension, level, target, next, unmet, unanswered } of explain(evaluated)) {
          expect(level).toBe(reached[dimension])
          const stops = level !== null && level !== target
          expect(next !== null).toBe(stops)
          expect(unmet.length + unanswered.length > 0).toBe(stops)
        }
      }),
    )
  })
})
