import { crc32, deflateRawSync } from 'node:zlib'

/**
 * An entry of a ZIP; `declared`, `attributes` and `flags` may be false. `local` is the size in its local header, if it
 * differs from the one in the central directory.
 */
export type Part = {
  name: string
  content: Buffer | string
  declared?: number
  local?: number
  attributes?: number
  flags?: number
  stored?: boolean
}

/** A ZIP as an attacker may craft it: the declared sizes may be false. */
export function archive(parts: Part[], count = parts.length): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declared, local: size, attributes = 0, flags = 0, stored = false } of parts) {
    const plain = Buffer.from(content)
    const packed = stored ? plain : deflateRawSync(plain)
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(declared ?? plain.length, 18)
    common.writeUInt16LE(title.length, 22)
    const own = Buffer.from(common)
    if (size !== undefined) own.writeUInt32LE(size, 18)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), own, title, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(attributes, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, title]))
    bodies.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, ...directory, end])
}

const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a small .xlsx whose only sheet holds these rows. */
export function workbook(sheet: string, prolog = ''): Part[] {
  const types = 'http://schemas.openxmlformats.org/package/2006'
  const relation = (id: string, type: string, to: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${to}"/>`
  return [
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${types}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${types}/relationships">${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${types}/relationships">${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relations}"><sheets><sheet name="H" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0"?>${prolog}<worksheet xmlns="${spreadsheetNamespace}"><sheetData>${sheet}</sheetData></worksheet>`,
    },
  ]
}
