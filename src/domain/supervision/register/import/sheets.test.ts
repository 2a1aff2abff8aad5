import { describe, expect, test } from 'vitest'
import { arrangementFields, functionFields, lineFields } from '#domain/supervision/register/entry/fields.ts'
import { nextCode } from '#domain/supervision/register/entry/function-code.ts'
import { EXAMPLE, examples, readCell, readSheetRow, sheetKeys } from '#domain/supervision/register/import/sheets.ts'

describe('a cell of a register workbook is read as people write it:', () => {
  test.each([
    ['the words of a list', lineFields.sensitivity, 'alta', 'x793'],
    ['its code', lineFields.sensitivity, 'x793', 'x793'],
    ['its code with the prefix', lineFields.sensitivity, 'eba_ZZ:x793', 'x793'],
    ['a country', lineFields.storageCountry, 'Irlanda', 'IE'],
    ['an ICT type by its number', lineFields.ictType, 's17', 'S17'],
    ['yes', lineFields.exitPlan, 'Sí', true],
    ['no', lineFields.exitPlan, 'n', false],
    ['a Spanish day', functionFields.assessedOn, '5/1/2026', '2026-01-05'],
    ['an ISO day', functionFields.assessedOn, '2026-01-05', '2026-01-05'],
    ['hours', functionFields.rtoHours, ' 12 ', 12],
    ['a Spanish amount', arrangementFields.annualCost, '1.200.000,50', 1_200_000.5],
    ['a plain amount', arrangementFields.annualCost, '1200.5', 1200.5],
    ['an amount in euros', arrangementFields.annualCost, '1 200 €', 1200],
  ] as const)('%s', (_what, field, cell, value) => expect(readCell(field, cell)).toEqual({ value }))

  test.each([
    [lineFields.sensitivity, 'altísima', /no está en la lista de «Sensibilidad de los datos»/],
    [lineFields.exitPlan, 'quizás', /Sí o No/],
    [functionFields.assessedOn, '31/02/2026', /no es una fecha/],
    [functionFields.rtoHours, '4,5', /número entero/],
    [arrangementFields.annualCost, 'mucho', /no es un importe/],
    [functionFields.reason, 'x'.repeat(301), /300/],
  ] as const)('and what is not understood is said', (field, cell, fault) => {
    expect(readCell(field, cell)).toEqual({ fault: expect.stringMatching(fault) })
  })
})

test('a wrong row names its sheet, row and column', () => {
  const { faults } = readSheetRow('functions', 7, { code: ' ', critical: 'tal vez', name: 'Pagos' })
  expect(faults.map(({ message }) => message)).toEqual([
    'Hoja «Funciones», fila 7, «Identificador»: está vacío. Escriba un valor o borre la fila.',
    'Hoja «Funciones», fila 7, «Crítica o importante»: «tal vez» no está en la lista de «Sí, no o sin evaluar».',
  ])
})

test('the examples of the template are rows that would be read, were they not skipped', () => {
  for (const sheet of sheetKeys) {
    const cells = Object.fromEntries(
      Object.entries(examples[sheet]).map(([column, cell]) => [column, cell === EXAMPLE ? 'F1' : cell]),
    )
    expect(readSheetRow(sheet, 2, cells).faults).toEqual([])
  }
})

test('a new function takes the identifier after the highest', () => {
  expect(nextCode([])).toBe('F1')
  expect(nextCode(['F2', 'F10', 'Pagos', 'F3b'])).toBe('F11')
})
