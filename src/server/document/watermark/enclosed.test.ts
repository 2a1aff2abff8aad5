import { PDFDocument } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { stamp } from '#server/document/watermark/stamp.ts'
import type { RawObject } from '#test/support/raw-pdf.ts'
import { bytesOf, onePage, rawPdf, rawStream, shown } from '#test/support/raw-pdf.ts'

const WIDE = 400
type Canvas = { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D }

/** Renders the first page 400 pixels wide and returns the darkness of each pixel. */
async function drawn(bytes: Uint8Array): Promise<number[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await loading.promise
  const page = await pdf.getPage(1)
  const viewport = page.getViewport({ scale: WIDE / page.getViewport({ scale: 1 }).width })
  const factory = pdf.canvasFactory as { create(width: number, height: number): Canvas }
  const { canvas, context } = factory.create(WIDE, Math.round(viewport.height))
  await page.render({ canvas, canvasContext: context, viewport }).promise
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  await loading.destroy()
  return Array.from({ length: data.length / 4 }, (_, pixel) => 255 - data[pixel * 4]!)
}

const marked = (objects: readonly RawObject[]) =>
  stamp(bytesOf(rawPdf(objects)), ['Leido por Ana Soler, ana@banco.example', 'Banco de la Vega'])
const isInk = (darkness: number) => darkness > 5
/** The number of pixels that gain ink with the watermark, and that lose it. */
async function change(objects: readonly RawObject[]) {
  const before = await drawn(bytesOf(rawPdf(objects)))
  const after = await drawn(await marked(objects))
  expect(after).toHaveLength(before.length)
  return {
    more: after.filter((darkness, pixel) => isInk(darkness) && !isInk(before[pixel]!)).length,
    less: after.filter((darkness, pixel) => !isInk(darkness) && isInk(before[pixel]!)).length,
  }
}

const page = shown('informe')
const form = (content: string, number = 7): RawObject => ({
  number,
  body: rawStream(
    content,
    `/Type/XObject/Subtype/Form/BBox[0 0 400 200]/Resources<</Font<</F1 5 0 R>>>>/Length ${content.length}`,
  ),
})
const cover = '1 1 1 rg 0 0 400 200 re f 0 g '
const annotated = (more: string) =>
  onePage(page, '/Annots[6 0 R]', [
    { number: 6, body: `<</Type/Annot/Rect[0 0 400 200]/F 4/AP<</N 7 0 R>>${more}>>` },
    form(cover + page),
  ])

describe('the content of a page cannot remove the mark', () => {
  test.each<[string, RawObject[]]>([
    ['as usual', onePage(page)],
    ['with a clip left open', onePage(`${page} Q 0 0 0 0 re W n`)],
    ['with more states taken back than were kept', onePage(`${page} Q Q Q 0 0 0 0 re W n`)],
    ['with a matrix left open', onePage(`${page} Q 0.0001 0 0 0.0001 0 0 cm`)],
    ['with a text left open', onePage(`${page} BT 3 Tr`)],
    ['with a string left open', onePage(`${page} (`)],
    ['with a picture left open', onePage(`${page} BI /W 1 /H 1 /BPC 8 /CS /G ID `)],
    [
      'in several streams, the last of them open',
      onePage(page, '', [{ number: 6, body: rawStream('Q 0 0 0 0 re W n (') }]).map(object =>
        object.number === 3 ? { ...object, body: object.body.replace('4 0 R', '[4 0 R 6 0 R]') } : object,
      ),
    ],
    ['under a stamp', annotated('/Subtype/Stamp')],
    ['under a link that draws', annotated('/Subtype/Link')],
    ['under a field', annotated('/Subtype/Widget/FT/Btn/Ff 65537')],
    ['with a group of its own', onePage(page, '/Group<</S/Transparency/CS/DeviceRGB/K true>>')],
    ['cut far outside', onePage(page, '/CropBox[-5000 -5000 5000 5000]')],
    ['cut the wrong way round', onePage(page, '/CropBox[400 200 0 0]')],
    ['turned a little', onePage(page, '/Rotate 45')],
    ['in large units', onePage('', '/UserUnit 400').map(o => ({ ...o, body: o.body.replace('400 200]', '1 0.5]') }))],
    ['in small units', onePage('').map(o => ({ ...o, body: o.body.replace('400 200]', '4000 2000]') }))],
  ])('%s', async (_what, objects) => {
    const { more, less } = await change(objects)
    expect(more).toBeGreaterThan(1500)
    expect(less).toBe(0)
  })

  test('links under the watermark stay clickable', async () => {
    const link = '<</Type/Annot/Subtype/Link/Rect[10 10 90 90]/A<</S/URI/URI(https://banco.example/)>>>>'
    const pdf = await PDFDocument.load(await marked(onePage(page, '/Annots[6 0 R]', [{ number: 6, body: link }])))
    const annotations = pdf.getPage(0).node.Annots()!
    const all = [0, 1].map(index => String(annotations.lookup(index)))
    expect(annotations.size()).toBe(2)
    expect(all[0]).toContain('/Widget')
    expect(all[1]).toContain('https://banco.example/')
  })

  test.each([
    ['a form of XFA', '/AcroForm<</Fields[]/XFA(x)>>'],
    ['a collection of files', '/Collection<</View/D>>'],
  ])('refuses a file with content shown instead of its pages: %s', async (_what, more) => {
    const [catalog, ...others] = onePage(page)
    const shownElse = [{ ...catalog!, body: catalog!.body.replace('>>', `${more}>>`) }, ...others]
    await expect(marked(shownElse)).rejects.toMatchObject({ fault: 'unreadable' })
  })

  test('an object not yet in the file does not become a part of the mark', async () => {
    const objects = onePage('').map(object =>
      object.number === 3 ? { ...object, body: object.body.replace('4 0 R', '[4 0 R 6 0 R 7 0 R 8 0 R]') } : object,
    )
    const { more, less } = await change([...objects, { number: 9, body: '<<>>' }])
    expect(more).toBeGreaterThan(1500)
    expect(less).toBe(0)
  })
})
