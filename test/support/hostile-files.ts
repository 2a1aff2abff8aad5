import { deflateSync } from 'node:zlib'
import type { Part } from '#test/support/archives.ts'
import { archive, workbook } from '#test/support/archives.ts'

/**
 * Malicious uploads (S9), generated. `refused`: nothing is stored. `inert`: the file is valid and stored, and is served
 * as a download that cannot run in the portal's origin, under a harmless name when `as` names one.
 */
export type HostileFile = {
  what: string
  name: string
  content: Buffer
  outcome: 'refused' | 'inert'
  as?: string
  /** The expected reason, where another one would hide a missing check. */
  code?: string
}

const html = '<!doctype html><script>fetch("/api/v1/session")</script>'
const svg =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-'.concat('STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')
const pdf = (inside = '') => `%PDF-1.7\n1 0 obj\n<</Type/Catalog${inside}>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
const exe = Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(200), Buffer.from('PE\x00\x00')])
const elf = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)])
const gif = 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'

const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>hola</t></is></c></row>'
const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 * 1024)
const link = 0o120777 * 0x10000
const zip = (...parts: Part[]) => archive(parts)
const note: Part = { name: 'nota.txt', content: 'hola' }

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

function png(width: number, height: number, more: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    more,
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function jpeg(width: number, height: number, comment = ''): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  const said = Buffer.from(comment)
  const note = Buffer.concat([Buffer.from([0xff, 0xfe, (said.length + 2) >> 8, (said.length + 2) & 255]), said])
  const jfif = Buffer.from('\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00', 'latin1')
  return Buffer.concat([Buffer.from([0xff, 0xd8]), jfif, note, frame, Buffer.from([0xff, 0xd9])])
}

const refused = (what: string, name: string, content: Buffer | string, code?: string): HostileFile => ({
  what,
  name,
  content: Buffer.from(content as string),
  outcome: 'refused',
  code,
})
const harmful = (what: string, name: string, content: Buffer) => refused(what, name, content, 'archiveHarmful')
const inert = (what: string, name: string, content: Buffer | string, as?: string): HostileFile => ({
  what,
  name,
  content: Buffer.from(content as string),
  outcome: 'inert',
  as,
})

const TYPES = '[Content_Types].xml'
const macros = [
  ...workbook(row).filter(part => part.name !== TYPES),
  {
    name: TYPES,
    content:
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
  },
  { name: 'xl/vbaProject.bin', content: 'Sub Auto_Open()' },
]
const typed = (prolog = ''): Part[] => [
  ...workbook(row, prolog).filter(part => part.name !== TYPES),
  {
    name: TYPES,
    content:
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  },
]
const book = (...more: Part[]) => archive([...typed(), ...more])
/** A name that differs from its displayed form in one letter. */
const RTL = 'informe\u202efdp.exe'

export const hostileFiles: HostileFile[] = [
  // Wrong types
  refused('HTML as PDF', 'informe.pdf', html),
  refused('HTML as a picture', 'logo.png', html),
  refused('HTML as Word', 'carta.docx', html),
  refused('HTML under its name', 'pagina.html', html),
  refused('XHTML under its name', 'pagina.xhtml', html),
  refused('SVG under its name', 'logo.svg', svg),
  refused('SVG as a picture', 'logo.png', svg),
  refused('SVG as PDF', 'logo.pdf', svg),
  refused('compressed SVG', 'logo.svgz', svg),
  refused('a script', 'programa.js', 'alert(1)'),
  refused('PHP as a picture', 'foto.png', '<?php system($_GET["c"]); ?>'),
  refused('a GIF that is a script', 'foto.gif', `${gif}=1;alert(1)`),
  refused('a GIF as PNG', 'foto.png', gif),
  refused('a program as a workbook', 'datos.xlsx', exe),
  refused('a program as PDF', 'informe.pdf', exe),
  refused('a program of Linux as PDF', 'informe.pdf', elf),
  refused('a program under its name', 'informe.exe', exe),
  refused('a program under two endings', 'informe.pdf.exe', exe),
  refused('a PDF under the ending of a program', 'informe.pdf.com', pdf()),
  refused('a script of Windows', 'informe.bat', '@echo off'),
  refused('a shortcut of Windows', 'informe.lnk', 'L\x00\x00\x00'),
  refused('a web archive', 'pagina.mht', 'MIME-Version: 1.0\n'),
  refused('a message', 'correo.eml', 'Subject: x\n\n'),
  refused('XML', 'datos.xml', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'),
  refused('a workbook with macros under its name', 'datos.xlsm', archive(macros)),
  refused('a document with macros under its name', 'carta.docm', archive(macros)),
  refused('a workbook with macros as one without', 'datos.xlsx', archive(macros), 'macrosUndeclared'),
  refused('a document with macros as one without', 'carta.docx', archive(macros), 'macrosUndeclared'),
  refused('a workbook as Word', 'carta.docx', book()),
  refused('a ZIP as a workbook', 'datos.xlsx', zip(note)),
  refused('a picture as PDF', 'informe.pdf', png(1, 1)),
  refused('the test virus as PDF', 'informe.pdf', eicar),
  refused('a RAR as ZIP', 'datos.zip', 'Rar!\x1a\x07\x00'),
  refused('nothing at all', 'informe.pdf', ''),
  refused('a PDF without its beginning', 'informe.pdf', ` ${'x'.repeat(2000)}${pdf()}`),
  // Names
  refused('no ending', 'informe', pdf()),
  refused('only an ending', '.pdf', pdf()),
  refused('an ending after NUL', 'informe.exe\u0000.pdf', exe),
  refused('an ending that reads backwards', RTL, exe),
  refused('another ending after dots and spaces', 'informe.exe. . .', exe),
  refused('a stream of NTFS', 'informe.exe::$DATA', exe),
  inert('a path in the name', '../../../etc/informe.pdf', pdf(), 'informe.pdf'),
  inert('a path of Windows in the name', 'C:\\Windows\\System32\\informe.pdf', pdf(), 'informe.pdf'),
  inert('a device in the name', 'CON.pdf', pdf(), 'CON.pdf'),
  inert('marks of direction in the name', 'inf\u202eorme\u2066.pdf', pdf(), 'informe.pdf'),
  inert('quotes in the name', 'a"; filename="b.html"; x=".pdf', pdf(), 'a"; filename="b.html"; x=".pdf'),
  inert('signs of percent in the name', '%2e%2e%2f%00informe.pdf', pdf(), '%2e%2e%2f%00informe.pdf'),
  refused('a header in the name', 'a.pdf\r\nX-Evil: 1.pdf', pdf()),
  inert('markup in the name', '<img src=x onerror=alert(1)>.pdf', pdf()),
  inert('a formula in the name', '=cmd|calc.pdf', pdf(), '=cmd|calc.pdf'),
  inert('a command in the name', '$(sleep 9);`id`.pdf', pdf(), '$(sleep 9);`id`.pdf'),
  inert('3000 letters in the name', `${'ñ'.repeat(3000)}.pdf`, pdf(), `${'ñ'.repeat(196)}.pdf`),
  inert('capitals in the ending', 'INFORME.PDF', pdf(), 'INFORME.PDF'),
  inert('pictures of people in the name', '👩‍👩‍👧 informe.pdf', pdf(), '👩‍👩‍👧 informe.pdf'),
  // Archives
  harmful('a link in a ZIP', 'datos.zip', zip(note, { name: 'enlace', content: '/etc/passwd', attributes: link })),
  harmful('a path that climbs out of a ZIP', 'datos.zip', zip(note, { name: '../../x.txt', content: 'x' })),
  harmful('an absolute path in a ZIP', 'datos.zip', zip(note, { name: '/etc/cron.d/x', content: 'x' })),
  harmful('a path of Windows in a ZIP', 'datos.zip', zip(note, { name: 'C:\\x.txt', content: 'x' })),
  harmful('a path that climbs out of a workbook', 'datos.xlsx', book({ name: 'xl/..\\..\\x', content: 'x' })),
  harmful('a link in a workbook', 'datos.xlsx', book({ name: 'xl/x', content: '/etc/passwd', attributes: link })),
  harmful('a name in a ZIP that reads backwards', 'datos.zip', zip(note, { name: RTL, content: exe })),
  harmful('a bomb in a ZIP', 'datos.zip', zip(note, { name: 'a.bin', content: zeros(40) })),
  harmful(
    'many bombs in a ZIP',
    'datos.zip',
    zip(note, ...[0, 1, 2, 3].map(i => ({ name: `${i}`, content: zeros(10) }))),
  ),
  harmful('a workbook that is a bomb', 'datos.xlsx', book({ name: 'xl/a.bin', content: zeros(40) })),
  harmful('a ZIP that says to hold 4 GB', 'datos.zip', zip(note, { name: 'a', content: 'x', declared: 0xfffffff0 })),
  harmful('a ZIP that lies about its entries', 'datos.zip', archive([note], 9)),
  harmful(
    'a ZIP of ten thousand entries and one',
    'datos.zip',
    zip(...Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, content: '' }))),
  ),
  refused(
    'a workbook that says to hold 4 KB and holds 40 MB',
    'datos.xlsx',
    book({ name: 'xl/a.bin', content: zeros(40), declared: 4096 }),
    'archiveMismatch',
  ),
  inert('a ZIP in a ZIP', 'datos.zip', zip(note, { name: 'dentro.zip', content: zip(note) })),
  inert(
    'a workbook with an external entity',
    'datos.xlsx',
    archive(typed('<!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1:9/">]>')),
  ),
  // Images
  refused('a PNG of 60 000 by 60 000', 'foto.png', png(60_000, 60_000), 'imageTooLarge'),
  refused('a JPEG of 65 535 by 65 535', 'foto.jpg', jpeg(65_535, 65_535), 'imageTooLarge'),
  refused('a PNG without a size', 'foto.png', png(0, 0)),
  inert('a JPEG with a script in its comment', 'foto.jpg', jpeg(4, 4, html)),
  inert('a PNG with a script in its text', 'foto.png', png(2, 2, chunk('tEXt', Buffer.from(`x\0${html}`)))),
  // Invalid PDFs
  refused('HTML behind the header of a PDF', 'informe.pdf', `%PDF-1.7\n${html}`, 'pdfUnreadable'),
  refused('a PDF without its end', 'informe.pdf', pdf().slice(0, -20), 'pdfIncomplete'),
  // PDFs with active content
  inert('a PDF with a script', 'informe.pdf', pdf('/OpenAction<</S/JavaScript/JS(app.alert(1))>>')),
  inert('a PDF that starts a program', 'informe.pdf', pdf('/OpenAction<</S/Launch/F(cmd.exe)>>')),
  inert('a PDF with a file inside', 'informe.pdf', pdf('/Names<</EmbeddedFiles<</EmbeddedFile 1>>>>')),
  inert('a PDF that is HTML as well', 'informe.pdf', `%PDF-1.7\n${html}\n${pdf()}`),
  inert('a PDF that is a ZIP as well', 'informe.pdf', Buffer.concat([Buffer.from(pdf()), zip(note)])),
]
