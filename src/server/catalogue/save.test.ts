import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CatalogueType, DocumentLine } from '#domain/catalogue/contract.ts'
import {
  listDocumentCatalogues,
  readDataCatalogue,
  replaceDocumentCatalogue,
  saveDataCatalogue,
  saveDocumentCatalogue,
} from '#domain/catalogue/contract.ts'
import type { NotificationWire } from '#domain/notification/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { targetOf } from '#domain/notification/target.ts'
import { documentsOf, ownDocumentation } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const LINES = 'No se pueden guardar líneas vacías. Por favor, rellene todos los campos.'
const EMPTY = 'No puede estar vacio'

let portal: TestPortal
let cci: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())
beforeEach(() => portal.clock.move(1))

const line = (documentCatalogName: string, description = 'Vigente', required = true) => ({
  documentCatalogName,
  description,
  required,
})
const catalogue = async (type: CatalogueType) =>
  (await cci.call(listDocumentCatalogues, { query: { type } })).body.content[0]
const saveDocuments = (type: CatalogueType, docList: readonly Partial<DocumentLine>[], version?: number) =>
  cci.call(saveDocumentCatalogue, { body: { type, docList, version } })
const data = async (role: 'PROVIDER' | 'AUDIT' | 'ENTITY') =>
  (await cci.call(readDataCatalogue, { params: { role } })).body
const events = async (event: string) =>
  (await portal.app.db.selectFrom('trail').selectAll().where('event', '=', event).orderBy('number').execute()).map(
    entry => entry.data,
  )

describe('the documents', () => {
  test('API-67 CONF-05 FORM-50: are saved in their order, without the empty lines', async () => {
    const before = await catalogue('AUDIT')
    const docList = [line('Segundo', 'b', false), {}, line('  Primero ', ' a '), { description: ' ' }]
    const { status, body } = await saveDocuments('AUDIT', docList, before.version)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: before.id,
      type: 'AUDIT',
      version: before.version + 1,
      docList: [line('Segundo', 'b', false), line('Primero', 'a')],
    })
    expect(await catalogue('AUDIT')).toEqual(body)
    expect(await events('catalogue.saved')).toEqual([{ type: 'AUDIT', from: before.docList, to: body.docList }])
  })

  test('API-67: PUT does the same by the identifier, which must be the type’s', async () => {
    const [audit, issue] = [await catalogue('AUDIT'), await catalogue('ISSUE')]
    const put = (id: string) =>
      cci.call(replaceDocumentCatalogue, { params: { id }, body: { type: 'ISSUE', docList: [line('Informe')] } })
    expect((await put(audit.id)).status).toBe(404)
    expect((await put('0'.repeat(26))).status).toBe(404)
    expect(await catalogue('ISSUE')).toEqual(issue)
    expect((await put(issue.id)).body.docList).toEqual([line('Informe')])
  })

  test.each([
    ['half a line', [line('A'), line('', 'b')], 'emptyLines', { 'docList.1.documentCatalogName': EMPTY }],
    ['another half', [line('A', '')], 'emptyLines', { 'docList.0.description': EMPTY }],
    ['a name twice', [line('A'), line('a')], 'invalid', { 'docList.1.documentCatalogName': 'Ya está en la línea 1' }],
    [
      'more than a cell holds',
      [line('x'.repeat(201))],
      'invalid',
      { 'docList.0.documentCatalogName': 'No puede superar los 200 caracteres.' },
    ],
  ])('FORM-48 API-67: %s is named, and nothing is saved', async (_what, docList, code, fields) => {
    const before = await catalogue('ENTITY')
    const { status, problem } = await saveDocuments('ENTITY', docList)
    expect([status, problem.code, problem.fields]).toEqual([400, code, fields])
    if (code === 'emptyLines') expect(problem.detail).toBe(LINES)
    expect(await catalogue('ENTITY')).toEqual(before)
  })

  test('API-67: refuses to save over a newer document catalogue', async () => {
    const { version, docList } = await catalogue('ISSUE')
    expect((await saveDocuments('ISSUE', [...docList, line('Uno')], version)).status).toBe(200)
    expect((await saveDocuments('ISSUE', [...docList, line('Otro')], version)).problem.code).toBe('changedMeanwhile')
    const both = await Promise.all([1, 2].map(n => saveDocuments('ISSUE', [line(`A la vez ${n}`)], version + 1)))
    expect(both.map(answer => answer.status).sort()).toEqual([200, 409])
  })

  test('API-67: saving the same again changes nothing', async () => {
    const before = await catalogue('ISSUE')
    const saved = (await events('catalogue.saved')).length
    expect((await saveDocuments('ISSUE', before.docList)).body).toEqual(before)
    expect(await events('catalogue.saved')).toHaveLength(saved)
  })
})

test('API-67 CONF-05: a catalogue that asks for nothing is there, and empty', async () => {
  const before = await catalogue('ISSUE')
  expect((await saveDocuments('ISSUE', [])).body).toEqual({ ...before, version: before.version + 1, docList: [] })
  expect(await catalogue('ISSUE')).toMatchObject({ id: before.id, docList: [] })
  const { body } = await cci.call(listDocumentCatalogues, { query: { sort: 'type,desc' } })
  expect(body.content.map((each: { type: string }) => each.type)).toEqual(['ISSUE', 'ENTITY', 'AUDIT', 'PROVIDER'])
})

describe('a document that providers must supply from now on', () => {
  const heard = async (email: string): Promise<NotificationWire[]> => {
    const caller = await portal.signIn(email)
    const { body } = await caller.call(listNotifications, { query: { size: 100 } })
    return body.content.filter((notice: NotificationWire) => notice.type === 'DOC_REQUIRED')
  }
  const hearsOf = async (name: string, email: string) =>
    (await heard(email)).some(notice => notice.message.includes(name))

  test('ROLE-07: notifies participants that sent theirs, who find it in their own; accepted files stay', async () => {
    const before = await catalogue('PROVIDER')
    const optional = before.docList.find((each: DocumentLine) => !each.required)
    const docList = [
      ...before.docList.map((each: DocumentLine) => ({ ...each, required: true })),
      line('ISO 27001'),
      line('Memoria', 'Anual', false),
    ]
    expect((await saveDocuments('PROVIDER', docList)).status).toBe(200)

    for (const email of ['proveedor@almotacen.example', 'hontanar@almotacen.example', 'rechazado@almotacen.example']) {
      const notices = await heard(email)
      expect(notices.map(notice => notice.reason)).toEqual(['Documento nuevo requerido'])
      expect(notices[0]!.message).toContain(`«${optional.documentCatalogName}», «ISO 27001».`)
      expect(notices[0]!.message).not.toContain('Memoria')
      expect(targetOf('DOC_REQUIRED', notices[0]!.info, 'PROVIDER')).toBe('/own-documentation')
    }
    for (const email of ['evaluador', 'entidad', 'borrador', 'cci']) {
      expect(await hearsOf('ISO 27001', `${email}@almotacen.example`), email).toBe(false)
    }
    const provider = await portal.signIn('proveedor@almotacen.example')
    const documentation = await ownDocumentation(provider)
    expect(documentation.status).toBe('ACCEPTED')
    expect((await documentsOf(provider, documentation.id))['ISO 27001']).toMatchObject({
      required: true,
      requested: true,
      name: null,
    })
    const mails = (await portal.mails()).filter(mail => mail.text.includes('ISO 27001')).map(mail => mail.to)
    expect(mails).toContain('proveedor@almotacen.example')
    expect(mails).not.toContain('borrador@almotacen.example')
  })

  test('ROLE-07: a new order, a new description or a removal sends no notice', async () => {
    const { docList } = await catalogue('PROVIDER')
    const [gone, ...rest] = docList.toReversed() as DocumentLine[]
    const before = (await heard('proveedor@almotacen.example')).length
    const described = rest.map(each => ({ ...each, description: `${each.description}, con sello` }))
    expect((await saveDocuments('PROVIDER', described)).status).toBe(200)
    expect(await heard('proveedor@almotacen.example')).toHaveLength(before)
    expect((await catalogue('PROVIDER')).docList.map((each: DocumentLine) => each.documentCatalogName)).not.toContain(
      gone!.documentCatalogName,
    )
    expect((await saveDocuments('ISSUE', [line('Informe forense')])).status).toBe(200)
    expect(await heard('proveedor@almotacen.example')).toHaveLength(before)
  })
})

describe('the data', () => {
  const saveData = (type: 'PROVIDER' | 'AUDIT' | 'ENTITY', fields: unknown[], version?: number) =>
    cci.call(saveDataCatalogue, { body: { type, fields, version } })

  test('API-69 CONF-06 FORM-50: are saved in their order, without the empty lines', async () => {
    const { version } = await data('PROVIDER')
    const fields = [{ field: ' Código LEI ', required: true }, {}, { field: 'Grupo', required: false }, { field: ' ' }]
    const { body } = await saveData('PROVIDER', fields, version)
    expect(body).toEqual({
      type: 'PROVIDER',
      version: version + 1,
      fields: [
        { field: 'Código LEI', required: true },
        { field: 'Grupo', required: false },
      ],
    })
    expect(await data('PROVIDER')).toEqual(body)
    expect((await saveData('PROVIDER', [])).body.fields).toEqual([])
  })

  test.each([
    ['a line without a name', [{ field: '', required: true }], 'emptyLines', { 'fields.0.field': EMPTY }],
    ['a name twice', [{ field: 'a' }, { field: 'Á' }], 'invalid', { 'fields.1.field': 'Ya está en la línea 1' }],
  ])('FORM-49 API-69: %s is named, and nothing is saved', async (_what, fields, code, named) => {
    const before = await data('ENTITY')
    const { status, problem } = await saveData('ENTITY', fields)
    expect([status, problem.code, problem.fields]).toEqual([400, code, named])
    expect(await data('ENTITY')).toEqual(before)
  })

  test('API-69: saving the same again changes nothing', async () => {
    const before = await data('ENTITY')
    const saved = (await events('catalogue.saved')).length
    expect((await saveData('ENTITY', before.fields)).body).toEqual(before)
    expect(await events('catalogue.saved')).toHaveLength(saved)
  })

  test('API-69: refuses to save over a newer data catalogue', async () => {
    const { version } = await data('AUDIT')
    expect((await saveData('AUDIT', [{ field: 'Colegio' }], version)).status).toBe(200)
    expect((await saveData('AUDIT', [{ field: 'Otro' }], version)).problem.code).toBe('changedMeanwhile')
  })

  test('ROLE-07: only CCI saves', async () => {
    const provider = await portal.signIn('proveedor@almotacen.example')
    const before = [await data('PROVIDER'), await catalogue('PROVIDER')]
    const saved = [
      await provider.call(saveDataCatalogue, { body: { type: 'PROVIDER', fields: [] } }),
      await provider.call(saveDocumentCatalogue, { body: { type: 'PROVIDER', docList: [] } }),
    ]
    expect(saved.map(answer => answer.status)).toEqual([403, 403])
    expect([await data('PROVIDER'), await catalogue('PROVIDER')]).toEqual(before)
  })
})
