import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'
import { csvLine, writeCsv, writeXlsx } from '#server/platform/spreadsheet/write.ts'
import { asWritten } from '#test/support/csv.ts'

/**
 * Texts from characters that break CSV or start a formula, mixed with any Unicode; without 'Ã' and 'Â', which a reader of
 * CSV may refuse as text that was encoded twice.
 */
const nasty = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@|;,"\'\t\r\n ab0€ñ', '\ufeff', '😀'), maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter(text => !/[\0ÃÂ]/.test(text)),
)
const tableOf = (width: number) =>
  fc.array(fc.array(nasty, { minLength: width, maxLength: width }), { minLength: 0, maxLength: 12 })
const tables = fc.integer({ min: 2, max: 5 }).chain(tableOf)

const dangerous = /^[=+\-@\t\r\n\0]/

describe('CSV', () => {
  it('D27: any table comes back exactly, and no cell is a formula', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom(';', ','), async (rows, separator) => {
        const columns = (rows[0] ?? ['a', 'b']).map((_, i) => `columna ${i}`)
        const bytes = await writeCsv({ columns, rows, separator })
        // The parser guesses the separator; this line names it, as Excel does.
        const [, ...read] = readCsv(Buffer.concat([Buffer.from(`sep=${separator}\r\n`), bytes.subarray(3)]))
        expect(read.flat().filter(text => dangerous.test(text))).toEqual([])
        expect(read.map(row => row.map(asWritten))).toEqual([columns, ...rows])
      }),
      { numRuns: 2000 },
    )
  }, 60_000)

  it.each([';', ',', '\t'])(
    'D27: no cell of any table begins a formula where a program divides the lines by %j',
    async divider => {
      // With a separator that does not divide the file, a sign before a plain number, such as a telephone number, stays
      // unchanged.
      const begins = divider === ';' ? dangerous : /^[\t\r]*(?:[=@]|[+-](?![\d .]+(?:[,;"\t\r\n]|$)))/
      await fc.assert(
        fc.asyncProperty(tables, async rows => {
          const bytes = await writeCsv({ columns: ['columna'], rows })
          const read = readCsv(Buffer.concat([Buffer.from(`sep=${divider}\r\n`), bytes.subarray(3)]))
          expect(read.flat().filter(text => begins.test(text))).toEqual([])
        }),
        { numRuns: 1000 },
      )
    },
    60_000,
  )

  it.each([',', '\t'])('no text begins a formula where a program divides the lines by %j', divider => {
    const cells = [
      "Retraso,=cmd|' /C calc'!A0,fin",
      'uno,\t =1+1',
      'dos,"=1+1"',
      'tres\n=1+1',
      'cuatro\t@SUM(A1)',
      "cinco,-2+3+cmd|' /C calc'!A0",
    ]
    const begun = csvLine(cells).split(new RegExp(`[${divider}\\r\\n]`))
    expect(begun.filter(text => /^[\s"]*(?:[=@]|[+-](?![\d .]+$))/.test(text))).toEqual([])
    expect(csvLine(['Teléfonos: 910 000 000, +34 910 000 001'])).toBe('Teléfonos: 910 000 000, +34 910 000 001')
  })

  it.each(['=1+1', '+34', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '\0x', "'=1"])(
    'D27: the text %j is neutralised',
    text => {
      expect(csvLine([text]).replace(/^"/, '').startsWith(`'${text[0]}`)).toBe(true)
    },
  )

  it('D27 STAT-05 STAT-06: semicolons, CRLF, a byte-order mark and RFC 4180 quotes', async () => {
    const bytes = await writeCsv({
      columns: ['Compañía', 'Notas'],
      rows: [
        ['Caja; "A"', 'uno\ndos'],
        [1.5, null],
        [-3, "O'Brien"],
      ],
    })
    expect(Buffer.from(bytes).toString()).toBe(
      '\ufeffCompañía;Notas\r\n"Caja; ""A""";"uno\ndos"\r\n1,5;\r\n-3;O\'Brien\r\n',
    )
    expect(Buffer.from(await writeCsv({ columns: ['a'], rows: [], bom: false })).toString()).toBe('a\r\n')
  })
})

describe('xlsx', () => {
  it('D27: any table comes back exactly, every text as a text', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async rows => {
        const columns = (rows[0] ?? ['a', 'b']).map((_, i) => ({ header: `columna ${i}` }))
        const book = await readXlsx(await writeXlsx({ sheet: 'Hoja', columns, rows }))
        const cells = book.sheets[0]!.rows.slice(1).map(row => row.map(cell => cell ?? ''))
        const filled = rows.map(row => row.map(text => text))
        expect(cells).toEqual(filled)
        expect([...(book.sheets[0]!.cells?.values() ?? [])].filter(cell => cell.formula)).toEqual([])
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  it('D27: a text that looks like an escape of Excel stays as it is', async () => {
    const texts = ['_x0041_', '_x005F_x0041_', '_x_', '__x000D__', '=1+1', '0049']
    const book = await readXlsx(
      await writeXlsx({ sheet: 'Hoja', columns: [{ header: 'a' }], rows: texts.map(text => [text]) }),
    )
    expect(book.sheets[0]!.rows.slice(1).flat()).toEqual(texts)
  })

  it('D27: a row is as high as its longest text needs, and no higher than a screen', async () => {
    const columns = [{ header: 'a', width: 22, wrap: true }, { header: 'b' }]
    const rows = [
      ['corto', 'x'.repeat(400)],
      ['y'.repeat(50), ''],
      ['z'.repeat(5000), ''],
      [null, ''],
    ]
    const book = await readXlsx(await writeXlsx({ sheet: 'Hoja', columns, rows }))
    const heights = rows.map((_row, r) => book.sheets[0]!.rowDefs?.get(r + 1)?.height ?? 0)
    expect(heights.map(height => height / heights[0]!)).toEqual([1, 3, 20, 1])
  })

  it('D27: numbers stay numbers', async () => {
    const book = await readXlsx(await writeXlsx({ sheet: 'Hoja', columns: [{ header: 'a' }], rows: [[-1.5], [49]] }))
    expect(book.sheets[0]!.rows.slice(1).flat()).toEqual([-1.5, 49])
  })
})
