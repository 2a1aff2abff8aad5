import { deflateSync } from 'node:zlib'
import type { Part } from '#test/support/archives.ts'
import { archive, workbook as plainWorkbook } from '#test/support/archives.ts'
import { onePage, rawPdf, rawStream } from '#test/support/raw-pdf.ts'

/** A small file that becomes a large one in the memory of its reader, or takes it long (decision 044); `brief`: for `npm test`. */
export type Bomb = { what: string; name: string; content: Buffer; brief?: true }

const MiB = 1024 * 1024
/** A small workbook that says what it is, as an upload has to. */
function workbook(rows: string): Part[] {
  const [types, ...parts] = plainWorkbook(rows)
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
  const override = `<Override PartName="/xl/workbook.xml" ContentType="${main}"/></Types>`
  return [{ ...types!, content: String(types!.content).replace('</Types>', override) }, ...parts]
}
const letters = (row: number) => `A${row}`
const rowsOf = (count: number, cell: (row: number) => string) =>
  Array.from({ length: count }, (_, n) => `<row r="${n + 1}">${cell(n + 1)}</row>`).join('')

/** A workbook with these texts, and cells that name them; `more` are further parts. */
function sharing(texts: readonly string[], rows: string, more: Part[] = []): Buffer {
  const parts = workbook(rows)
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const list = parts.find(({ name }) => name === 'xl/_rels/workbook.xml.rels')!
  list.content = String(list.content).replace(
    '</Relationships>',
    `<Relationship Id="r2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  )
  const strings = texts.map(text => `<si><t>${text}</t></si>`).join('')
  const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return archive([
    ...parts,
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${namespace}">${strings}</sst>` },
    ...more,
  ])
}

/** One text of a mebibyte that `cells` cells name. */
const shared = (cells: number) =>
  sharing(
    ['x'.repeat(MiB)],
    rowsOf(cells, row => `<c r="${letters(row)}" t="s"><v>0</v></c>`),
  )
const sheetOf = (rows: string, after = '') => {
  const parts = workbook(rows)
  const sheet = parts.at(-1)!
  sheet.content = String(sheet.content).replace('</sheetData>', `</sheetData>${after}`)
  return archive(parts)
}
const inline = (text: string, at = 'A1') => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

function openDocument(table: string): Buffer {
  const namespace = (name: string) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
  const names = ['office', 'table', 'text'].map(namespace).join(' ')
  const body = `<office:body><office:spreadsheet><table:table table:name="H">${table}</table:table></office:spreadsheet></office:body>`
  return archive([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
    { name: 'content.xml', content: `<office:document-content ${names}>${body}</office:document-content>` },
  ])
}
const cell = (text: string, repeated = 1) =>
  `<table:table-cell table:number-columns-repeated="${repeated}" office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
const tableRow = (cells: string, repeated = 1) =>
  `<table:table-row table:number-rows-repeated="${repeated}">${cells}</table:table-row>`

const styles = (count: number) => {
  const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const formats = `<numFmts><numFmt numFmtId="200" formatCode="${'0.'.repeat(200_000)}"/></numFmts>`
  const formed = '<xf numFmtId="200" applyNumberFormat="1"/>'.repeat(count)
  return {
    name: 'xl/styles.xml',
    content: `<styleSheet xmlns="${namespace}">${formats}<cellXfs>${formed}</cellXfs></styleSheet>`,
  }
}

/** Spreadsheets, for every place that reads one. */
export const spreadsheetBombs: readonly Bomb[] = [
  { what: 'a text of 1 MiB that 300 cells name', name: 'compartido.xlsx', brief: true, content: shared(300) },
  { what: 'a text of 1 MiB that 20,000 cells name', name: 'mil.xlsx', brief: true, content: shared(20_000) },
  {
    what: 'a text that a million cells of one row name',
    name: 'ancho.xlsx',
    content: sharing(
      ['y'.repeat(30_000)],
      rowsOf(60, row => `<c r="${letters(row)}" t="s"><v>0</v></c>`.repeat(2000)),
    ),
  },
  {
    what: 'texts of 60 KiB in a hundred cells',
    name: 'largo.xlsx',
    content: sheetOf(rowsOf(100, row => inline('z'.repeat(60_000), letters(row)))),
  },
  {
    what: 'merged cells over the whole sheet',
    name: 'unidas.xlsx',
    content: sheetOf(
      rowsOf(2, row => inline('a', letters(row))),
      `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(20_000)}</mergeCells>`,
    ),
  },
  {
    what: 'a number format of 400,000 signs in 2,000 cells',
    name: 'estilos.xlsx',
    content: sharing(
      ['a'],
      rowsOf(2000, row => `<c r="${letters(row)}" s="9"><v>1.5</v></c>`),
      [styles(50_000)],
    ),
  },
  {
    what: 'elements in elements in elements',
    name: 'hondo.xlsx',
    content: sheetOf(`<row r="1">${'<c>'.repeat(200_000)}${'</c>'.repeat(200_000)}</row>`),
  },
  {
    what: 'two far corners',
    name: 'esquinas.xlsx',
    content: sheetOf(`<row r="1">${inline('a')}</row><row r="1048576">${inline('b', 'XFD1048576')}</row>`),
  },
  {
    what: 'a million rows of 900 cells, repeated',
    name: 'repetido.ods',
    brief: true,
    content: openDocument(tableRow(cell('x', 900), 1_048_576)),
  },
  {
    what: 'a cell of 300 KiB, repeated 16,000 times',
    name: 'celdas.ods',
    content: openDocument(tableRow(cell('w'.repeat(300_000), 16_000), 100)),
  },
]

const flated = (bytes: Buffer, times: number): Buffer => (times === 0 ? bytes : flated(deflateSync(bytes), times - 1))
const pageWith = (content: string, dict: string) =>
  Buffer.from(
    rawPdf(
      onePage('').map(each =>
        each.number === 4 ? { ...each, body: rawStream(content, `/Length ${content.length}${dict}`) } : each,
      ),
    ),
    'latin1',
  )

/** PDFs, for the checks before a review and the watermark. */
export const pdfBombs: readonly Bomb[] = [
  {
    what: 'a page that unpacks to 320 MiB',
    name: 'pagina.pdf',
    brief: true,
    content: pageWith(flated(Buffer.alloc(320 * MiB, ' '), 2).toString('latin1'), '/Filter[/FlateDecode/FlateDecode]'),
  },
  {
    what: 'a page of two million operators',
    name: 'operadores.pdf',
    content: pageWith(flated(Buffer.from('q '.repeat(2_000_000)), 1).toString('latin1'), '/Filter/FlateDecode'),
  },
  {
    what: 'arrays in arrays',
    name: 'matrices.pdf',
    content: pageWith(`${'['.repeat(500_000)} ] TJ`, ''),
  },
]

/** Uploads that are refused when they come. */
export const refusedBombs: readonly Bomb[] = [
  {
    what: 'a workbook of 200 MiB of zeros',
    name: 'ceros.xlsx',
    content: archive([...workbook(''), { name: 'xl/a.bin', content: Buffer.alloc(200 * MiB) }]),
  },
]
