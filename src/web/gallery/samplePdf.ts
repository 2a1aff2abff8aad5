/** A small PDF of `pages` pages of text, made here so that the gallery needs no file. */
export function samplePdf(pages: number): ArrayBuffer {
  const objects: string[] = []
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index * 2} 0 R`).join(' ')
  objects[1] = '<< /Type /Catalog /Pages 2 0 R >>'
  objects[2] = `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`
  objects[3] = '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>'
  for (let index = 0; index < pages; index++) {
    const lines = [
      `BT /F1 26 Tf 60 740 Td (Poliza de responsabilidad civil) Tj ET`,
      `BT /F1 13 Tf 60 700 Td (Pagina ${index + 1} de ${pages}. Condiciones particulares, suplemento de renovacion.) Tj ET`,
      `60 690 m 535 690 l S`,
      ...Array.from({ length: 18 }, (_, line) => {
        const text = 'El asegurador se obliga, dentro de los limites establecidos en la ley y en el contrato.'
        return `BT /F1 12 Tf 60 ${660 - line * 22} Td (${text}) Tj ET`
      }),
    ].join('\n')
    objects[4 + index * 2] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`
    objects[5 + index * 2] = `<< /Length ${lines.length} >>\nstream\n${lines}\nendstream`
  }
  let text = '%PDF-1.4\n'
  const offsets: number[] = []
  objects.forEach((object, id) => {
    offsets[id] = text.length
    text += `${id} 0 obj\n${object}\nendobj\n`
  })
  const start = text.length
  text += `xref\n0 ${objects.length}\n0000000000 65535 f \n`
  for (let id = 1; id < objects.length; id++) text += `${String(offsets[id]).padStart(10, '0')} 00000 n \n`
  text += `trailer << /Size ${objects.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`
  return new TextEncoder().encode(text).buffer as ArrayBuffer
}
