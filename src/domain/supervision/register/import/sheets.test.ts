import { describe, expect, test } from 'vitest'
import { readCell } from '#domain/record/cell.ts'
import { arrangementFields, functionFields, lineFields } from '#domain/supervision/register/entry/fields.ts'
import { nextCode } from '#domain/supervision/register/entry/function-code.ts'
import { EXAMPLE, examples, readSheetRow, sheetKeys } from '#domain/supervision/register/import/sheets.ts'
import { countries } from '#domain/values/countries.ts'

describe('a cell of a register workbook is read as people write it:', () => {
  test.each([
    ['the words of a list', lineFields.sensitivity, 'alta', 'x793'],
    ['its code', lineFields.sensitivity, 'x793', 'x793'],
    ['its code with the prefix', lineFields.sensitivity, 'eba_ZZ:x793', 'x793'],
    ['a country', arrangementFields.lawCountry, 'Irlanda', 'IE'],
    ['one country of several', lineFields.storageCountries, 'Irlanda', ['IE']],
    ['several countries, each once and in one order', lineFields.storageCountries, ' Irlanda, es ,, IE', ['ES', 'IE']],
    ['an ICT type by its number', lineFields.ictType, 's17', 'S17'],
    ['yes', lineFields.exitPlan, 'Sí', true],
    ['no', lineFields.exitPlan, 'n', false],
    ['a Spanish day', functionFields.assessedOn, '5/1/2026', '2026-01-05'],
    ['an ISO day', functionFields.assessedOn, '2026-01-05', '2026-01-05'],
    ['hours', functionFields.rtoHours, ' 12 ', 12],
    ['a Spanish amount', arrangementFields.annualCost, '1.200.000,50', 1_200_000.5],
    ['a plain amount', arrangementFields.annualCost, '1200.5', 1200.5],
    ['an amount in euros', arrangementFields.annualCost, '1 200 €', 1200],
    ['a Spanish amount without decimals', arrangementFields.annualCost, '12.000', 12_000],
    ['a plain amount of two decimals', arrangementFields.annualCost, '1200.55', 1200.55],
    ['the largest amount', arrangementFields.annualCost, '9999999999999', 9_999_999_999_999],
    ['the largest number', functionFields.rtoHours, '99999', 99_999],
    ['a day with its hour', functionFields.assessedOn, ' 05/01/2026 00:00 ', '2026-01-05'],
  ] as const)('%s', (_what, field, cell, value) => expect(readCell(field, cell)).toEqual({ value }))

  test.each([
    [lineFields.sensitivity, 'altísima', /no está en la lista de «Sensibilidad de los datos»/],
    [lineFields.storageCountries, 'Irlanda; España', /^«Irlanda; España» no está en la lista de «País»/],
    [lineFields.storageCountries, 'Irlanda, Atlántida', /^«Atlántida» no está en la lista de «País»/],
    [lineFields.storageCountries, ' , ', /^«,» no es ningún país/],
    [lineFields.storageCountries, countries.slice(0, 61).join(','), /^pasa de 60 países/],
    [lineFields.exitPlan, 'quizás', /Sí o No/],
    [functionFields.assessedOn, '31/02/2026', /no es una fecha/],
    [functionFields.rtoHours, '4,5', /número entero/],
    [functionFields.rtoHours, '-4', /número entero/],
    [functionFields.rtoHours, '4h', /número entero/],
    [functionFields.rtoHours, '100000', /número entero entre 0 y 99999/],
    [arrangementFields.annualCost, '10000000000000', /no es un importe/],
    [arrangementFields.annualCost, '1.5000', /no es un importe/],
    [arrangementFields.annualCost, '1.200.000,505', /no es un importe/],
    [arrangementFields.annualCost, 'a1.200.000', /no es un importe/],
    [arrangementFields.annualCost, 'a1200.5', /no es un importe/],
    [lineFields.exitPlan, ' quizás ', /^«quizás» no se entiende/],
    [arrangementFields.annualCost, 'mucho', /no es un importe/],
    [functionFields.reason, 'x'.repeat(301), /^no puede superar los 300 caracteres\.$/],
  ] as const)('and what is not understood is said', (field, cell, fault) => {
    expect(readCell(field, cell)).toEqual({ fault: expect.stringMatching(fault) })
  })
})

test('a wrong row names its sheet, row and column', () => {
  const { row, faults } = readSheetRow('functions', 7, { code: ' ', critical: 'tal vez', name: 'Pagos' })
  expect(row).toEqual({ line: 7, values: { name: 'Pagos' } })
  expect(faults.map(({ message }) => message)).toEqual([
    'Hoja «Funciones», fila 7, «Identificador»: está vacío. Escriba un valor o borre la fila.',
    'Hoja «Funciones», fila 7, «Esencial o importante»: «tal vez» no está en la lista de «Sí, no o sin evaluar».',
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
  expect(nextCode(['F2', 'F10', 'Pagos', 'F3b', 'AF20'])).toBe('F11')
})
