import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveService } from '#domain/catalogue/contract.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import { listUnmarkable, saveWatermark } from '#domain/document/watermark/contract.ts'
import { archive, workbook } from '#test/support/archives.ts'
import { documentsOf, ownDocumentation, request, sheet, upload } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { bytesOf, onePage, rawPdf, shown } from '#test/support/raw-pdf.ts'

const PLAN = 'Plan de continuidad de negocio'

let portal: TestPortal
let cci: Caller
let provider: Caller
let validation: string
beforeAll(async () => {
  portal = await startTestPortal({ foretells: true })
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  validation = (await ownDocumentation(provider)).id
})
afterAll(() => portal.stop())

const markAll = async (enabled: boolean) =>
  expect((await cci.call(saveWatermark, { body: { enabled } })).status).toBe(200)

async function locked(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const made = new PdfKit(options)
  made.text(`Informe ${Math.random()}`)
  made.end()
  return buffer(made)
}
/** A PDF with all that a look from outside sees, and nothing to show. */
const hollow = () =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n% ${Math.random()}\nstartxref\n0\n%%EOF\n`)
/** A form of Adobe that only Adobe shows. */
function dynamicForm(): Buffer {
  const objects = onePage(shown(`formulario ${Math.random()}`)).map(object =>
    object.number === 1 ? { ...object, body: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]/XFA()>>>>' } : object,
  )
  return Buffer.from(bytesOf(rawPdf(objects)))
}
const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
/** An .xlsx by its declaration, whose only sheet the portal refuses to read. */
function broken(): Buffer {
  const parts = workbook('', `<!DOCTYPE worksheet [<!ENTITY a "${Math.random()}">]>`)
  return archive(
    parts.map(part =>
      part.name === '[Content_Types].xml'
        ? {
            ...part,
            content: String(part.content).replace(
              '</Types>',
              `<Override PartName="/xl/workbook.xml" ContentType="${main}"/></Types>`,
            ),
          }
        : part,
    ),
  )
}

async function warningsOf(file: { name: string; content: Uint8Array | string }): Promise<string[]> {
  const answer = await upload(provider, validation, PLAN, file)
  expect(answer.status).toBe(201)
  const { warnings } = answer.body as DocumentWire
  // The screen reads the list.
  expect((await documentsOf(provider, validation))[PLAN]!.warnings).toEqual(warnings)
  return warnings
}

test('D57: an upload warns at once of what CCI and banks cannot read, and is kept', async () => {
  await markAll(false)
  expect(await warningsOf({ name: 'a.pdf', content: await locked({ userPassword: 'clave' }) })).toEqual([
    'El archivo está cifrado.',
    expect.stringMatching(/pide una contraseña para abrirse: ni el CCI ni las entidades podrán leerlo/),
  ])
  expect(await warningsOf({ name: 'a.pdf', content: hollow() })).toEqual([expect.stringMatching(/^El PDF está dañado/)])
  expect(await warningsOf({ name: 'a.xlsx', content: broken() })).toEqual([
    expect.stringMatching(/^El portal no puede leer este libro/),
  ])
})

test('D57: with the watermark also warns of files that only the mark hides from banks, and CCI sees it at once', async () => {
  await markAll(true)
  const [form, permissions] = [dynamicForm(), await locked({ ownerPassword: 'clave', permissions: { copying: false } })]
  expect(await warningsOf({ name: 'a.pdf', content: form })).toContainEqual(
    expect.stringMatching(/^Las entidades no podrán leer este PDF.*Suba otra copia\.$/),
  )
  expect((await documentsOf(cci, validation))[PLAN]!.warnings.join()).toMatch(/Pida otra copia a quien lo subió/)
  expect((await warningsOf({ name: 'a.pdf', content: permissions })).join()).toMatch(
    /protegido con contraseña o con permisos/,
  )
  await markAll(false)
  expect((await documentsOf(provider, validation))[PLAN]!.warnings).toEqual(['El archivo está cifrado.'])
  expect((await cci.call(listUnmarkable)).status).toBe(200)
})

test('a readable file has no such warning', async () => {
  await markAll(true)
  expect(await warningsOf(sheet('controles.xlsx', String(Math.random())))).toEqual([])
  expect(await warningsOf({ name: 'a.pdf', content: await locked({}) })).toEqual([])
})

test('D57: a sent report returns the warnings about its files', async () => {
  const evaluator = await portal.signIn('somport@almotacen.example')
  const service = await cci.call(saveService, { body: { type: 'Pruebas', description: 'Servicio legible' } })
  const ids = {
    provider: provider.me.idGenericEntity,
    evaluator: evaluator.me.idGenericEntity,
    service: service.body.id,
  }
  const files = {
    report: { name: 'informe.pdf', content: await locked({ userPassword: 'clave' }) },
    spreadsheet: { name: 'controles.xlsx', content: broken() },
  }
  const { status, body } = await request(provider, ids, { files })
  expect(status).toBe(201)
  const sent = await documentsOf(provider, body.id)
  expect(sent['Informe de auditoría']!.warnings.join()).toMatch(/pide una contraseña para abrirse/)
  expect(sent['Doc. Excel asociado']!.warnings.join()).toMatch(/El portal no puede leer este libro/)
})
