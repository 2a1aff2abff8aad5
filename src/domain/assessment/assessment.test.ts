import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerFault,
  answersByKey,
  askedControls,
  byDomain,
  dimensionLabels,
  dimensions,
  isAskedOf,
  isMet,
  isSettled,
  levels,
  missingAnswers,
  parseTarget,
  progressOf,
} from '#domain/assessment/assessment.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { answer, anyEvaluated, control, JUSTIFICATION } from '../../../test/support/evaluated.ts'

const controls = [
  control('B2', ['C', 'D'], 'B', { position: 3, domain: 'Respaldo' }),
  control('D1', ['C'], 'D', { position: 1, domain: 'Acceso' }),
  control('A1', ['I'], 'A+', { position: 2, domain: 'Acceso' }),
]

test('DICT-12: dimensions and levels are those of the rating', () => {
  expect(levels).toEqual(RATING_SCALE.levels)
  expect(dimensions.map(dimension => dimensionLabels[dimension])).toEqual(RATING_SCALE.dimensions)
})

test('DICT-07: a control is asked when one of its dimensions aims at its level or higher', () => {
  const asked = (target: string) => askedControls(controls, target).map(({ key }) => key)
  expect(asked('D/D/D')).toEqual(['D1'])
  expect(asked('D/D/B')).toEqual(['D1', 'B2'])
  expect(asked('A+/A/A+')).toEqual(['D1', 'B2'])
  expect(asked('D/A+/D')).toEqual(['D1', 'A1'])
  expect(isAskedOf(controls[0]!, 'C', parseTarget('D/D/B'))).toBe(false)
  expect(isAskedOf(controls[0]!, 'D', parseTarget('D/D/B'))).toBe(true)
})

test.each(['', 'A/B', 'A/B/E', 'a/b/c'])('a stored target that is no rating (%j) is a fault of the caller', target => {
  expect(() => parseTarget(target)).toThrow(RangeError)
})

describe('DICT-07: valid answers', () => {
  test.each([
    [null, '', null],
    ['YES', '', null],
    ['NO', '', null],
    ['NOT_APPLICABLE', JUSTIFICATION, null],
    ['NOT_APPLICABLE', '1234567890', null],
    ['NOT_APPLICABLE', '123456789', 'La justificación debe tener al menos 10 caracteres.'],
    ['NOT_APPLICABLE', '  123456789  ', 'La justificación debe tener al menos 10 caracteres.'],
    ['NOT_APPLICABLE', '   ', 'Justifique por qué no aplica, con al menos 10 caracteres.'],
  ] as const)('DICT-07: %j with justification %j', (value, justification, fault) => {
    expect(answerFault({ answer: value, justification }, true)).toBe(fault)
    expect(isMet(answer('K', value, justification))).toBe(
      value === 'YES' || (value !== null && value !== 'NO' && !fault),
    )
  })

  test('DICT-07: a control that is not asked takes no answer', () => {
    expect(answerFault({ answer: 'YES', justification: '' }, false)).toBe('El nivel objetivo no pide este control.')
  })

  test('DICT-12: without an answer a control is not met', () => expect(isMet(undefined)).toBe(false))
})

test('DICT-16: lists the missing answers with their domains', () => {
  const answers = [answer('D1', 'YES'), answer('B2', null)]
  expect(missingAnswers({ controls, target: 'D/D/B', answers })).toEqual({ keys: ['B2'], domains: ['Respaldo'] })
  expect(missingAnswers({ controls, target: 'D/D/D', answers })).toEqual({ keys: [], domains: [] })
  expect(missingAnswers({ controls, target: 'D/D/B', answers: [] }).domains).toEqual(['Acceso', 'Respaldo'])
  expect(isSettled({ ...answer('D1', 'NO'), inherited: true })).toBe(false)
  expect(isSettled(answer('D1', 'NOT_APPLICABLE', 'corta'))).toBe(false)
  expect(isSettled(answer('D1', 'NO'))).toBe(true)
})

test('DICT-11: progress counts only the required answers', () => {
  const answers = [
    { ...answer('D1', 'NO'), inherited: true },
    answer('B2', 'NOT_APPLICABLE', ''),
    answer('A1', 'YES'),
    answer('gone', 'YES'),
  ]
  const evaluated = { controls, target: 'D/D/B', answers }
  expect(progressOf(evaluated)).toEqual({ asked: 2, answered: 2, unjustified: 1, inherited: 1, unmet: 2 })
  expect(progressOf({ ...evaluated, answers: [] })).toEqual({
    asked: 2,
    answered: 0,
    unjustified: 0,
    inherited: 0,
    unmet: 0,
  })
})

test('domains and controls keep the order of the framework', () => {
  expect([...byDomain(controls)].map(([domain, own]) => [domain, own.map(({ key }) => key)])).toEqual([
    ['Acceso', ['D1', 'A1']],
    ['Respaldo', ['B2']],
  ])
})

test('DICT-07: a control is asked exactly when it counts in a dimension', () => {
  fc.assert(
    fc.property(anyEvaluated, evaluated => {
      const asked = new Set(askedControls(evaluated.controls, evaluated.target).map(({ key }) => key))
      const target = parseTarget(evaluated.target)
      for (const each of evaluated.controls) {
        expect(asked.has(each.key)).toBe(
          each.dimensions.some(dimension => levels.indexOf(each.level) <= levels.indexOf(target[dimension])),
        )
      }
      expect(answersByKey(evaluated.answers).size).toBe(evaluated.answers.length)
    }),
  )
})
