import { expect, test } from 'vitest'
import { headingRows, workbookFormat } from '#domain/document/workbook.ts'

test.each([
  ['Controles.XLSX', 'xlsx'],
  ['controles.ods', 'ods'],
  ['controles.xls', null],
  ['controles.xlsx.pdf', null],
  ['xlsx', null],
])('%s is shown as %s', (name, format) => expect(workbookFormat(name)).toBe(format))

test.each([
  ['what its author froze', [['Informe'], ['Control', 'Nivel'], ['A', '1']], 2, 2],
  ['no more than there is', [['Informe']], 3, 1],
  ['not half a screen', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']], 6, 0],
  [
    'a first row with a text over every column',
    [
      ['Control', 'Nivel'],
      ['A', '1'],
    ],
    0,
    1,
  ],
  ['not a title over one column', [['Informe'], ['Control', 'Nivel']], 0, 0],
  [
    'not a row with figures',
    [
      ['2025', '2026'],
      ['1', '2'],
    ],
    0,
    0,
  ],
  ['not a sheet of one column', [['a'], ['b']], 0, 0],
  ['nothing of an empty sheet', [], 1, 0],
])('the headings of a sheet: %s', (_what, rows, frozen, expected) => expect(headingRows(rows, frozen)).toBe(expected))
