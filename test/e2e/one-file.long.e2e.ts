import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage } from '#test/support/browser.ts'
import { dropFiles, openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const demo = join(import.meta.dirname, '../../src/server/demo/files')

let portal: TestPortal
let stage: Stage

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('refuses two files dropped where one is taken, with a message', async () => {
  const { cci } = await stage.people(['cci'])
  const { page } = cci
  await cci.goto('/access-invitation')
  await page.getByRole('button', { name: 'Precarga masiva de entidades' }).click()
  const drop = (...names: string[]) =>
    dropFiles(
      page.getByText('Arrastre aquí la hoja rellena'),
      names.map(name => join(demo, name)),
    )
  await drop('controles-evaluados.xlsx', 'informe-auditoria.pdf')
  await says(cci, 'Aquí va un solo archivo y ha soltado 2: no se ha tomado ninguno.')
  expect(await page.getByText('controles-evaluados.xlsx').count()).toBe(0)
  await cci.checkAccessible()
  cci.expectComplaint(/status of 400 .* \/api\/v1\/invitations-entity\/preview$/)
  await drop('controles-evaluados.xlsx')
  await says(cci, 'controles-evaluados.xlsx')
  expect(await page.getByText('Aquí va un solo archivo').count()).toBe(0)
})

test('FORM-52: dropping the files after a failed attempt clears the errors', async () => {
  const { proveedor } = await stage.people(['proveedor'])
  const { page } = proveedor
  await proveedor.goto('/send-report')
  const missing = page.getByText('Adjunte un archivo')
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect.poll(() => missing.count()).toBeGreaterThan(1)
  await dropFiles(
    page.getByText('Arrastre aquí los dos archivos'),
    ['informe-auditoria.pdf', 'controles-evaluados.xlsx'].map(name => join(demo, name)),
  )
  await page.getByRole('listitem').filter({ hasText: 'informe-auditoria.pdf' }).waitFor()
  await expect.poll(() => missing.count()).toBe(0)
})
