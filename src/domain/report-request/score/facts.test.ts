import { expect, test } from 'vitest'
import { scoreFacts, scoreLabels, subjectFacts, unsentSubject } from '#domain/report-request/score/facts.ts'

const subject = { provider: 'Lumbre', cif: 'B1', service: 'Archivo', evaluator: 'Somport', concept: 'Nave 2' }

test('gives every fact about a score, and empty text for a missing one', () => {
  expect(subjectFacts(subject)).toEqual(subject)
  expect(subjectFacts({ ...subject, cif: null, service: null, evaluator: null })).toEqual({
    ...subject,
    cif: '',
    service: '',
    evaluator: '',
  })
  expect(unsentSubject).toEqual({ provider: '', cif: '', service: '', evaluator: '', concept: '' })
})

test('a score is said with its day, and with a file only where one was sent', () => {
  expect(scoreFacts({ score: 'A/B/A', expiredAt: '2026-12-14', file: 'd.pdf' })).toEqual({
    score: 'A/B/A',
    expiredAt: '14/12/2026',
    file: 'd.pdf',
  })
  expect(scoreFacts({ score: '', expiredAt: null })).toEqual({ score: '', expiredAt: '' })
})

test('everything that two people can differ about has its name', () => {
  const said = { ...subjectFacts(subject), ...scoreFacts({ score: 'A', expiredAt: null, file: 'd.pdf' }) }
  expect(Object.keys(said).map(field => [field, scoreLabels(field)])).toEqual([
    ['provider', 'Proveedor'],
    ['cif', 'CIF'],
    ['service', 'Servicio'],
    ['evaluator', 'Evaluador'],
    ['concept', 'Concepto'],
    ['score', 'Calificación'],
    ['expiredAt', 'Fecha caducidad'],
    ['file', 'Dictamen de calificación'],
  ])
})
