import { describe, expect, test } from 'vitest'
import {
  controlErrors,
  dimensionsWithoutLeast,
  domainSummaries,
  frameworkChanges,
} from '#domain/assessment/framework/framework.ts'
import {
  areIllustrative,
  illustrativeControls,
  illustrativeFramework,
} from '#domain/assessment/framework/illustrative.ts'
import { controlsOfRows, rowsOfControls } from '#domain/assessment/framework/rows.ts'
import { control } from '../../../../test/support/evaluated.ts'

const good = { key: 'AC-01', domain: 'Accesos', statement: 'Cuentas propias', dimensions: ['C', 'I'], level: 'A+' }

describe('DICT-02: a control', () => {
  test('DICT-02: has a key, a domain, a statement, dimensions and one level', () =>
    expect(controlErrors(good)).toEqual({}))

  test.each([
    ['key', ''],
    ['key', 'a'.repeat(41)],
    ['domain', ''],
    ['domain', 'a'.repeat(81)],
    ['statement', ''],
    ['statement', 'a'.repeat(1001)],
    ['dimensions', []],
    ['dimensions', ['C', 'X']],
    ['dimensions', ['C', 'C']],
    ['level', ''],
    ['level', 'E'],
    ['level', 'A, B'],
    ['level', 'a'],
  ])('DICT-02: %s %j is wrong', (field, value) => {
    expect(Object.keys(controlErrors({ ...good, [field]: value }))).toEqual([field])
  })
})

const headings = ['Control', 'Dominio', 'Enunciado', 'Dimensión', 'Nivel']

describe('the rows of a sheet', () => {
  test('DICT-02: the key is unique in its framework', () => {
    const row = ['AC-01', 'Accesos', 'Uno', 'C', 'D']
    const { faults } = controlsOfRows([headings, row, [], ['AC-02', 'Accesos', 'Otro', 'C', 'D'], row])
    expect(faults).toEqual([{ line: 5, column: 'Control', message: 'El control ya está en la fila 2.' }])
  })

  test.each([
    ['C', 'C'],
    ['c, d', 'CD'],
    ['D/C', 'CD'],
    ['CID', 'CID'],
    ['Confidencialidad y Disponibilidad', 'CD'],
    ['integridad; disponibilidad', 'ID'],
  ])('the dimensions %j are %s', (text, read) => {
    const { controls, faults } = controlsOfRows([headings, ['AC-01', 'Accesos', 'Uno', text, 'a+']])
    expect(faults).toEqual([])
    expect(controls[0]).toMatchObject({ dimensions: [...read], level: 'A+' })
  })

  test('accepts headings in another order, with other columns between', () => {
    const rows = [[], ['NIVEL', 'Nota', 'enunciado', 'Dimension', 'Control', 'Dominio']]
    const { controls } = controlsOfRows([...rows, ['B', 'x', ' Un  texto ', 'I', 'K', 'Dom']])
    expect(controls).toEqual([
      { key: 'K', domain: 'Dom', position: 0, statement: 'Un texto', dimensions: ['I'], level: 'B' },
    ])
  })

  test('a sheet without headings or controls is wrong', () => {
    expect(controlsOfRows([]).faults.map(({ column }) => column)).toEqual(headings)
    expect(controlsOfRows([headings]).faults).toEqual([
      { line: 2, column: '', message: 'La hoja no tiene ningún control.' },
    ])
    const many = Array.from({ length: 2001 }, (_, at) => [`K${at}`, 'D', 'E', 'C', 'D'])
    expect(controlsOfRows([headings, ...many]).faults[0]!.message).toBe(
      'La hoja tiene 2001 controles y se admiten 2000.',
    )
  })
})

test('DICT-03: the dimensions that no control of level D begins', () => {
  expect(dimensionsWithoutLeast([control('A', ['C', 'I'], 'D'), control('B', ['D'], 'C')])).toEqual(['D'])
  expect(dimensionsWithoutLeast([])).toEqual(['C', 'I', 'D'])
})

test('an import reports its changes by key', () => {
  const before = [control('A', ['C'], 'D'), control('B', ['C'], 'D'), control('C', ['C'], 'D')]
  const after = [control('D', ['C'], 'D'), control('B', ['C'], 'A'), { ...before[0]!, position: 9 }]
  expect(frameworkChanges(before, after)).toEqual({ added: ['D'], changed: ['B'], removed: ['C'], same: 1 })
})

test('domains are counted by level and dimension', () => {
  const [summary] = domainSummaries([control('A', ['C', 'I'], 'D'), control('B', ['C'], 'D')])
  expect(summary).toMatchObject({ domain: 'Dominio', controls: 2, counts: { D: { C: 2, I: 1, D: 0 } } })
})

test('the list that comes with the product is right, and is known again', () => {
  const { controls, faults } = controlsOfRows([headings, ...rowsOfControls(illustrativeControls)])
  expect(faults).toEqual([])
  expect(controls).toEqual(illustrativeControls)
  expect(dimensionsWithoutLeast(controls)).toEqual([])
  expect(domainSummaries(controls)).toHaveLength(6)
  expect(illustrativeFramework.name).toBe('Marco ilustrativo')
  expect(areIllustrative(controls)).toBe(true)
  expect(areIllustrative([...controls, control('A', ['C'], 'D')])).toBe(false)
  expect(areIllustrative([])).toBe(false)
})
