import { expect, test } from 'vitest'
import { datumLineFacts, documentLineFacts, lineLabels, linesAgainst, serviceLabels } from '#domain/catalogue/facts.ts'

const line = (documentCatalogName: string, required = true, description = 'Vigente') => ({
  documentCatalogName,
  description,
  required,
})
const policy = line('Póliza')
const plan = line('Plan', false, 'Del año')

test('the lines of a catalogue are said under their names, with their order', () => {
  expect(documentLineFacts([policy, plan])).toEqual({
    'line.Póliza': 'Vigente (obligatorio)',
    'line.Plan': 'Del año (opcional)',
    order: 'Póliza · Plan',
  })
  expect(
    datumLineFacts([
      { field: 'Sede', required: true },
      { field: 'Fax', required: false },
    ]),
  ).toEqual({ 'line.Sede': 'obligatorio', 'line.Fax': 'opcional', order: 'Sede · Fax' })
})

test('an order counts only between the same lines, and a line taken away is empty', () => {
  const now = documentLineFacts([policy, plan])
  expect(linesAgainst(documentLineFacts([plan, policy]), now)).toEqual({ ...now, order: 'Plan · Póliza' })
  expect(linesAgainst(documentLineFacts([policy]), now)).toEqual({
    'line.Póliza': 'Vigente (obligatorio)',
    'line.Plan': '',
  })
  expect(linesAgainst(documentLineFacts([policy, plan, line('Alta')]), now)).toEqual({
    'line.Póliza': 'Vigente (obligatorio)',
    'line.Plan': 'Del año (opcional)',
    'line.Alta': 'Vigente (obligatorio)',
  })
  expect(linesAgainst(documentLineFacts([policy, line('Alta')]), now)).not.toHaveProperty('order')
})

test('names each conflicting part of a catalogue', () => {
  expect(['order', 'line.Póliza', 'line.a.b', 'Póliza'].map(lineLabels)).toEqual(['Orden', '«Póliza»', '«a.b»', null])
  expect(['type', 'description', 'order'].map(serviceLabels)).toEqual(['Tipo', 'Descripción', null])
})
