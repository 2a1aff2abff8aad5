import { crc32 } from 'node:zlib'
import { LOCAL_BYTES } from '#server/platform/files/zip.ts'
import { type TextEntry, textEntry } from '#server/platform/spreadsheet/archive-entry.ts'

const CONTENT = 'content.xml'
const layout = 'number-columns-repeated|number-columns-spanned|number-rows-spanned|style-name|content-validation-name'
const attributes = `(?:\\s+table:(?:${layout}|number-rows-repeated)="[^"<]*")*\\s*`
const element = (name: string) => `<table:${name}${attributes}(?:/>|></table:${name}>)\\s*`
/** Runs are matched whole, so a long one that something follows is looked at once. */
const blankCells = new RegExp(
  `(?:${element('table-cell')}|${element('covered-table-cell')})+(</table:table-row>)?`,
  'g',
)
const blankRows = new RegExp(`(?:${element('table-row')})+(</table:table>)?`, 'g')
/** Header rows and outline groups: hucre 1.0.0 does not look for rows inside them. */
const groups = /<\/?table:(?:table-header-rows|table-row-group|table-rows)(?:\s[^<>]*)?>/g

/**
 * The .ods with its rows side by side, without the blank cells that end each row and the blank rows that end each sheet:
 * Excel repeats them to its last column and row, and hucre 1.0.0 builds each of them. The archive must have passed
 * `guardArchive`.
 */
export function withPlainRows(bytes: Uint8Array): Uint8Array {
  const content = textEntry(bytes, CONTENT)
  if (!content) return bytes
  const plain = content.text
    .replace(groups, '')
    .replace(blankCells, (run, rowEnd?: string) => rowEnd ?? run)
    .replace(blankRows, (run, tableEnd?: string) => tableEnd ?? run)
  return plain.length === content.text.length ? bytes : withContent(content, Buffer.from(plain, 'latin1'))
}

/** The archive with `content` added behind its entries, and the directory's record of the entry at `old` led there. */
function withContent({ data, end, at: old }: TextEntry, content: Buffer): Buffer {
  const name = Buffer.from(CONTENT)
  // Version, flags, method and time, as both headers of an entry have them.
  const head = Buffer.alloc(LOCAL_BYTES)
  head.writeUInt32LE(0x04034b50)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(crc32(content), 14)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt32LE(content.length, 22)
  head.writeUInt16LE(name.length, 26)
  const directory = Buffer.from(data.subarray(end.at, end.at + end.length))
  for (let at = 0; at < directory.length; ) {
    const rest = [28, 30, 32].map(field => directory.readUInt16LE(at + field))
    if (directory.readUInt32LE(at + 42) === old) {
      head.copy(directory, at + 6, 4, 26)
      directory.writeUInt32LE(end.at, at + 42)
    }
    at += 46 + rest.reduce((sum, length) => sum + length, 0)
  }
  const tail = Buffer.alloc(22)
  data.copy(tail, 0, end.at + end.length, end.at + end.length + 22)
  tail.writeUInt32LE(end.at + head.length + name.length + content.length, 16)
  tail.writeUInt16LE(0, 20)
  return Buffer.concat([data.subarray(0, end.at), head, name, content, directory, tail])
}
