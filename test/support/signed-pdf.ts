import { X509Certificate } from 'node:crypto'
import { certificate, der, oid, sequence } from '#test/support/certificate.ts'
import { onePage, rawPdf, shown } from '#test/support/raw-pdf.ts'

type Signed = {
  /** The name in the signature field. */
  name?: string
  /** The signature itself; any bytes by default. */
  contents?: Uint8Array
  /** What follows the part of the file that is signed. */
  added?: string
}

const PLACE = '0000000000'

/** A PDF with one signature field. Nothing is really signed: the portal reads the claim alone. */
export function signedPdf({ name, contents = Buffer.from('firma'), added = '' }: Signed): Buffer {
  const hex = Buffer.from(contents).toString('hex')
  const value = `<</Type/Sig/Filter/Adobe.PPKLite${name ? `/Name(${name})` : ''}/ByteRange[0 10 20 ${PLACE}]/Contents<${hex}>>>`
  const objects = onePage(shown('Documento firmado'), '/Annots[6 0 R]', [
    { number: 6, body: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Firma)/V 7 0 R/P 3 0 R/Rect[0 0 0 0]>>' },
    { number: 7, body: value },
    { number: 8, body: '<</Fields[6 0 R]/SigFlags 3>>' },
  ]).map(each => (each.number === 1 ? { ...each, body: '<</Type/Catalog/Pages 2 0 R/AcroForm 8 0 R>>' } : each))
  const file = rawPdf(objects)
  return Buffer.from(file.replace(PLACE, String(file.length - 20).padStart(10, '0')) + added, 'latin1')
}

/** A CMS message that names the certificates of two people and says that the second has signed. */
export function signatureOf(name: string): Buffer {
  const [other, signer] = ['Autoridad de prueba', name].map(each => new X509Certificate(certificate(each).cert))
  const serial = der(0x02, Buffer.from(signer!.serialNumber, 'hex'))
  const signed = sequence(
    der(0x02, Buffer.from([1])),
    der(0x31),
    sequence(oid('2a864886f70d010701')),
    der(0xa0, other!.raw, signer!.raw),
    der(0x31, sequence(der(0x02, Buffer.from([1])), sequence(sequence(), serial))),
  )
  return sequence(oid('2a864886f70d010702'), der(0xa0, signed))
}
