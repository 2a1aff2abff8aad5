import { expect, test } from 'vitest'
import type { Answer, Control } from '#domain/assessment/assessment.ts'
import { isSettled } from '#domain/assessment/assessment.ts'
import { inheritedAnswers } from '#domain/assessment/inherit.ts'

const control = (key: string, statement = `Control ${key}`): Control => ({
  key,
  statement,
  domain: 'Accesos',
  position: 1,
  dimensions: ['C'],
  level: 'D',
})
const answer = (controlKey: string, value: Answer['answer'] = 'YES'): Answer => ({
  controlKey,
  answer: value,
  note: 'Visto en la visita',
  justification: '',
  inherited: false,
})

test('EASE-02: answers to the same controls are taken over, each to be reviewed', () => {
  const before = {
    controls: [control('A'), control('B', 'Antes'), control('C'), control('E')],
    answers: [answer('A', 'NO'), answer('B'), answer('C', null), answer('E')],
  }
  const now = [control('A'), control('B', 'Ahora'), control('C'), control('D')]
  const inherited = inheritedAnswers(before, now)
  expect(inherited).toEqual([{ ...answer('A', 'NO'), inherited: true }])
  expect(isSettled(inherited[0])).toBe(false)
  expect(isSettled({ ...inherited[0]!, inherited: false })).toBe(true)
})
