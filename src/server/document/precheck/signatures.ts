import type { PDFObject } from '@cantoo/pdf-lib'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib'
import type { Signatures } from '#domain/document/precheck/precheck.ts'
import { signerOf } from '#server/document/precheck/certificates.ts'

/** What is kept of the signatures of one file. */
const SIGNERS_MAX = 20
const FIELDS_MAX = 2000
const NAME_MAX = 100
/** Line ends after a file's end are no addition. */
const PADDING = 4

/**
 * The signatures that a PDF claims, by its fields: whose, as it says, and whether something was added after the last.
 * None is verified: that needs the chain of each certificate and the time of the signature (DESK-13).
 */
export async function signaturesOf(bytes: Uint8Array): Promise<Signatures> {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true })
    if (pdf.isEncrypted) return 'unreadable'
    const signed = signatureDicts(pdf)
    const end = Math.max(0, ...signed.map(coveredTo))
    return {
      signers: signed.slice(0, SIGNERS_MAX).map(nameOf),
      addedAfter: signed.length > 0 && end + PADDING < bytes.length,
    }
  } catch {
    return 'unreadable'
  }
}

/** The values of the signature fields that have one. */
function signatureDicts(pdf: PDFDocument): PDFDict[] {
  const form = pdf.catalog.lookup(PDFName.of('AcroForm'))
  if (!(form instanceof PDFDict)) return []
  const found = new Set<PDFDict>()
  const seen = new Set<PDFObject>()
  const visit = (list: PDFObject | undefined, inherited: PDFObject | undefined) => {
    if (!(list instanceof PDFArray)) return
    for (let index = 0; index < list.size() && seen.size < FIELDS_MAX; index++) {
      const field = list.lookup(index)
      if (!(field instanceof PDFDict) || seen.has(field)) continue
      seen.add(field)
      const type = field.lookup(PDFName.of('FT')) ?? inherited
      const value = field.lookup(PDFName.of('V'))
      if (type === PDFName.of('Sig') && value instanceof PDFDict && hasContent(value)) found.add(value)
      visit(field.lookup(PDFName.of('Kids')), type)
    }
  }
  visit(form.lookup(PDFName.of('Fields')), undefined)
  return [...found]
}

const contentOf = (signature: PDFDict): Uint8Array | null => {
  const content = signature.lookup(PDFName.of('Contents'))
  return content instanceof PDFHexString || content instanceof PDFString ? content.asBytes() : null
}

const hasContent = (signature: PDFDict): boolean => contentOf(signature)?.some(byte => byte !== 0) ?? false

/** The end of the last part of the file that a signature covers. */
function coveredTo(signature: PDFDict): number {
  const range = signature.lookup(PDFName.of('ByteRange'))
  if (!(range instanceof PDFArray) || range.size() !== 4) return 0
  const [, , start, length] = range.asArray()
  return start instanceof PDFNumber && length instanceof PDFNumber ? start.asNumber() + length.asNumber() : 0
}

/** The signer as the field names it, or else its certificate. */
function nameOf(signature: PDFDict): string | null {
  const name = signature.lookup(PDFName.of('Name'))
  const stated = name instanceof PDFString || name instanceof PDFHexString ? name.decodeText().trim() : ''
  const found = stated || signerOf(contentOf(signature)!)
  return found ? found.replace(/\s+/g, ' ').slice(0, NAME_MAX) : null
}
