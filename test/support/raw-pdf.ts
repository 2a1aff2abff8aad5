/** A PDF object: its number, and the text between `obj` and `endobj`. */
export type RawObject = { number: number; body: string; named?: false }

export const rawStream = (content: string, more = `/Length ${content.length}`) =>
  `<<${more}>>\nstream\n${content}\nendstream`

/** The text of a page. */
export const shown = (text: string) => `BT /F1 18 Tf 20 100 Td (${text}) Tj ET`

/** One page: its content, further dictionary entries, and further objects from 6 on. */
export function onePage(content: string, more = '', others: readonly RawObject[] = []): RawObject[] {
  return [
    { number: 1, body: '<</Type/Catalog/Pages 2 0 R>>' },
    { number: 2, body: '<</Type/Pages/Kids[3 0 R]/Count 1>>' },
    {
      number: 3,
      body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]${more}/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>`,
    },
    { number: 4, body: rawStream(content) },
    { number: 5, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' },
    ...others,
  ]
}

/**
 * A PDF with these objects, or `before` with them appended. The xref table lists all except those with `named: false`,
 * and frees the `free` ones.
 */
export function rawPdf(
  objects: readonly RawObject[],
  { before = '', free = [], trailer = '/Root 1 0 R' }: { before?: string; free?: number[]; trailer?: string } = {},
): string {
  let file = before || '%PDF-1.7\n'
  const lines = new Map<number, string>(free.map(number => [number, '0000000000 00001 f \n']))
  if (!before) lines.set(0, '0000000000 65535 f \n')
  for (const { number, body, named } of objects) {
    if (named !== false && !free.includes(number)) {
      lines.set(number, `${String(file.length).padStart(10, '0')} 00000 n \n`)
    }
    file += `${number} 0 obj\n${body}\nendobj\n`
  }
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(before)?.[1]
  const table = [...lines].map(([number, line]) => `${number} 1\n${line}`).join('')
  return `${file}xref\n${table}trailer\n<</Size 100 ${trailer}${previous ? `/Prev ${previous}` : ''}>>\nstartxref\n${file.length}\n%%EOF\n`
}

export const bytesOf = (pdf: string) => new Uint8Array(Buffer.from(pdf, 'latin1'))

/** A PDF with a text on each page. */
export function pagesOf(...texts: string[]): Buffer {
  const first = 10
  const pages = texts.flatMap((text, index): RawObject[] => {
    const number = first + 2 * index
    const content = shown(text)
    return [
      {
        number,
        body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${number + 1} 0 R/Resources<</Font<</F1 5 0 R>>>>>>`,
      },
      { number: number + 1, body: rawStream(content) },
    ]
  })
  const kids = texts.map((_text, index) => `${first + 2 * index} 0 R`).join(' ')
  return Buffer.from(
    rawPdf([
      { number: 1, body: '<</Type/Catalog/Pages 2 0 R>>' },
      { number: 2, body: `<</Type/Pages/Kids[${kids}]/Count ${texts.length}>>` },
      { number: 5, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>' },
      ...pages,
    ]),
    'latin1',
  )
}
