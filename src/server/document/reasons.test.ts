import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPhrases, savePhrases } from '#domain/document/reasons/contract.ts'
import { defaultPhrases } from '#domain/document/reasons/reasons.ts'
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
  (await cci.call(readPhrases, { query: { documentCatalogName } })).body

test('DOC-07: the latest reasons for a document come first, each once, without those of a deleted participant', async () => {
  const provider = await portal.signIn('proveedor@almotacen.example')
  const { id } = await ownDocumentation(provider)
  expect(await offered(PLAN)).toEqual({ phrases: defaultPhrases, used: [], version: 1 })
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

test('DOC-07: CCI edits the phrases; repeated and blank ones are left out, long ones refused', async () => {
  const { version } = await offered()
  const saved = await cci.call(savePhrases, { body: { phrases: ['Una …', '', 'Una …', 'Dos'], version } })
  expect([saved.status, saved.body]).toEqual([200, { phrases: ['Una …', 'Dos'], version: version + 1 }])
  expect((await offered()).phrases).toEqual(['Una …', 'Dos'])
  const long = await cci.call(savePhrases, { body: { phrases: ['a'.repeat(201)], version: version + 1 } })
  expect(long.status).toBe(400)
  const none = await cci.call(savePhrases, { body: { phrases: [], version: version + 1 } })
  expect(none.body.phrases).toEqual([])
})
