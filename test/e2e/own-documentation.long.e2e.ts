import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import PdfKit from 'pdfkit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listDocumentCatalogues, saveDocumentCatalogue } from '#domain/catalogue/contract.ts'
import type { Stage } from '#test/support/browser.ts'
import { openStage, pickFile, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* A participant's own documentation: its tasks, and the links to them. */

const demo = join(import.meta.dirname, '../../src/server/demo/files')

let portal: TestPortal
let stage: Stage
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true, foretells: true })
  stage = await openStage(portal)
})
afterEach(() => stage.clear())
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** CCI asks every provider for one more document. */
async function alsoAsked(documentCatalogName: string): Promise<void> {
  const cci = await portal.signIn('cci@almotacen.example')
  const { body } = await cci.call(listDocumentCatalogues, { query: { type: 'PROVIDER' } })
  const asked = { documentCatalogName, description: 'El último aprobado', required: true }
  const docList = [...body.content[0].docList, asked]
  await cci.call(saveDocumentCatalogue, { body: { type: 'PROVIDER', docList } })
}

test('D10: a rejected document has a button to replace it, and the list leads there', async () => {
  const { rechazado } = await stage.people(['rechazado'])
  const { page } = rechazado
  await rechazado.open('/own-documentation')
  await page
    .getByRole('button', { name: /^Ir a / })
    .first()
    .click()
  const replace = page.getByRole('button', { name: /^Sustituir / }).first()
  expect(await replace.evaluate(button => button === document.activeElement)).toBe(true)
  const row = page.getByRole('listitem').filter({ has: replace })
  expect(await row.evaluate(item => item.getAnimations().length)).toBe(1)
  await expect.poll(() => row.evaluate(item => item.getAnimations().length), { timeout: 5000 }).toBe(0)
  await rechazado.checkAccessible()
  const title = (await row.locator('b').first().textContent()) ?? ''
  await pickFile(page, replace, join(demo, 'certificado-aeat.pdf'))
  const sent = page.getByRole('list', { name: 'Documentos' }).getByRole('listitem').filter({ hasText: title })
  await sent.getByText(/subido a las \d\d:\d\d y enviado al CCI/).waitFor()
  expect(await sent.getByRole('button', { name: /^Sustituir / }).count()).toBe(0)
})

test('D10: an accepted documentation says which newly required document is missing', async () => {
  await alsoAsked('Balance anual')
  const { proveedor } = await stage.people(['proveedor'])
  await proveedor.open('/own-documentation')
  await says(proveedor, 'Su documentación está aceptada, pero falta «Balance anual»')
  await proveedor.checkAccessible()
  await proveedor.page.getByRole('button', { name: 'Ir a Balance anual' }).click()
  const pick = proveedor.page.getByRole('button', { name: 'Elegir archivo para Balance anual' })
  expect(await pick.evaluate(button => button === document.activeElement)).toBe(true)
})

test('D57: uploading a PDF that asks for a password warns at once that it cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  const path = join(folder, 'con-clave.pdf')
  const locked = new PdfKit({ userPassword: 'clave' })
  locked.end()
  await pipeline(locked, createWriteStream(path))
  await alsoAsked('Memoria anual')
  const { proveedor } = await stage.people(['proveedor'])
  const { page } = proveedor
  await proveedor.open('/own-documentation')
  const pick = page.getByRole('button', { name: 'Elegir archivo para Memoria anual' })
  await pickFile(page, pick, path)
  const row = page.getByRole('list', { name: 'Documentos' }).getByRole('listitem').filter({ hasText: 'con-clave.pdf' })
  await row.getByText(/pide una contraseña para abrirse: ni el CCI ni las entidades podrán leerlo/).waitFor()
  await proveedor.checkAccessible()
  await rm(folder, { recursive: true })
})
