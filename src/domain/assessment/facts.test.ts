import { expect, test } from 'vitest'
import { answerFacts, assessmentLabels, headerFacts } from '#domain/assessment/facts.ts'
import { answer } from '../../../test/support/evaluated.ts'

test('an answer is said in words, with its justification only where it is one', () => {
  expect(
    answerFacts([
      { ...answer('AC-1', 'YES', 'ya no cuenta'), note: 'Visto' },
      answer('AC-2', 'NOT_APPLICABLE', 'No hay copias'),
      answer('AC-3', null),
    ]),
  ).toEqual({ 'answers.AC-1': 'Sí. Visto', 'answers.AC-2': 'No aplica. No hay copias', 'answers.AC-3': '' })
  expect(assessmentLabels('answers.AC-1')).toBe('Control AC-1')
})

test('a header is said in words, as far as it was sent', () => {
  expect(headerFacts({})).toEqual({})
  expect(
    headerFacts({
      target: 'A/B/A',
      scope: 'Archivo',
      standard: 'SOC_2_II',
      opinion: 'WITH_QUALIFICATIONS',
      periodFrom: '2026-01-01',
      periodTo: null,
      reportDate: '2026-11-02',
      subservices: 'NONE',
      userControls: '',
    }),
  ).toEqual({
    target: 'A/B/A',
    scope: 'Archivo',
    standard: 'SOC 2 tipo II',
    opinion: 'Con salvedades',
    periodFrom: '01/01/2026',
    periodTo: '',
    reportDate: '02/11/2026',
    subservices: 'No hay',
    userControls: '',
  })
  expect(assessmentLabels('target')).toBe('Nivel objetivo')
  expect(assessmentLabels('confirmedBy')).toBeNull()
})
