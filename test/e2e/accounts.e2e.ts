import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { paths } from '#web/app/paths.ts'

let portal: TestPortal
let stage: Stage
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  portal.clock.set('2027-01-04T09:00:00.000Z')
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('LIM-27: after New Year the own data ask for the year that ended, and other changes are saved without it', async () => {
  const { proveedor } = await stage.people(['proveedor'])
  await proveedor.open(paths.ownData())
  const { page } = proveedor
  const figure = (year: number) => page.getByRole('textbox', { name: `Resultados de ${year}, en miles de euros` })
  await figure(2026).waitFor()
  expect(await figure(2026).inputValue()).toBe('')
  const before = await figure(2025).inputValue()
  expect(before).not.toBe('')
  await page.getByRole('textbox', { name: 'Web' }).fill('www.tramontana-custodia.example')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await says(proveedor, 'Datos guardados')
  await proveedor.open(paths.ownData())
  await figure(2025).waitFor()
  expect(await figure(2025).inputValue()).toBe(before)
  // A year typed first must be complete.
  await figure(2025).fill('1')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await says(proveedor, 'No puede estar vacio')
})

test('PART-29 LIM-27: the figures name their years after New Year', async () => {
  const { cci } = await stage.people(['cci'])
  const { page } = cci
  await cci.open('/provider?provider=Valdeoca')
  // The queue above the list names the same service.
  const list = page.getByRole('table', { name: 'Lista de proveedores' })
  await list.getByRole('row').filter({ hasText: 'Impresión y ensobrado' }).getByRole('button').first().click()
  const panel = page.getByRole('complementary', { name: 'Detalle' })
  await panel.getByText('Datos y contacto').click()
  await panel.getByRole('button', { name: 'Información económica' }).click()
  const table = page.getByRole('table', { name: /Información económica/ })
  expect((await table.getByRole('columnheader').allInnerTexts()).slice(1)).toEqual(['2025', '2024', '2023'])
})

test('the own data take an e-mail of 254 characters, and show the limit of an amount', async () => {
  const { arcadio } = await stage.people(['arcadio'])
  await arcadio.open(paths.ownData())
  const { page } = arcadio
  const email = `ana@${`${'a'.repeat(63)}.`.repeat(3)}${'a'.repeat(55)}.es`
  const field = page.getByRole('textbox', { name: 'Correo para incidencias' })
  await field.fill(email)
  expect(await field.inputValue()).toBe(email)
  const amount = page.getByRole('textbox', { name: 'Resultados de 2026, en miles de euros' })
  await amount.fill('9007199254740993')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await says(arcadio, /como mucho 1\.000\.000\.000\.000 miles de euros/)
})
