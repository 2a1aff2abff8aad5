import { dimensionLabels } from '#domain/assessment/assessment.ts'
import { OPERATOR_FULL_NAME } from '#domain/values/product.ts'
import { PALE, QR } from '#server/document/paper/drawings.ts'
import { Paper } from '#server/document/paper/paper.ts'

type Line = readonly [label: string, value: string]

export type CertificateSheet = {
  product: string
  title: string
  subtitle: string
  /** 'A+/A/B': confidentiality, integrity, availability. */
  rating: string
  lines: readonly Line[]
  code: string
  /** Where anybody checks it, also as QR code; null while the centre does not publish it. */
  address: string | null
  seal: readonly Line[]
  note: string
  /** The day of the score. */
  at: string
}

const SHARES = [0.27, 0.73]

/** A certificate: who issued it, the levels, its facts, its code, and what seals it. */
export async function certificatePdf(sheet: CertificateSheet): Promise<Uint8Array> {
  const { product, title, subtitle, rating, lines, code, address, seal, note, at } = sheet
  const footer = `${title} ${code} · ${product}`
  const paper = await Paper.start({
    title: `${title}: ${subtitle}`,
    subject: subtitle,
    author: OPERATOR_FULL_NAME,
    at,
    footer,
  })
  paper.text(OPERATOR_FULL_NAME, { size: 11, after: 0 })
  paper.text(product, { size: 9.5, color: PALE, after: 14 })
  paper.text(title, { face: 'serif', size: 26, after: 0 }, 'H1')
  paper.text(subtitle, { face: 'serif', size: 15, after: 8 })
  const levels = rating.split('/')
  const dimensions = Object.values(dimensionLabels)
  if (levels.length === dimensions.length) {
    paper.levels(dimensions.map((dimension, index) => [dimension, levels[index]!]))
  }
  paper.table(null, lines, SHARES)
  const top = paper.placeFor(QR + 20)
  paper.label('CÓDIGO')
  paper.text(code, { face: 'bold', size: 18, narrower: QR + 20 })
  if (address) {
    paper.text(`Compruebe si sigue vigente en ${address}`, { size: 9.5, narrower: QR + 20 })
    await paper.qr(address, top + 6)
  }
  paper.heading('Sello')
  paper.table(null, seal, SHARES)
  paper.text(note, { size: 9.5, color: PALE })
  return paper.end()
}
