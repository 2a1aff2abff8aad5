import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The words of a PDF, whether it is tagged, its outline and its pages. */
export async function readPdf(bytes: Uint8Array) {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await loading.promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1)
      const { items } = await page.getTextContent()
      const tree = await page.getStructTree()
      const words = items.filter(item => 'str' in item).filter(({ str }) => str.trim() !== '')
      const { width, height } = page.getViewport({ scale: 1 })
      return {
        text: items.map(item => ('str' in item ? item.str : '')).join(' '),
        tree: JSON.stringify(tree),
        isWide: width > height,
        /** How far the words reach beyond the right edge; 0 when all are on the page. */
        beyond: Math.max(0, ...words.map(word => word.transform[4] + word.width - width)),
      }
    }),
  )
  const outline = ((await pdf.getOutline()) ?? []).map(({ title }) => title)
  const info = (await pdf.getMetadata()).info as { Title: string; Language: string }
  const marks: unknown = await pdf.getMarkInfo()
  const isMarked = marks instanceof Map && marks.get('Marked')
  await loading.destroy()
  const text = pages
    .map(page => page.text)
    .join(' ')
    .replace(/\s+/g, ' ')
  return { text, dense: text.replace(/\s/g, ''), pages, outline, info, isMarked }
}
