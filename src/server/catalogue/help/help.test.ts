import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDocumentCatalogues, saveDocumentCatalogue } from '#domain/catalogue/contract.ts'
import type { DocumentHelpWire } from '#domain/catalogue/help/contract.ts'
import { helpTemplate, readHelp, saveHelp } from '#domain/catalogue/help/contract.ts'
import { ok } from '#test/support/answers.ts'
import { documentsOf, ownDocumentation, pdf } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const DEED = 'Escritura de constitución'

let portal: TestPortal
let cci: Caller
let provider: Caller
let bank: Caller
let id: string

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  bank = await portal.signIn('entidad@almotacen.example')
  id = (await ok(cci.call(readHelp, { query: { type: 'PROVIDER' } }))).catalogueId
})
afterAll(() => portal.stop())

const save = (caller: Caller, body: object, files: Record<string, ReturnType<typeof pdf>> = {}) =>
  caller.call(saveHelp, { params: { id }, body: { documentCatalogName: DEED, ...body }, files: files as never })
const template = (caller: Caller) => caller.call(helpTemplate, { params: { id }, query: { documentCatalogName: DEED } })
const own = async () => (await documentsOf(provider, (await ownDocumentation(provider)).id))[DEED]!

test('EASE-08: CCI gives a document a help text and a template, which its owner reads and downloads', async () => {
  const helpText = 'La escritura inscrita,\ncon el sello del Registro Mercantil.'
  expect(await ok(save(cci, { helpText, version: 0 }, { template: pdf('plantilla') }))).toEqual({
    documentCatalogName: DEED,
    helpText,
    template: 'plantilla.pdf',
    version: 1,
  })
  expect((await own()).help).toEqual({ text: helpText, template: { catalogueId: id, name: 'plantilla.pdf' } })
  expect((await template(provider)).status).toBe(200)
  // Readers of what was uploaded are not asked for it.
  const seen = await documentsOf(bank, (await ownDocumentation(provider)).id)
  expect(seen[DEED]!.help).toBeUndefined()
  expect([(await template(bank)).status, (await bank.call(readHelp, { query: { type: 'PROVIDER' } })).status]).toEqual([
    404, 404,
  ])
  expect((await save(provider, { helpText })).status).toBe(403)
})

test('EASE-08: refuses a text of more than 500 characters, and a document that is not in the catalogue', async () => {
  expect((await save(cci, { helpText: 'a'.repeat(501) })).problem.fields).toHaveProperty('helpText')
  expect((await save(cci, { documentCatalogName: 'Otro' })).problem.code).toBe('unknownDocument')
  expect((await save(cci, { helpText: 'b', version: 0 })).problem.code).toBe('changedMeanwhile')
  expect((await ok(save(cci, { helpText: 'b'.repeat(500), version: 1 }))).template).toBe('plantilla.pdf')
})

test('EASE-08: the help outlives a new order of the documents; a template that goes is forgotten', async () => {
  const { content } = await ok(cci.call(listDocumentCatalogues, { query: { type: 'PROVIDER' } }))
  const docList = content[0].docList.toReversed()
  await ok(cci.call(saveDocumentCatalogue, { body: { type: 'PROVIDER', docList } }))
  expect((await own()).help?.template?.name).toBe('plantilla.pdf')
  const { rows } = { rows: await portal.app.db.selectFrom('document_help').selectAll().execute() }
  await ok(save(cci, { helpText: 'Sin plantilla', removeTemplate: 'true', version: 2 }))
  expect((await own()).help).toEqual({ text: 'Sin plantilla', template: null })
  expect((await template(provider)).status).toBe(404)
  const left = await portal.app.db
    .selectFrom('stored_file')
    .select('sha256')
    .where('sha256', '=', rows[0]!.template_sha256!)
    .execute()
  expect(left).toEqual([])
  const { help } = await ok(cci.call(readHelp, { query: { type: 'PROVIDER' } }))
  expect(help.filter((each: DocumentHelpWire) => each.helpText !== '')).toHaveLength(1)
})
