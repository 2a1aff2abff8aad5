import { afterAll, beforeAll, expect, test } from 'vitest'
import { readReasons, saveReasons } from '#domain/document/reasons/contract.ts'
import { defaultReasons } from '#domain/document/reasons/reasons.ts'
import { documentsOf, ownDocumentation, pdf, reject, upload } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const PLAN = 'Plan de continuidad de negocio'

let portal: TestPortal
let cci: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())

const offered = async (documentCatalogName?: string) =>
  (await cci.call(readReasons, { query: { documentCatalogName } })).body

test('DOC-07: the latest reasons for a document come first, each once, without those of a deleted participant', async () => {
  const provider = await portal.signIn('proveedor@almotacen.example')
  const { id } = await ownDocumentation(provider)
  expect(await offered(PLAN)).toEqual({ reasons: [], general: defaultReasons, used: [], version: 1 })
  for (const reason of ['No se lee', 'Falta el anexo', 'No se lee']) {
    await upload(provider, id, PLAN, pdf(`plan ${Math.random()}`))
    portal.clock.move(60_000)
    expect((await reject(cci, (await documentsOf(cci, id))[PLAN]!, reason)).status).toBe(200)
  }
  expect((await offered(PLAN)).used).toEqual(['No se lee', 'Falta el anexo'])
  expect((await offered('Escritura de constitución')).used).not.toContain('No se lee')
  expect((await offered()).used).toEqual([])
  await portal.app.db
    .updateTable('participant')
    .set({ deleted_at: portal.app.clock.now() })
    .where('id', '=', provider.me.idGenericEntity)
    .execute()
  expect((await offered(PLAN)).used).toEqual([])
})

test('DOC-07 DESK-18: CCI edits the reasons; repeated and blank ones are left out, long ones refused', async () => {
  const { version } = await offered()
  const saved = await cci.call(saveReasons, { body: { reasons: ['Una …', '', 'Una …', 'Dos'], version } })
  expect([saved.status, saved.body]).toEqual([200, { reasons: ['Una …', 'Dos'], version: version + 1 }])
  expect((await offered()).reasons).toEqual(['Una …', 'Dos'])
  const long = await cci.call(saveReasons, { body: { reasons: ['a'.repeat(201)], version: version + 1 } })
  expect(long.status).toBe(400)
  const none = await cci.call(saveReasons, { body: { reasons: [], version: version + 1 } })
  expect(none.body.reasons).toEqual([])
})

test('DESK-18: a document of the catalogue has reasons of its own, beside the general ones', async () => {
  const general = await offered()
  const { version } = await offered(PLAN)
  const save = (documentCatalogName: string, reasons: string[]) =>
    cci.call(saveReasons, { body: { documentCatalogName, reasons, version } })
  expect((await save(PLAN, ['Falta el anexo de pruebas.'])).status).toBe(200)
  expect(await offered(PLAN)).toMatchObject({ reasons: ['Falta el anexo de pruebas.'], general: general.reasons })
  expect((await offered('Escritura de constitución')).reasons).toEqual([])
  expect(await offered()).toEqual(general)
  expect((await save('Informe de auditoría', ['No es el informe completo.'])).status).toBe(200)
  const unknown = await save('Nadie lo pide', ['No.'])
  expect([unknown.status, Object.keys(unknown.problem.fields ?? {})]).toEqual([400, ['documentCatalogName']])
})
