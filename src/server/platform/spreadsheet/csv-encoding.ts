import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** The upper half of code page 850, which TextDecoder does not know. */
const PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const decoders: readonly ((bytes: Uint8Array) => string)[] = [
  bytes => new TextDecoder('windows-1252').decode(bytes),
  bytes => new TextDecoder('macintosh').decode(bytes),
  bytes =>
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\u0080-\u00ff]/g, letter => PAGE_850[letter.charCodeAt(0) - 128]!),
]

/** What names and sentences in Spain are written with, beside ASCII. */
const UNUSUAL = /[^\p{ASCII}áéíóúüñçàèòïâêôäëöãõÁÉÍÓÚÜÑÇÀÈÒÏªº¿¡·«»€–—‘’“”…´°\u00a0]/u
/** A sign where a letter belongs, or a capital inside a word. */
const MISREAD = /\p{L}[–—‘“”…«»¿¡€°]\p{L}|\p{Ll}[ÁÉÍÓÚÜÑÇÀÈÒÏ]|[A-Z][áéíóúüñçàèòïâêôäëöãõ][A-Z]/u
/** UTF-8 that a program read as Windows-1252 and saved so: 'Ã©' for 'é'. */
const TWICE = /[ÃÂ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€]/u

/**
 * The text of a CSV: UTF-8, or else the one encoding in which all of it reads as Spanish.
 *
 * @throws SpreadsheetError 'encoding' with the first row that is in another encoding, or whose encoding is uncertain
 */
export function decodeCsv(bytes: Uint8Array): string {
  const text = asUtf8(bytes)
  if (text !== null) return refusing(text, TWICE)
  const readings = new Set(
    decoders.map(decode => decode(bytes)).filter(each => !UNUSUAL.test(each) && !MISREAD.test(each)),
  )
  const [only] = readings
  if (readings.size !== 1 || only === undefined) throw unknown(rowsOf(bytes).findIndex(row => asUtf8(row) === null))
  return refusing(only, TWICE)
}

const unknown = (index: number) => new SpreadsheetError('encoding', String(index + 1))

function refusing(text: string, fault: RegExp): string {
  const found = fault.exec(text)
  if (found) throw unknown(text.slice(0, found.index).split('\n').length - 1)
  return text
}

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function rowsOf(bytes: Uint8Array): Uint8Array[] {
  const rows: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at)
    rows.push(bytes.subarray(at, end < 0 ? bytes.length : end))
    at = end < 0 ? bytes.length : end + 1
  }
  return rows
}
