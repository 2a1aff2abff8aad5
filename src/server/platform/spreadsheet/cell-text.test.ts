import { describe, expect, test } from 'vitest'
import { entered, shownIn } from '#domain/list/cell.ts'
import { cellOf } from '#server/platform/spreadsheet/cell-text.ts'

/** 1 February 2024, a Thursday, at 18:00. */
const EVENING = new Date('2024-02-01T18:00:00Z')
const DAY = new Date('2024-02-01T00:00:00Z')
const ACCOUNTING = '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-'

describe('a cell is shown as Excel in Spain shows it:', () => {
  test.each([
    // The built-in formats, as hucre names them.
    ['General', 1234.5, '1234,5'],
    ['0', 1234.5, '1235'],
    ['0.00', 1234.5, '1234,50'],
    ['#,##0', 1234.5, '1.235'],
    ['#,##0.00', -1234.5, '-1.234,50'],
    ['$#,##0_);\\($#,##0\\)', -1234.5, '-1.235 €'],
    ['$#,##0.00_);[Red]\\($#,##0.00\\)', 1234.5, '1.234,50 €'],
    ['0%', 0.25, '25%'],
    ['0.00%', 0.125, '12,50%'],
    ['0.00E+00', 9272, '9,27E+03'],
    ['# ?/?', 0.5, '1/2'],
    ['# ??/??', 1.25, '1 1/4'],
    ['m/d/yyyy', DAY, '01/02/2024'],
    ['d-mmm-yy', DAY, '1-feb-24'],
    ['d-mmm', DAY, '1-feb'],
    ['mmm-yy', DAY, 'feb-24'],
    ['h:mm AM/PM', EVENING, '6:00 PM'],
    ['h:mm:ss AM/PM', EVENING, '6:00:00 PM'],
    ['h:mm', EVENING, '18:00'],
    ['h:mm:ss', EVENING, '18:00:00'],
    ['m/d/yyyy h:mm', EVENING, '01/02/2024 18:00'],
    ['#,##0 ;(#,##0)', -1200, '-1.200'],
    ['#,##0.00;[Red](#,##0.00)', -1200, '-1.200,00'],
    ['mm:ss', 0.01, '14:24'],
    ['[h]:mm:ss', 1.5, '36:00:00'],
    ['mmss.0', 0.01, '14:24,0'],
    ['##0.0E+0', 12345, '12,3E+3'],
    ['@', 7, '7'],
    // What people choose.
    ['dd-mm-yy', DAY, '01-02-24'],
    ['dd/mm/yyyy', DAY, '01/02/2024'],
    ['dd/mm/yyyy;@', DAY, '01/02/2024'],
    ['yyyy\\-mm\\-dd', DAY, '2024-02-01'],
    ['dd.mm.yyyy', DAY, '01.02.2024'],
    ['dd/mm/yyyy hh:mm', EVENING, '01/02/2024 18:00'],
    ['[$-C0A]d\\-mmm\\-yy;@', DAY, '1-feb-24'],
    ['[$-C0A]d "de" mmmm "de" yyyy', DAY, '1 de febrero de 2024'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', DAY, 'jueves, 1 de febrero de 2024'],
    ['dddd, d mmmm yyyy', DAY, 'jueves, 1 febrero 2024'],
    ['mmmm', DAY, 'febrero'],
    ['yyyy', DAY, '2024'],
    ['General;[Red]-General', -2.5, '-2,5'],
    ['#,##0.00\\ "€"', 1234.5, '1.234,50 €'],
    ['#,##0.00\\ [$€-C0A]', 1234.5, '1.234,50 €'],
    ['[$$-409]#,##0.00', 1234.5, '$1.234,50'],
    [ACCOUNTING, 1234.5, '1.234,50 €'],
    [ACCOUNTING, 0, '- €'],
    ['0000', 49, '0049'],
    ['0" h"', 4, '4 h'],
    ['0.0', 4, '4,0'],
    ['"Sí";"Sí";"No"', 0, 'No'],
    ['#,##0,', 1_234_500, '1.235'],
    ['"sin cerrar', 5, '5'],
  ])('%s', (format, value, text) => expect(shownIn(cellOf(value, { format }))).toBe(text))

  test.each([
    [0.1 + 0.2, '0,3'],
    [12_345_678_901, '12345678901'],
    [-1e-7, '-0,0000001'],
    [true, 'VERDADERO'],
    ['texto', 'texto'],
    [null, ''],
    [DAY, '01/02/2024'],
    [EVENING, '01/02/2024 18:00'],
    ['PT01H30M00S', '1:30:00'],
  ])('%j without a format', (value, text) => expect(shownIn(cellOf(value))).toBe(text))
})

describe('an import takes the value of a cell, whatever its format:', () => {
  test.each([
    ['0.00', 9270, '9270'],
    ['0.00E+00', 9271, '9271'],
    ['#,##0', 9272, '9272'],
    ['0', 1200.5, '1200,5'],
    ['0000', 49, '0049'],
    ['000', 1234.5, '1234,5'],
    ['0" h"', 4, '4'],
    ['0%', 0.25, '25%'],
    ['General', 1e5, '100000'],
    ['dd-mm-yy', DAY, '01/02/2024'],
    ['mmm-yy', DAY, '01/02/2024'],
    ['m/d/yyyy h:mm', EVENING, '01/02/2024 18:00'],
    ['General', true, 'Sí'],
    ['General', ' 01-02-2024', ' 01-02-2024'],
  ])('%s of %j', (format, value, text) => expect(entered(cellOf(value, { format }))).toBe(text))
})

test('distinguishes errors and formulas without a result from text', () => {
  expect(cellOf('#N/A', { isError: true })).toEqual({ is: 'error', shown: '#N/D' })
  expect(cellOf('#DIV/0!', { formula: 'A1/0' })).toEqual({ is: 'error', shown: '#¡DIV/0!' })
  expect(cellOf(null, { formula: '' })).toMatchObject({ is: 'unresolved' })
  expect(cellOf('', { formula: 'A1' })).toBe('')
})
