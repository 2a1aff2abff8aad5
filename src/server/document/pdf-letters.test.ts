import fc from 'fast-check'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { Paper } from '#server/document/paper/paper.ts'
import { sansLetters, writable } from '#server/document/pdf-letters.ts'
import { sheetPdf } from '#server/participant/sheet/pdf.ts'
import { certificatePdf } from '#server/report-request/certificate/pdf.ts'

test.each([
  ['Łukasz Żółć', 'Łukasz Żółć'],
  ['Dvořák Šťastný', 'Dvořák Šťastný'],
  ['Ștefan Țurcanu', 'Ștefan Țurcanu'],
  ['Ωμέγα Τράπεζα', 'Ωμέγα Τράπεζα'],
  ['Анна Ґалаґан', 'Анна Ґалаґан'],
  ['Nguyễn Thị', 'Nguyễn Thị'],
  ['e\u0301 combinado', 'é combinado'],
  ['Ａncho', 'Ancho'],
  ['中国 🎉', '□□ □'],
  ['una\tlínea\u0000', 'una línea '],
  ['\u202eoculto\u200b', 'oculto'],
])('papers write %j as %j', async (name, written) => expect(writable(name, await sansLetters())).toBe(written))

test('no text makes a paper fail', async () => {
  const letters = await sansLetters()
  const points = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 30 })
  fc.assert(
    fc.property(points, codes => {
      for (const sign of writable(String.fromCodePoint(...codes), letters)) {
        expect(sign === '\n' || letters.has(sign.codePointAt(0)!), sign).toBe(true)
      }
    }),
  )
})

const NAME = 'Łódź Ωμέγα Банк Ґалаґан'

const papers: Record<string, () => Promise<Uint8Array>> = {
  'a sheet': () =>
    sheetPdf({ title: NAME, subtitle: '', made: '', at: '2026-11-21T09:00:00.000Z' }, [
      { title: 'A', heads: ['A'], rows: [[NAME]], none: '' },
    ]),
  'a certificate': () =>
    certificatePdf({
      ...{ product: 'P', title: 'Certificado', subtitle: NAME, rating: 'A', lines: [['Proveedor', NAME]] },
      ...{ code: 'C', address: null, seal: [['Sello', 'f00']], note: '', at: '2026-11-21T09:00:00.000Z' },
    }),
  async 'a reliance file'() {
    const head = { title: NAME, subject: '', author: '', at: '2026-11-21T09:00:00.000Z', footer: '' }
    const paper = await Paper.start(head)
    paper.text(NAME, { face: 'serif' })
    paper.heading(NAME)
    return paper.end()
  },
}

test.each(Object.entries(papers))('%s writes every European name, twice', async (_what, make) => {
  const loading = getDocument({ data: new Uint8Array(await make()), verbosity: 0 })
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent()
  const text = items.map(item => ('str' in item ? item.str : '')).join('')
  await loading.destroy()
  expect(text.replace(/\s+/g, ' ').split(NAME)).toHaveLength(3)
})
