import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { stamp } from '#server/document/watermark/stamp.ts'
import { PJL } from '#test/support/pdf.ts'
import type { RawObject } from '#test/support/raw-pdf.ts'
import { bytesOf, onePage, rawPdf, rawStream, shown } from '#test/support/raw-pdf.ts'

/** The text that a reader sees when it follows the cross-reference. */
async function seen(bytes: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await loading.promise
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(...items.map(item => ('str' in item ? item.str : '')))
  }
  await loading.destroy()
  return texts.join(' ')
}
const marked = (pdf: string) => stamp(bytesOf(pdf), ['lector', 'banco'])
const page = onePage(shown('aceptado'))
const other = (number = 4): RawObject => ({ number, body: rawStream(shown('cambiado')) })
const hidden = (object: RawObject): RawObject => ({ ...object, named: false })
const plain = rawPdf(page)

/** A PDF with objects 1 to 3 and 5 in an object stream, the content beside it, and a cross-reference stream. */
function compressed(index: number, after = '', more = ''): string {
  const inside = page.filter(({ number }) => number !== 4)
  const bodies = inside.map(({ body }) => body)
  const starts = inside.map(({ number }, at) => `${number} ${bodies.slice(0, at).join(' ').length + (at > 0 ? 1 : 0)}`)
  const head = `${starts.join(' ')} ${more}`
  const content = head + bodies.join(' ')
  let file = '%PDF-1.7\n'
  const at = file.length
  file += `6 0 obj\n${rawStream(content, `/Type/ObjStm/N 4/First ${head.length}/Length ${content.length}`)}\nendobj\n`
  const text = file.length
  file += `4 0 obj\n${page[3]!.body}\nendobj\n${after}`
  const rows = [
    [0, 0, 0],
    [2, 6, index],
    [2, 6, 1],
    [2, 6, 2],
    [1, text, 0],
    [2, 6, 3],
    [1, at, 0],
    [1, file.length, 0],
  ]
  const table = Buffer.concat(rows.map(([a, b, c]) => Buffer.from([a!, b! >> 8, b! & 255, c!]))).toString('latin1')
  const start = file.length
  return `${file}7 0 obj\n${rawStream(table, `/Type/XRef/Size 8/W[1 2 1]/Root 1 0 R/Length ${table.length}`)}\nendobj\nstartxref\n${start}\n%%EOF\n`
}

/** A PDF whose places are those of the line end before each object, as a common printer driver counts. */
const withLineEnds = (pdf: string) =>
  pdf.replace(/(\d{10}) 00000 n/g, (_all, at) => `${String(at - 1).padStart(10, '0')} 00000 n`)

/** The start of a table stands twenty bytes before the table that its end names. */
const twoTables = plain
  .replace(/xref\n/, 'xref\n0 1\nxxxxxxxxxx\nxref\n')
  .replace(/startxref\n(\d+)/, (_all, at) => `startxref\n${Number(at) + 20}`)

describe('the marked document is the one that readers see', () => {
  test.each([
    ['as it was made', plain, 'aceptado'],
    ['changed at its end as the standard says', rawPdf([other()], { before: plain }), 'cambiado'],
    ['with another object of the same number that no reader sees', rawPdf([hidden(other()), ...page]), 'aceptado'],
    ['with objects in a stream', compressed(0), 'aceptado'],
    ['with more numbers before those objects than there are, as of Word', compressed(0, '', '9 12 8 '), 'aceptado'],
    ['with white space before those objects, as of Word', compressed(0, '', '\0\r\n   \r\n'), 'aceptado'],
    ['whose places are the line ends before the objects', withLineEnds(plain), 'aceptado'],
    ['behind a line end', `\n${plain}`, 'aceptado'],
    ['behind a byte-order mark', `\xef\xbb\xbf${plain}`, 'aceptado'],
    ['behind the commands of a print queue', `${PJL}${plain}`, 'aceptado'],
    ['compressed, behind the commands of a print queue', `${PJL}${compressed(0)}`, 'aceptado'],
    [
      'whose first change is taken back by the second',
      rawPdf([page[3]!], { before: rawPdf([other()], { before: plain }) }),
      'aceptado',
    ],
    [
      'whose length stands in another object',
      rawPdf([
        ...page.filter(({ number }) => number !== 4),
        { number: 4, body: rawStream(shown('aceptado'), '/Length 6 0 R') },
        { number: 6, body: String(shown('aceptado').length) },
      ]),
      'aceptado',
    ],
  ])('%s', async (_what, pdf, text) => {
    expect(await seen(bytesOf(pdf))).toBe(text)
    const after = await seen(await marked(pdf))
    expect(after).toContain(text)
    expect(after).toContain('lector')
    expect(after).not.toContain(text === 'aceptado' ? 'cambiado' : 'aceptado')
  })

  test('freed objects do not come back', async () => {
    const pdf = rawPdf([], { before: rawPdf([...page, other(6)]), free: [4] })
    expect(await seen(bytesOf(pdf))).toBe('')
    expect(await seen(await marked(pdf))).not.toContain('aceptado')
  })

  const indirect = `${shown('aceptado')} %endstream\n${shown('y mas')}`
  const twoPages = onePage(shown('aceptado'), '', [
    { number: 6, body: '<</Parent 2 0 R/MediaBox[0 0 400 200]/Contents 7 0 R>>' },
    other(7),
  ]).map(object => (object.number === 2 ? { ...object, body: '<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>' } : object))
  test.each([
    ['an object twice, of which the table names the first', rawPdf([...page, hidden(other())])],
    ['an object behind the end that no table names', `${plain}4 0 obj\n${other().body}\nendobj\n`],
    [
      'an object of a stream, and another outside that no table names',
      compressed(0, '2 0 obj\n<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>\nendobj\n'),
    ],
    ['a table that names another object of a stream', compressed(1)],
    [
      'a second catalogue in a trailer that no table leads to',
      `${rawPdf([...page, { number: 6, body: '<</Type/Catalog/Pages 7 0 R>>' }, { number: 7, body: '<</Type/Pages/Kids[3 0 R]/Count 1>>' }])}trailer\n<</Root 6 0 R>>\n`,
    ],
    ['a table whose places are wrong', plain.replace(/00000(\d{5}) 00000 n/, '0000000001 00000 n')],
    ['a table that is not where it should be', plain.replace(/startxref\n\d+/, 'startxref\n3')],
    ['no table', plain.replace(/xref[\s\S]*/, 'trailer\n<</Root 1 0 R>>\n%%EOF\n')],
    ['something else before its header', `GIF89a\n${plain}`],
    [
      'a table for who counts from its header, and another for who counts from its start',
      `${' '.repeat(20)}${twoTables}`,
    ],
    [
      'a stream with an end of its own inside',
      rawPdf([
        ...page.filter(({ number }) => number !== 4),
        { number: 4, body: rawStream(indirect, '/Length 6 0 R') },
        { number: 6, body: String(indirect.length) },
      ]),
    ],
    [
      'a stream that begins on the line of its word',
      rawPdf(page)
        .replace(/stream\nBT/, `stream${shown('cambiado')}\nBT`)
        .replace('/Length', '/Size'),
    ],
    ['a page that does not say that it is one', rawPdf(twoPages)],
    [
      'a page with pages below',
      rawPdf(onePage(shown('aceptado'), '/Kids[6 0 R]', [{ number: 6, body: page[2]!.body }])),
    ],
    ['a table before which there is none', rawPdf(page, { trailer: '/Root 1 0 R/Prev 9' })],
    ['keys of a cipher', rawPdf(page, { trailer: '/Root 1 0 R/Encrypt 99 0 R' })],
  ])('refuses the file: %s', async (_what, pdf) => {
    await expect(marked(pdf)).rejects.toMatchObject({ fault: 'unreadable' })
  })
})
