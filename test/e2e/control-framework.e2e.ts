import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { listFrameworks } from '#domain/assessment/framework/contract.ts'
import { sheetOf, smallFramework } from '#test/support/assessments.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pickFile, rowOf, rowTexts, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'

/* CCI imports, compares and publishes the list of controls. */

let portal: TestPortal
let stage: Stage
let cci: Visitor
let folder: string

beforeAll(async () => {
  // Without the demonstration's framework: the first edition has nothing to be compared with.
  portal = await startTestPortal({ withWeb: true })
  for (const table of ['assessment', 'control_framework'] as const) await portal.app.db.deleteFrom(table).execute()
  stage = await openStage(portal)
  cci = (await stage.people(['cci'])).cci
  folder = await mkdtemp(join(tmpdir(), 'marco-'))
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  if (folder) await rm(folder, { recursive: true })
})

async function importSheet(rows: readonly (readonly string[])[], edition: string): Promise<void> {
  const { page } = cci
  const path = join(folder, `${edition}.csv`)
  await writeFile(path, sheetOf(rows).content)
  await page.getByRole('button', { name: 'Importar', exact: true }).click()
  await pickFile(page, page.getByRole('button', { name: 'Elegir archivo' }), path)
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Marco del sector')
  await page.getByRole('textbox', { name: 'Edición' }).fill(edition)
  await page.getByRole('button', { name: 'Comprobar' }).click()
}
const editions = async () =>
  (await (await portal.signIn('cci@almotacen.example')).call(listFrameworks, { query: {} })).body.content

const road = steps()

road('DICT-04: an empty screen offers the import, which names wrong rows and saves nothing', async () => {
  cci.expectComplaint(/400 .*control-frameworks\/import/)
  const { page } = cci
  await cci.visit('/control-framework')
  await says(cci, 'No hay ningún marco de controles')
  await importSheet([...smallFramework, ['AC-01', 'Accesos', 'Otra vez', 'C', 'Z']], '2025')
  await says(cci, /^El archivo tiene \d errores\. No se ha guardado nada\.$/)
  const faults = page.getByRole('list', { name: 'Qué corregir en la hoja' }).getByRole('listitem')
  expect(await faults.first().textContent()).toBe('Fila 8, Control: El control ya está en la fila 2.')
  await cci.checkAccessible()
  expect(await editions()).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()
})

road('DICT-04: a right sheet is shown, imported as a draft and published after a confirmation', async () => {
  const { page } = cci
  await importSheet(smallFramework, '2025')
  await says(cci, 'La hoja está bien: 6 controles.')
  await cci.checkAccessible()
  await page.getByRole('button', { name: 'Importar como borrador' }).click()
  await says(cci, /Edición 2025 importada como borrador/)
  const counts = page.getByRole('table', { name: /^Número de controles de cada dominio/ })
  const access = counts.getByRole('row', { name: /^Accesos/ })
  // Two controls: of level D in two dimensions, of level B in one.
  await expect
    .poll(() => access.getByRole('cell').allTextContents())
    .toEqual([2, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0].map(String))
  await cci.checkAccessible()
  await page.getByRole('button', { name: 'Publicar', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }).click()
  await says(cci, 'Marco publicado: Marco del sector, edición 2025.')
  await rowOf(page, 'Marco del sector').getByText('Publicado').waitFor()
})

road('DICT-04: the next edition says what it changes, and its publication retires the one before', async () => {
  const { page } = cci
  // The list has the newest first: one instant has no order.
  portal.clock.move(1_000)
  const [first, ...rest] = smallFramework as [string[], ...string[][]]
  await importSheet(
    [...rest.slice(1), [...first.slice(0, 4), 'C'], ['AC-09', 'Accesos', 'Nuevo', 'C, I, D', 'D']],
    '2026',
  )
  await says(cci, 'Frente a la publicada: 1 nuevos, 1 cambian, 1 desaparecen y 4 siguen igual.')
  await page.getByRole('button', { name: 'Importar como borrador' }).click()
  await says(cci, 'Frente a la publicada, Marco del sector, edición 2025')
  await says(cci, 'Nuevos: 1')
  await says(cci, 'AC-09')
  await says(cci, 'Desaparecen: 1')
  await page.getByRole('button', { name: 'Publicar', exact: true }).click()
  await says(cci, 'La edición 2025 de Marco del sector queda retirada.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }).click()
  await says(cci, 'Marco publicado: Marco del sector, edición 2026.')
  // The toast is shown before the list is read again.
  await rowOf(page, 'Retirado').waitFor()
  const rows = await rowTexts(page, 'Ediciones del marco', 2)
  expect(rows[0]).toMatch(/2026[\s\S]*Publicado/)
  expect(rows[1]).toMatch(/2025[\s\S]*Retirado/)
})

road('DICT-04: the built-in framework says that it is illustrative in lists and dialogs', async () => {
  const { page } = cci
  await page.getByRole('button', { name: 'Importar', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Usar el marco ilustrativo que trae el portal' }).check()
  await page.getByRole('button', { name: 'Comprobar' }).click()
  await says(cci, /^La hoja está bien/)
  await page.getByRole('button', { name: 'Importar como borrador' }).click()
  await rowOf(page, 'Marco ilustrativo, no oficial').getByText('Borrador').waitFor()
  const part = page.getByRole('region', { name: /^MARCO ILUSTRATIVO/ })
  await part.getByText('Marco ilustrativo, no oficial').waitFor()
  await part.getByRole('button', { name: 'Publicar', exact: true }).click()
  await page.getByRole('alertdialog').getByText('Marco ilustrativo, no oficial').waitFor()
  await cci.checkAccessible()
})
