import { describe, expect, it } from 'vitest'
import {
  DEFAULT_NUM_EMPLOYEES,
  isNumEmployees,
  NUM_EMPLOYEES,
  numEmployeesLabel,
} from '#domain/values/company/employees.ts'

describe('employees', () => {
  it('PART-05 LIM-25: the four bands with their labels', () => {
    expect(NUM_EMPLOYEES.map(band => [band.code, numEmployeesLabel(band.code)])).toEqual([
      ['_1_9', '1-9'],
      ['_10_49', '10-49'],
      ['_50_249', '50-249'],
      ['_250', 'Más de 250'],
    ])
  })

  it('PART-06: the default is _1_9', () => expect(DEFAULT_NUM_EMPLOYEES).toBe('_1_9'))

  it.each([
    ['_250', true],
    ['_1_9', true],
    ['', false],
    ['1-9', false],
    ['_251', false],
    ['toString', false],
  ])('PART-05: %j is a band: %s', (value, is) => expect(isNumEmployees(value)).toBe(is))
})
