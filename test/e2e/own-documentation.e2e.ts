import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listDocumentCatalogues, saveDocumentCatalogue } from '#domain/catalogue/contract.ts'
import type { Stage } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* A participant at its own documentation: what it owes. */

let portal: TestPortal
let stage: Stage
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
})
afterEach(() => stage.clear())
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('D10: an accepted documentation of which CCI has asked for more since says what is missing', async () => {
  const cci = await portal.signIn('cci@almotacen.example')
  const { body } = await cci.call(listDocumentCatalogues, { query: { type: 'PROVIDER' } })
  const { docList } = body.content[0]
  const balance = { documentCatalogName: 'Balance anual', description: 'El último aprobado', required: true }
  await cci.call(saveDocumentCatalogue, { body: { type: 'PROVIDER', docList: [...docList, balance] } })
  const { proveedor } = await stage.people(['proveedor'])
  await proveedor.goto('/own-documentation')
  await says(proveedor, 'Su documentación está aceptada, pero falta «Balance anual»')
  await proveedor.checkAccessible()
})
