import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { listArrangements } from '#domain/supervision/register/entry/contract.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { parseSheets } from '#server/platform/spreadsheet/parse.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, says } from '#test/support/browser.ts'
import { address } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* Contracts without ICT services stand in the register, apart from the file of DORA. */

let portal: TestPortal
let stage: Stage
let bank: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true, seed: 'none' })
  await loadDemoWorld(portal.app)
  stage = await openStage(portal)
  ;({ entidad: bank } = await stage.people(['entidad']))
}, 180_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const step = steps()

step('REG-27: the bank adds a contract without ICT services, which asks for what the guidelines do', async () => {
  const { page } = bank
  await bank.open('/register?step=arrangements')
  await page.getByRole('button', { name: 'Añadir contrato' }).click()
  const form = page.getByRole('dialog', { name: 'Añadir contrato' })
  await form.getByRole('combobox', { name: 'Tipo de contrato' }).waitFor()
  await form.getByRole('combobox', { name: 'Clase', exact: true }).selectOption('Sin servicios de TIC')
  await form.getByRole('combobox', { name: 'Tipo de contrato' }).waitFor({ state: 'detached' })
  await form.getByRole('combobox', { name: 'Con quién es' }).selectOption('Una empresa externa')
  await form.getByRole('textbox', { name: 'Empresa externa' }).fill('Archivos Duero, S.L.')
  await choose(page, form.getByRole('combobox', { name: 'País de la empresa' }), 'España')
  await form.getByRole('textbox', { name: 'Referencia' }).fill('CT-2026-900')
  await form.getByRole('textbox', { name: 'Función externalizada' }).fill('Archivo de expedientes en papel')
  await form.getByRole('combobox', { name: 'Esencial o importante' }).selectOption('No')
  await form.getByRole('combobox', { name: 'Plan de salida documentado' }).selectOption('Sí')
  await expectSound(bank, 'contract without ICT services')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await says(bank, 'Contrato añadido')
  await form.waitFor({ state: 'detached' })
  const caller = await portal.signIn(address('entidad'))
  const { content } = await ok(caller.call(listArrangements, { query: { text: 'CT-2026-900' } }))
  expect(content).toMatchObject([
    { kind: 'OTHER', type: null, outsourced: 'Archivo de expedientes en papel', isCritical: false, hasExitPlan: true },
  ])
})

step('REG-27: the list tells them apart and filters them, and they have no clauses of article 30', async () => {
  const { page } = bank
  await bank.open('/register?step=arrangements')
  const table = page.getByRole('table', { name: 'Contratos' })
  const row = table.getByRole('row', { name: /CT-2026-900/ })
  await row.getByText('Archivo de expedientes en papel').waitFor()
  expect(await page.getByRole('button', { name: /^Cláusulas de CT-2023-007/ }).count()).toBe(1)
  expect(await page.getByRole('button', { name: /^Cláusulas de CT-2026-900/ }).count()).toBe(0)
  await choose(page, page.getByRole('combobox', { name: 'Clase' }), 'Sin servicios de TIC')
  await table.getByRole('row', { name: /CT-2023-007/ }).waitFor({ state: 'detached' })
  expect(await table.locator('tbody tr').count()).toBe(2)
  await expectSound(bank, 'contracts without ICT services')
  // A service is of a contract with ICT services.
  await bank.open('/register?step=lines')
  await page.getByRole('button', { name: 'Añadir servicio' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Contrato', exact: true }).fill('CT-20')
  await page.getByRole('option', { name: /CT-2023-007/ }).waitFor()
  expect(await page.getByRole('option', { name: /CT-2026-900/ }).count()).toBe(0)
})

step('REG-27: their own file, in Excel, says where its columns come from', async () => {
  const { page } = bank
  await bank.open('/register?step=packages')
  await says(bank, '2 contratos con las columnas de las directrices')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar terceros en Excel' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^registro-terceros-sin-tic-\d{4}-\d\d-\d\d\.xlsx$/)
  const bytes = new Uint8Array(await readFile(await download.path()))
  const sheets = await parseSheets({ bytes }, { kind: 'xlsx', reach: { rows: 50, columns: 60 }, most: 2 })
  expect(sheets.map(({ name }) => name)).toEqual(['Terceros sin servicios de TIC', 'Origen'])
  expect(sheets[0]!.rows.map(([reference]) => reference)).toEqual(['Referencia', 'CT-2025-018', 'CT-2026-900'])
  await expectSoundInDark(bank)
})
