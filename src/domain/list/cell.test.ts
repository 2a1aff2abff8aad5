import { expect, test } from 'vitest'
import { answerEntered, cellFault, dayEntered } from '#domain/list/cell.ts'

test.each([
  ['a text', 'Banco', null],
  ['a blank', '', null],
  ['a number', { is: 'number', value: 1, shown: '1' }, null],
  ['a code that looks like none', '#1', null],
  ['an error', { is: 'error', shown: '#N/D' }, /^la celda C7 tiene el error #N\/D/],
  ['an error that a CSV has in English', ' #REF! ', /el error #REF!/],
  ['and in Spanish', '#¡VALOR!', /el error #¡VALOR!/],
  ['and of LibreOffice', 'Err:502', /el error Err:502/],
  ['a formula without a result', { is: 'unresolved', shown: '' }, /^la celda C7 tiene una fórmula sin resultado/],
] as const)('%s has a value or a sentence', (_what, cell, fault) => {
  const found = cellFault(cell, 7, 2)
  if (fault) expect(found).toMatch(fault)
  else expect(found).toBeNull()
})

test.each([
  [25, 'Z1'],
  [26, 'AA1'],
  [701, 'ZZ1'],
  [702, 'AAA1'],
])('column %i is named as the programs do', (column, name) => {
  expect(cellFault('#N/A', 1, column)).toContain(`la celda ${name} `)
})

test.each([
  ['01/02/2024', '2024-02-01'],
  ['01/02/2024 18:00', '2024-02-01'],
  ['01-02-2024', '2024-02-01'],
  ['3/4/27', '2027-04-03'],
  ['03042027', '2027-04-03'],
  ['2024-02-01', '2024-02-01'],
  ['18:00', null],
  ['1200,50', null],
])('%s names the day %s', (text, day) => expect(dayEntered(text)).toBe(day))

test.each([
  ['Sí', true],
  ['VERDADERO', true],
  ['1', true],
  ['Falso', false],
  ['n', false],
  ['quizás', null],
])('%s answers %s', (text, answer) => expect(answerEntered(text)).toBe(answer))
