import { readdirSync, readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import PdfKit from 'pdfkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#domain/messages.ts'
import type { Part } from '#test/support/archives.ts'
import { archive, workbook } from '#test/support/archives.ts'
import { freshRequest, ownDocumentation, publish, request, sheet, upload } from '#test/support/documents.ts'
import { attach, raised } from '#test/support/incidents.ts'
import type { Answer, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Unreadable or deceptive files: refused with an explanation, in every upload. */

type File = { name: string; content: Uint8Array }
type Place = (file: File) => Promise<Answer>

const root = new URL('../../', import.meta.url)
const bytes = (path: string): Buffer => readFileSync(new URL(path, root))
const report = bytes('src/server/demo/files/informe-auditoria.pdf')

let portal: TestPortal
const places: Record<string, Place> = {}

beforeAll(async () => {
  portal = await startTestPortal()
  const sign = (name: string) => portal.signIn(`${name}@almotacen.example`)
  const [cci, provider, evaluator] = [await sign('cci'), await sign('proveedor'), await sign('evaluador')]
  const documentation = (await ownDocumentation(provider)).id
  const incident = (await raised(provider)).id
  const requested = await freshRequest(cci, provider, evaluator)
  const service = (await portal.app.db.selectFrom('service').select('id').executeTakeFirstOrThrow()).id
  const ids = { provider: provider.me.idGenericEntity, evaluator: evaluator.me.idGenericEntity, service }
  Object.assign(places, {
    documents: (file: File) => upload(provider, documentation, 'Escritura de constitución', file),
    incident: (file: File) => attach(cci, incident, file),
    dictamen: (file: File) => publish(cci, requested, {}, { file }),
    report: (file: File) => request(provider, ids, { files: { report: file, spreadsheet: sheet() } }),
    companion: (file: File) =>
      request(provider, ids, { files: { report: { name: 'informe.pdf', content: report }, spreadsheet: file } }),
  } satisfies Record<string, Place>)
})
afterAll(() => portal.stop())

const stored = async () => (await portal.app.db.selectFrom('stored_file').select('sha256').execute()).length

const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 * 1024)
const office = (kind: string, main: string): Part[] => [
  {
    name: '[Content_Types].xml',
    content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="${main}" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`,
  },
  ...workbook('<row r="1"><c r="A1"><v>1</v></c></row>').slice(1),
]
const book = (...more: Part[]) => archive([...office('spreadsheetml.sheet', '/xl/workbook.xml'), ...more])
const letter = (...more: Part[]) => archive([...office('wordprocessingml.document', '/word/document.xml'), ...more])
const openDocument = (...more: Part[]) =>
  archive([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true }, ...more])
const bomb = { name: 'xl/media/a.bin', content: zeros(40), declared: 4096 }
const html = '<!doctype html><h1>No es un PDF</h1>'.repeat(4)

const cases: [what: string, name: string, content: Uint8Array | string, code: keyof typeof refusals, at: string[]][] = [
  [
    'a header of a PDF before HTML',
    'a.pdf',
    `%PDF-1.7\n${html}`,
    'pdfUnreadable',
    ['report', 'documents', 'incident', 'dictamen'],
  ],
  ['a header of a PDF before HTML, with an end', 'a.pdf', `%PDF-1.7\n${html}\n%%EOF\n`, 'pdfUnreadable', ['incident']],
  [
    'a PDF cut in the middle',
    'a.pdf',
    report.subarray(0, report.length / 2),
    'pdfIncomplete',
    ['report', 'documents', 'incident', 'dictamen'],
  ],
  [
    'a PDF cut before its end',
    'a.pdf',
    report.subarray(0, report.lastIndexOf('startxref')),
    'pdfIncomplete',
    ['incident'],
  ],
  [
    'a document with macros',
    'a.docx',
    letter({ name: 'word/vbaProject.bin', content: 'Sub Auto_Open()' }),
    'macrosUndeclared',
    ['documents', 'incident', 'dictamen'],
  ],
  [
    'a workbook with macros',
    'a.xlsx',
    book({ name: 'xl/vbaProject.bin', content: 'Sub Auto_Open()' }),
    'macrosUndeclared',
    ['companion', 'documents', 'incident', 'dictamen'],
  ],
  [
    'a workbook that holds more than it says',
    'a.xlsx',
    book(bomb),
    'archiveMismatch',
    ['companion', 'documents', 'incident', 'dictamen'],
  ],
  [
    'a document that holds more than it says',
    'a.docx',
    letter({ ...bomb, name: 'word/a.bin' }),
    'archiveMismatch',
    ['documents', 'incident', 'dictamen'],
  ],
  [
    'an OpenDocument file that holds more than it says',
    'a.ods',
    openDocument(bomb),
    'archiveMismatch',
    ['companion', 'documents', 'incident', 'dictamen'],
  ],
  [
    'a ZIP that holds more than it says',
    'a.zip',
    archive([bomb]),
    'archiveMismatch',
    ['documents', 'incident', 'dictamen'],
  ],
  [
    'a ZIP that holds less than it says',
    'a.zip',
    archive([{ name: 'a', content: 'x', declared: 4096 }]),
    'archiveMismatch',
    ['incident'],
  ],
  [
    'a ZIP whose two headers differ',
    'a.zip',
    archive([{ name: 'a', content: 'hola', local: 5 }]),
    'archiveMismatch',
    ['incident'],
  ],
]
const refused = cases.flatMap(([what, name, content, code, at]) =>
  at.map(place => ({ what, place, code, file: { name, content: Buffer.from(content as string) } })),
)

test.each(refused)('S9: $what is refused in words as $place', async ({ place, code, file }) => {
  const before = await stored()
  const { status, problem } = await places[place]!(file)
  expect([status, problem.code]).toEqual([415, code])
  expect(problem.detail).toContain(refusals[code].sentence)
  expect(await stored()).toBe(before)
})

const kitPdf = async (options: PDFKit.PDFDocumentOptions) => {
  const pdf = new PdfKit(options)
  pdf.text('Informe')
  pdf.end()
  return buffer(pdf)
}
const libPdf = async (useObjectStreams: boolean) => {
  const pdf = await PDFDocument.create()
  pdf.addPage([300, 200])
  return pdf.save({ useObjectStreams })
}
/** Data that a download or a printer may append after the end. */
const followed = (by: Buffer | string) => Buffer.concat([report, Buffer.from(by as string)])
const demo = readdirSync(new URL('src/server/demo/files/', root))
  .filter(name => !name.endsWith('.json'))
  .map(name => `src/server/demo/files/${name}`)
const fixtures = ['pdf/chromium.pdf', ...['entidades.ods', 'celdas.ods', 'celdas.xlsx'].map(name => `entities/${name}`)]

describe('files that people really send are accepted', () => {
  test.each([...demo, ...fixtures.map(name => `test/fixtures/${name}`)])('%s', async path => {
    const { status, problem } = await places.incident!({ name: path, content: bytes(path) })
    expect(status, problem?.detail).toBe(201)
  })

  test.each<[string, () => Promise<Uint8Array>]>([
    ['of pdfkit', () => kitPdf({})],
    ['of pdfkit with a password', () => kitPdf({ userPassword: 'clave' })],
    ['of pdf-lib with a table', () => libPdf(false)],
    ['of pdf-lib with a cross-reference stream', () => libPdf(true)],
    [
      'with a line of another program behind its end',
      async () => followed('\r\n<!-- enviado desde el escáner -->\r\n'),
    ],
    ['padded with a mebibyte of zeros', async () => followed(Buffer.alloc(1024 * 1024))],
    ['without the last letters', async () => report.subarray(0, report.lastIndexOf('%%EOF') + 2)],
  ])('a PDF %s', async (_what, make) => {
    const { status, problem } = await places.incident!({ name: 'a.pdf', content: await make() })
    expect(status, problem?.detail).toBe(201)
  })

  test.each<[string, string, Buffer]>([
    ['a ZIP whose sizes follow the content', 'a.zip', archive([{ name: 'a', content: 'hola', flags: 8, local: 0 }])],
    ['a large entry', 'a.zip', archive([{ name: 'a', content: zeros(20) }])],
    [
      'an empty entry',
      'a.zip',
      archive([
        { name: 'carpeta/', content: '', stored: true },
        { name: 'a', content: '' },
      ]),
    ],
    ['an old workbook', 'a.xls', Buffer.concat([Buffer.from('D0CF11E0A1B11AE1', 'hex'), Buffer.alloc(1016)])],
  ])('%s', async (_what, name, content) => {
    const { status, problem } = await places.incident!({ name, content })
    expect(status, problem?.detail).toBe(201)
  })
})
