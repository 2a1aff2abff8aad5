/** The commands that a print queue writes before a file. */
export const PJL = '\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n'

/** The start of a small PDF with a catalogue and no pages. */
export const PDF_HEAD =
  '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n'
/** Its end. */
export const PDF_TAIL = '\ntrailer\n<</Size 3/Root 1 0 R>>\nstartxref\n0\n%%EOF\n'

/** A small PDF with `inside` between its objects and its trailer, where readers skip it. */
export const pdfAround = (inside: string) => `${PDF_HEAD}${inside}${PDF_TAIL}`

/** A PDF of `bytes` bytes, blank except for its start and end. */
export const pdfOfSize = (bytes: number) =>
  Buffer.from(pdfAround(' '.repeat(Math.max(0, bytes - PDF_HEAD.length - PDF_TAIL.length))))
