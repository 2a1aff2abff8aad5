import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentWire, WorkbookWire } from '#domain/document/contract.ts'
import { changeDocument, documentSheets } from '#domain/document/contract.ts'
import { workbookLimits } from '#domain/document/workbook.ts'
import { refusals } from '#domain/messages.ts'
import type { Part } from '#test/support/archives.ts'
import { archive, workbook } from '#test/support/archives.ts'
import { documentsOf, ownDocumentation, pdf, sheet, upload } from '#test/support/documents.ts'
import { entriesOf } from '#test/support/entries.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const NAME = 'Plan de continuidad de negocio'

let portal: TestPortal
let cci: Caller
let provider: Caller
let validation: string
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  validation = (await ownDocumentation(provider)).id
})
afterAll(() => portal.stop())

/** With the declaration by which an upload is known as an .xlsx. */
function typed(parts: Part[]): Part[] {
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
  const override = `<Override PartName="/xl/workbook.xml" ContentType="${main}"/></Types>`
  return parts.map(part =>
    part.name === '[Content_Types].xml'
      ? { ...part, content: String(part.content).replace('</Types>', override) }
      : part,
  )
}

const reads = async () => (await entriesOf(portal, 'document.read', provider.me.idGenericEntity)).length
async function uploaded(file: { name: string; content: Uint8Array | string }): Promise<DocumentWire> {
  const answer = await upload(provider, validation, NAME, file)
  expect(answer.status).toBe(201)
  return (await documentsOf(cci, validation))[NAME]!
}
const sheetsOf = (caller: Caller, id: string) => caller.call(documentSheets, { params: { id } })

test('DOC-04 D40: the sheets of a workbook are a reading like its download: noted first, and CCI may decide', async () => {
  const document = await uploaded(sheet())
  const before = await reads()
  const { status, body } = await sheetsOf(cci, document.id!)
  expect(status).toBe(200)
  const { sheets } = body as WorkbookWire
  expect(sheets.length).toBeGreaterThan(0)
  expect(sheets[0]!.rows.flat().join(' ')).toMatch(/\p{L}/u)
  expect(await reads()).toBe(before + 1)
  const verdict = { status: 'REJECTED' as const, rejectedReason: 'Falta una hoja' }
  expect((await cci.call(changeDocument, { params: { id: document.id! }, body: verdict })).status).toBe(200)
})

test('D16: only readers who may download a workbook see its sheets', async () => {
  const document = await uploaded(sheet())
  const other = await portal.signIn('arcadio@almotacen.example')
  expect((await sheetsOf(other, document.id!)).status).toBe(404)
  // A version that CCI has not accepted does not exist for a bank.
  const bank = await portal.signIn('entidad@almotacen.example')
  expect((await sheetsOf(bank, document.file!)).status).toBe(404)
})

test('S9: refuses an unreadable workbook with a reason, and records no reading', async () => {
  const cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>hola</t></is></c></row>'
  const doctype = '<!DOCTYPE worksheet [<!ENTITY a "aaaa">]>'
  const cases = [
    [pdf('no es un libro'), 'notWorkbook'],
    [{ name: 'a.xlsx', content: archive(typed(workbook(cell, doctype))) }, 'sheetsUnreadable'],
    [
      {
        name: 'a.xlsx',
        content: archive(
          typed([...workbook(cell), { name: 'xl/media/a.bin', content: Buffer.alloc(9 * 1024 * 1024) }]),
        ),
      },
      'workbookTooLarge',
    ],
  ] as const
  for (const [file, code] of cases) {
    const document = await uploaded(file)
    const before = await reads()
    const { status, problem } = await sheetsOf(cci, document.id!)
    expect([status, problem.code, problem.detail]).toEqual([409, code, refusals[code].sentence])
    expect(await reads()).toBe(before)
  }
})

test('a long sheet is cut, and says so', async () => {
  const rows = Array.from(
    { length: workbookLimits.rows + 5 },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`,
  )
  const document = await uploaded({ name: 'largo.xlsx', content: archive(typed(workbook(rows.join('')))) })
  const [first] = ((await sheetsOf(cci, document.id!)).body as WorkbookWire).sheets
  expect(first).toMatchObject({ name: 'H', cut: true })
  expect(first!.rows).toHaveLength(workbookLimits.rows)
})
