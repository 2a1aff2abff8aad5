import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectFile } from '#server/platform/files/inspection/inspect.ts'
import type { Part } from '#test/support/archives.ts'
import { archive, workbook } from '#test/support/archives.ts'
import { PDF_HEAD, PDF_TAIL, PJL, pdfAround } from '#test/support/pdf.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almotacen-warnings-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const SCRIPTS = 'El PDF contiene programas (JavaScript).'
const LAUNCH = 'El PDF intenta abrir otros programas.'
const UNSEEN = 'El PDF lleva partes que no se han podido revisar.'
const UNSEEN_ENTRIES = 'El archivo lleva partes que no se han podido revisar.'
const ENCRYPTED = 'El archivo está cifrado.'
const MACROS = 'El documento contiene macros.'
const ARCHIVES = 'El archivo lleva otros archivos comprimidos dentro.'

const pdf = (inside: string) => Buffer.from(pdfAround(`1 0 obj\n<<${inside}>>\nendobj\n`))
/** A catalogue in a compressed object stream, after `filler` bytes. */
function packed(inside: string, filler = 0, more = ''): Buffer {
  const content = deflateSync(Buffer.from(`1 0 ${' '.repeat(filler)}<</Type/Catalog${inside}>>`))
  const head = `${PDF_HEAD}4 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode${more}/Length ${content.length}>>stream\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\nendstream\nendobj\n${PDF_TAIL}`)])
}
const zip = (...names: string[]) => archive(names.map(name => ({ name, content: 'x' })))
/** A ZIP that is read in several pieces: a mebibyte that deflate cannot shorten. */
const long = archive([
  {
    name: 'a.txt',
    content: createHash('shake256', { outputLength: 1024 * 1024 })
      .update('largo')
      .digest(),
  },
])
const openDocument = (...names: string[]) =>
  archive([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
    ...names.map(name => ({ name, content: 'x' })),
  ])
/** Compressed with LZMA, which the portal cannot decompress. */
const rare = archive([{ name: 'a.txt', content: 'hola' }])
for (const at of [8, rare.indexOf('PK\x01\x02', 0, 'latin1') + 10]) rare.writeUInt16LE(14, at)
const types = (kind: string): Part[] => [
  ...workbook('').map(part =>
    part.name === '[Content_Types].xml'
      ? {
          ...part,
          content: String(part.content).replace(
            '</Types>',
            `<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${kind}</Types>`,
          ),
        }
      : part,
  ),
]
/** The header of an OLE file, and names as in its directory. */
const ole = (...names: string[]) =>
  Buffer.concat([
    Buffer.from('D0CF11E0A1B11AE1', 'hex'),
    Buffer.alloc(1016),
    ...names.map(name => Buffer.concat([Buffer.from(name, 'utf16le'), Buffer.alloc(128)])),
  ])

describe('files that are kept and shown with a warning (D57)', () => {
  test.each<[string, string, Buffer, string[]]>([
    ['a plain PDF', 'a.pdf', pdf('/Pages 2 0 R'), []],
    ['a PDF behind commands of a print queue', 'a.pdf', Buffer.concat([Buffer.from(PJL), pdf('/Pages 2 0 R')]), []],
    ['a script in a PDF behind them', 'a.pdf', Buffer.concat([Buffer.from(PJL), pdf('/S/JavaScript')]), [SCRIPTS]],
    ['a plain PDF with an object stream', 'a.pdf', packed('/Pages 2 0 R'), []],
    ['a script in an object stream', 'a.pdf', packed('/OpenAction<</S/JavaScript/JS(x)>>'), [SCRIPTS]],
    ['a script far inside an object stream', 'a.pdf', packed('/S/JavaScript', 5_000_000), [SCRIPTS]],
    ['a program in an object stream', 'a.pdf', packed('/OpenAction<</S/Launch/F(cmd.exe)>>'), [LAUNCH]],
    ['an object stream beyond what is inflated', 'a.pdf', packed('/S/Launch', 140 * 1024 * 1024), [UNSEEN]],
    ['an object stream in another filter', 'a.pdf', pdf('/Type/ObjStm/Filter/LZWDecode>>stream\nabc'), [UNSEEN]],
    ['an object stream with a predictor', 'a.pdf', packed('/S/Launch', 0, '/DecodeParms<</Predictor 12>>'), [UNSEEN]],
    ['a name in numbers', 'a.pdf', pdf('/OpenAction<</S/J#61vaScript/#4a#53(x)>>'), [SCRIPTS]],
    ['an XFA form', 'a.pdf', pdf('/AcroForm<</XFA 4 0 R>>'), ['El PDF es un formulario dinámico (XFA).']],
    ['a way to a file inside', 'a.pdf', pdf('/S/GoToE'), ['El PDF lleva archivos dentro.']],
    ['a form that is sent', 'a.pdf', pdf('/S/SubmitForm'), ['El PDF envía datos a otro sitio.']],
    ['a plain ZIP', 'a.zip', zip('informe.pdf', 'zip.txt'), []],
    ['a ZIP with a long entry', 'a.zip', long, []],
    ['an encrypted ZIP', 'a.zip', archive([{ name: 'a.pdf', content: 'x', flags: 1 }]), [ENCRYPTED]],
    ...['A.ZIP', 'b.7z', 'c.rar', 'd.tar.gz'].map((name): [string, string, Buffer, string[]] => {
      return [`a ZIP with ${name}`, 'a.zip', zip(name), [ARCHIVES]]
    }),
    ['a ZIP with a program', 'a.zip', zip('factura.pdf.exe'), ['El archivo lleva programas dentro.']],
    ['a plain workbook', 'a.xlsx', archive(types('')), []],
    ['an OpenDocument file with macros', 'a.ods', openDocument('Basic/Standard/Module1.xml'), [MACROS]],
    ['a ZIP with a rare compression', 'a.zip', rare, [UNSEEN_ENTRIES]],
    ['a plain old workbook', 'a.xls', ole('Root Entry', 'Workbook'), []],
    ['an encrypted old workbook', 'a.xls', ole('Root Entry', 'EncryptedPackage'), [ENCRYPTED]],
    ['an old workbook with macros', 'a.xls', ole('Root Entry', '_VBA_PROJECT_CUR'), [MACROS]],
  ])('%s', async (_what, name, content, warnings) => {
    const path = join(folder, name)
    await writeFile(path, content)
    expect((await inspectFile(path, name)).warnings).toEqual(warnings)
  })
})

test.each(['vnd.ms-office.vbaProject', 'vnd.ms-excel.macrosheet+xml'])(
  'D23: a workbook that calls a part of any name %s is refused',
  async kind => {
    const path = join(folder, 'a.xlsx')
    await writeFile(path, archive(types(`<Override PartName="/xl/p.bin" ContentType="application/${kind}"/>`)))
    await expect(inspectFile(path, 'a.xlsx')).rejects.toMatchObject({ reason: 'macrosUndeclared' })
  },
)
