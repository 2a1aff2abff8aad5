import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePackage } from '#domain/supervision/register/contract.ts'
import { listFunctions } from '#domain/supervision/register/entry/contract.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { newFunction } from '#test/support/register-entries.ts'
import { expectSound } from '#test/support/states.ts'

/* CCI corrects a list of the register, and a bank uses it at once (REG-18). */

let portal: TestPortal
let stage: Stage
let bank: Caller
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  bank = await portal.signIn('entidad@almotacen.example')
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('REG-18: CCI edits the edition that it downloads, sees what changes, and loads it; forms offer it, and keep what is gone', async () => {
  const { code } = await newFunction(bank, { name: 'Con impacto bajo', impact: 'x791' })
  await ok(bank.call(makePackage, { body: { format: 'CSV' } }))
  const cci = await stage.visitor()
  await cci.signIn('cci@almotacen.example')
  cci.expectComplaint(/status of 400 .*\/register-editions\/preview$/)
  await cci.open('/register-editions')
  const [download] = await Promise.all([
    cci.page.waitForEvent('download'),
    cci.page.getByRole('button', { name: 'Descargar la edición 4.0 en JSON' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('edicion-4.0.json')
  const chunks: Uint8Array[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Uint8Array)
  const file = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  const given = (content: unknown) => ({
    name: 'corregida.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(content)),
  })

  await cci.page.getByRole('button', { name: 'Cargar una edición' }).click()
  const dialog = cci.page.getByRole('dialog', { name: 'Cargar una edición' })
  const input = dialog.locator('input[type=file]').first()
  await dialog.getByRole('button', { name: 'Comprobar' }).click()
  await dialog.getByText('Adjunte un archivo.').waitFor()
  const { values } = file.lists.impact
  await input.setInputFiles(given({ ...file, lists: { ...file.lists, impact: undefined } }))
  const faults = dialog.getByRole('list', { name: 'Qué corregir en el archivo' })
  await faults.getByText(/^lists\.impact Falta este dato$/).waitFor()
  await cci.checkAccessible()

  values.splice(0, 1)
  values[0].label = 'Mediano'
  values.push({ code: 'x9001', label: 'Enorme' })
  await input.setInputFiles(given(file))
  await dialog.getByText('1 código nuevo, 1 código que desaparece, 1 código con otro nombre.').waitFor()
  const changes = dialog.getByRole('region', { name: 'Lista «Impacto de la interrupción»' })
  const listed = await changes.getByRole('definition').allTextContents()
  expect(listed).toEqual(['x9001 · Enorme', 'x791 · Bajo', 'x792 · Medio → Mediano'])
  await cci.checkAccessible()
  await expectSound(cci, 'edition-changes')
  await dialog.getByRole('button', { name: 'Poner en vigor' }).click()
  await says(cci, 'Edición 4.0 en vigor')
  await cci.page.getByRole('table', { name: 'Cargas' }).getByText('corregida.json').waitFor()
  await cci.page.getByText(/^Cargada el .* por Marta Olmedo Rivas$/).waitFor()
  await cci.checkAccessible()
  // The same file again.
  await cci.page.getByRole('button', { name: 'Cargar una edición' }).click()
  await dialog.locator('input[type=file]').first().setInputFiles(given(file))
  await dialog.getByText(/^No cambia nada: es la edición 4\.0/).waitFor()
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click()
  await cci.close()

  const visitor = await stage.visitor()
  await visitor.signIn('entidad@almotacen.example')
  const { page } = visitor
  await visitor.open('/register')
  await page.getByRole('tab', { name: /Funciones/ }).click()
  await page
    .getByRole('button', { name: `Editar ${code}` })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: /^Función/ })
  const impact = form.getByRole('combobox', { name: 'Impacto de la interrupción' })
  await impact.waitFor()
  expect(await impact.locator('option').allTextContents()).toEqual([
    '–',
    'Mediano',
    'Alto',
    'Sin evaluar',
    'Enorme',
    'Bajo (ya no está en la lista)',
  ])
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Con el impacto de antes')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await says(visitor, 'Función guardada')
  const stored = async () => (await ok(bank.call(listFunctions, { query: { text: code } }))).content[0]
  expect(await stored()).toMatchObject({ name: 'Con el impacto de antes', impact: 'x791' })

  // The check leads to the field, and what is new can be chosen there.
  await page.getByRole('tab', { name: /Comprobación/ }).click()
  const fault = page.getByRole('listitem').filter({ hasText: '«x791», «Bajo», no está en la lista' })
  await fault.getByRole('link', { name: /^Corregir/ }).click()
  await impact.selectOption('Enorme')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await says(visitor, 'Función guardada')
  expect(await stored()).toMatchObject({ impact: 'x9001' })
  await visitor.close()
})
