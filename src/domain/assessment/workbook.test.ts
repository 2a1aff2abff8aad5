import { expect, test } from 'vitest'
import type { FilledTemplate } from '#domain/assessment/workbook.ts'
import { answerHeadings, answerRows, answersIn, markRows, templateIn } from '#domain/assessment/workbook.ts'
import { answer, control, JUSTIFICATION } from '../../../test/support/evaluated.ts'

const controls = [control('AC-1', ['C'], 'D'), control('AC-2', ['C'], 'A', { position: 1 })]
const said = { name: 'Marco', edition: '1', illustrative: true, provider: 'Lumbre', service: 'Archivo' }
const marks = { frameworkId: 'F', validationId: 'V', target: 'A/A/A' }
const sheets = (rows: string[][], of: Parameters<typeof markRows>[0] = marks) => [
  { name: 'Plantilla', rows: markRows(of, said) },
  { name: 'Hoja', rows: [['Un título'], [], [...answerHeadings], ...rows] },
]
const found = (rows: string[][]) => templateIn(sheets(rows)) as FilledTemplate

test('a template says what it is of, in any order of its sheets', () => {
  expect(found([])).toMatchObject({ marks, headingLine: 3, rows: [] })
  expect(templateIn(sheets([]).reverse())?.marks).toEqual(marks)
  expect(templateIn(sheets([], { ...marks, validationId: null }))?.marks.validationId).toBeNull()
  expect(markRows(marks, said)[0]).toEqual(['Marco', 'Marco (Marco ilustrativo, no oficial)'])
})

test('a workbook without the marks, a target or the columns is no template', () => {
  expect(templateIn([])).toBeNull()
  expect(templateIn(sheets([]).slice(1))).toBeNull()
  expect(templateIn(sheets([]).slice(0, 1))).toBeNull()
  expect(templateIn(sheets([], { ...marks, target: 'A/B' }))).toBeNull()
  expect(templateIn(sheets([], { ...marks, frameworkId: '' }))).toBeNull()
})

test('answers survive writing and reading', () => {
  const answers = [answer('AC-1', 'NOT_APPLICABLE', JUSTIFICATION), { ...answer('AC-2', 'NO'), note: 'Visto' }]
  const rows = answerRows(controls, 'A/A/A', answers)
  expect(rows.map(row => row[5])).toEqual(['No aplica', 'No'])
  expect(answersIn(found(rows), controls, 'A/A/A')).toEqual({ answers, faults: [] })
  expect(answerRows(controls, 'D/D/D', []).map(row => [row[0], row[5]])).toEqual([['AC-1', '']])
})

test('DICT-07: every fault has its row, its control and its reason', () => {
  const row = (key: string, said = '', justification = '', note = '') => [
    key,
    '',
    '',
    '',
    '',
    said,
    justification,
    note,
  ]
  const rows = [
    row('AC-1', 'SÍ'),
    row('AC-1', 'No'),
    row('', 'No'),
    row('ZZ-9', 'No'),
    row('AC-2', 'Sí'),
    [],
    row('AC-3'),
  ]
  const asked = [...controls, control('AC-3', ['C'], 'D')]
  const { answers, faults } = answersIn(found(rows), asked, 'D/D/D')
  expect(answers).toEqual([answer('AC-1', 'YES')])
  expect(faults).toEqual([
    { row: 5, control: 'AC-1', reason: 'El control ya está en la fila 4.' },
    { row: 6, control: '', reason: 'Falta el control.' },
    { row: 7, control: 'ZZ-9', reason: 'El marco no tiene este control.' },
    { row: 8, control: 'AC-2', reason: 'El nivel objetivo no pide este control.' },
  ])
  const error = { is: 'error', shown: '#N/D' } as const
  const unresolved = { is: 'unresolved', shown: '' } as const
  const lacking = [row('AC-1'), row('AC-2'), [...row(''), 'sobra']].map((cells, at) => [
    ...cells.slice(0, 5),
    at === 1 ? unresolved : error,
    ...cells.slice(6),
  ])
  const faulty = templateIn([...sheets([]).slice(0, 1), { name: 'Hoja', rows: [[...answerHeadings], ...lacking] }])!
  expect(answersIn(faulty, controls, 'A/A/A').faults).toEqual([
    { row: 2, control: 'AC-1', reason: expect.stringMatching(/^La celda F2 tiene el error #N\/D/) },
    { row: 3, control: 'AC-2', reason: expect.stringMatching(/^La celda F3 tiene una fórmula sin resultado/) },
    { row: 4, control: '', reason: expect.stringMatching(/^La celda F4 tiene el error/) },
  ])
  const long = answersIn(found([row('AC-1', 'Sí', '', 'a'.repeat(501))]), controls, 'D/D/D')
  expect(long.faults).toMatchObject([{ row: 4, control: 'AC-1' }])
})
