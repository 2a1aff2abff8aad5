import { expect, test } from 'vitest'
import { columnLetters, columnWidth, foldedRows, isFigure, rowsWith } from '#web/document/workbook/sheets.ts'

const sheet = {
  name: 'Controles',
  head: 1,
  cut: false,
  rows: [
    ['Control', 'Nivel'],
    ['Cifrado de copias', 'A+'],
    ['Gestión de accesos', 'B'],
  ],
}

test.each([
  ['', [1, 2]],
  ['GESTION', [2]],
  ['a+', [1]],
  ['copias a+', []],
  ['control', []],
])('the rows with %j, headings apart', (wanted, rows) =>
  expect(rowsWith(sheet, foldedRows(sheet), wanted)).toEqual(rows),
)

test('columns are lettered as in spreadsheet programs', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test.each([
  ['1.234,5', true],
  ['-3', true],
  ['12 %', true],
  ['0049', true],
  ['', false],
  ['-', false],
  ['09/03/2026', false],
  ['A+', false],
])('%j is a figure: %s', (text, figure) => expect(isFigure(text)).toBe(figure))

test('a column is as wide as its longest line, within limits', () => {
  expect([0, 1, 2].map(at => columnWidth(sheet, at))).toEqual([18, 7, 7])
  expect(columnWidth({ ...sheet, rows: [['x'.repeat(300)]] }, 0)).toBe(40)
  expect(columnWidth({ ...sheet, rows: [['una línea\ny otra más larga']] }, 0)).toBe(16)
})
