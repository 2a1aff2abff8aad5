import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect } from 'vitest'
import { lintRegister } from '#domain/supervision/register/contract.ts'
import { listArrangements, listLines } from '#domain/supervision/register/entry/contract.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, pathOf, pickFile, rowOf, says } from '#test/support/browser.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { checkPackage } from '#test/support/register-checker.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* The register of information of the demo bank, from its faults to the file for the authority. */

let portal: TestPortal
let stage: Stage
let bank: Visitor
let caller: Caller
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'register-'))
  portal = await startTestPortal({ withWeb: true, seed: 'none' })
  await loadDemoWorld(portal.app)
  caller = await portal.signIn('entidad@almotacen.example')
  stage = await openStage(portal)
  ;({ entidad: bank } = await stage.people(['entidad']))
}, 180_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const step = steps()
const tab = (name: RegExp) => bank.page.getByRole('tab', { name })
const button = (name: string | RegExp) => bank.page.getByRole('button', { name })
const blocking = async () => (await ok(caller.call(lintRegister))).counts.BLOCKING

/** The files of what a button downloads, by path. */
async function downloaded(name: string | RegExp): Promise<{ name: string; files: Map<string, string> }> {
  const [download] = await Promise.all([bank.page.waitForEvent('download'), button(name).click()])
  const bytes = await readFile(await download.path())
  const files = Object.entries(unzipSync(bytes)).map(([path, text]) => [path, Buffer.from(text).toString()] as const)
  return { name: download.suggestedFilename(), files: new Map(files) }
}

step('DORA-19: the check says who can mend each fault, and what the portal cannot know', async () => {
  const { page } = bank
  await bank.goto('/')
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  const entry = menu.getByRole('link', { name: 'Registro de información' })
  await menu.getByRole('button', { name: 'Supervisión' }).waitFor()
  if (!(await entry.isVisible())) await menu.getByRole('button', { name: 'Supervisión' }).click()
  await entry.click()
  await expect.poll(() => pathOf(bank)).toBe('/register')
  await page.getByRole('tab', { name: /Descarga/ }).waitFor()
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    expect.stringContaining('Entidad'),
    expect.stringContaining('Funciones'),
    expect.stringContaining('Contratos'),
    expect.stringContaining('Servicios'),
    expect.stringContaining('Comprobación'),
    expect.stringContaining('Descarga'),
  ])
  await tab(/Comprobación/).click()
  await says(bank, 'Una falta impide presentarlo')
  const own = page.getByRole('list', { name: 'Lo corrige su entidad' })
  const first = own.getByRole('listitem').first()
  expect(await first.textContent()).toContain('Impide presentarlo')
  expect(await first.textContent()).toContain('CT-2025-003')
  const mirlo = page.getByRole('region', { name: 'Mirlo Firma Electrónica, S.L.' })
  expect(await mirlo.textContent()).toContain('uno caducado se rechaza')
  expect(await mirlo.getByRole('link').count()).toBe(0)
  const unknown = page.getByRole('list', { name: 'No se puede comprobar aquí' })
  expect(await unknown.getByRole('listitem').count()).toBe(2)
  expect(await page.getByText('sin comparar todavía').count()).toBe(0)
  await expectSound(bank, 'check')
  await expectSoundInDark(bank)
  await page.getByRole('group', { name: 'Gravedad' }).getByRole('button', { name: /Aviso/ }).click()
  await expect.poll(() => own.getByText('Impide presentarlo').count()).toBe(0)
  await page.getByRole('group', { name: 'Gravedad' }).getByRole('button', { name: /Todas/ }).click()
})

step('DORA-19: a provider is asked from the check, once', async () => {
  const mirlo = bank.page.getByRole('region', { name: 'Mirlo Firma Electrónica, S.L.' })
  await mirlo.getByRole('button', { name: 'Pedir al proveedor' }).click()
  await mirlo.getByText('Al proveedor ya se le pidieron estos datos en los últimos 30 días.').waitFor()
})

step('DORA-25: while a fault blocks it, the file for the authority is not made and Excel is', async () => {
  await tab(/Descarga/).click()
  await says(bank, 'El portal no presenta el registro: su entidad lo revisa, lo presenta y responde de él')
  await says(bank, 'Abarca una sola entidad a nivel individual, sin sucursales ni grupo.')
  await bank.page
    .getByText(/falta impide presentarlo/)
    .first()
    .waitFor()
  expect(await button('Descargar xBRL-CSV').getAttribute('aria-disabled')).toBe('true')
  const { name } = await downloaded('Descargar Excel')
  expect(name).toMatch(/\.xlsx$/)
  await rowOf(bank.page, '1 que lo impiden').waitFor()
  await expectSound(bank, 'packages')
})

step('DORA-19: the blocking fault leads to its field, and mending it lets the file be made', async () => {
  const { page } = bank
  await tab(/Comprobación/).click()
  await page.getByRole('link', { name: /^Corregir CT-2025-003.*Falta «Tipo de servicio de TIC»/ }).click()
  const dialog = page.getByRole('dialog', { name: /CT-2025-003/ })
  const type = dialog.getByRole('combobox', { name: 'Tipo de servicio de TIC' })
  await type.waitFor()
  await expect.poll(() => type.evaluate(element => element === document.activeElement)).toBe(true)
  await bank.checkAccessible()
  await choose(page, type, 'S10 · Operador de telecomunicaciones')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, 'CT-2025-003').getByText('S10 · Operador de telecomunicaciones').waitFor()
  expect(await blocking()).toBe(0)
})

step('DORA-25: the file that the bank downloads is right for a checker that knows nothing of the portal', async () => {
  await tab(/Descarga/).click()
  await expect.poll(() => button('Descargar xBRL-CSV').getAttribute('aria-disabled')).not.toBe('true')
  // Two files of one instant have no order.
  portal.clock.move(60_000)
  const { name, files } = await downloaded('Descargar xBRL-CSV')
  expect(name).toMatch(/\.IND_ES_DORA010100_DORA_\d{4}-12-31_\d{17}\.zip$/)
  expect(checkPackage(files)).toEqual([])
  const services = [...files].find(([path]) => path.endsWith('b_02.02.csv'))![1]
  expect(services.trim().split('\n')).toHaveLength(6)
  const dialog = bank.page.getByRole('dialog')
  // The list that holds the button is read again after the download.
  await bank.quiet()
  await button(/^Cambios de xBRL-CSV/).click()
  await bank.quiet()
  await dialog.getByText(/^Filas nuevas: \d+\. Quitadas: \d+\. Cambiadas: \d+\.$/).waitFor()
  await bank.page.keyboard.press('Escape')
})

step('DORA-07: the bank writes its entity, a contract with a company outside and its service', async () => {
  const { page } = bank
  await tab(/Entidad/).click()
  await page.getByRole('textbox', { name: 'Activos totales' }).fill('41.000.000.000')
  await button('Guardar').click()
  await says(bank, 'Entidad guardada')
  await expectSound(bank, 'entity')
  await tab(/Contratos/).click()
  await button('Añadir contrato').click()
  const contract = page.getByRole('dialog', { name: 'Añadir contrato' })
  await contract.getByRole('combobox', { name: 'Con quién es' }).selectOption('Una empresa externa')
  await contract.getByRole('button', { name: 'Guardar' }).click()
  await contract.getByText('Escriba el nombre').waitFor()
  await contract.getByRole('textbox', { name: 'Empresa externa' }).fill('Torre Sur, S.A.')
  await choose(page, contract.getByRole('combobox', { name: 'País de la empresa' }), 'Portugal')
  await contract.getByRole('textbox', { name: 'Referencia' }).fill('CT-2026-001')
  await contract.getByRole('textbox', { name: 'Coste anual' }).fill('1.200,50')
  await contract.getByRole('textbox', { name: 'Inicio' }).fill('01/02/2024')
  await bank.checkAccessible()
  await contract.getByRole('button', { name: 'Guardar' }).click()
  await contract.waitFor({ state: 'detached' })
  await rowOf(page, 'CT-2026-001').waitFor()
  await expectSound(bank, 'contracts')
  const { content } = await ok(caller.call(listArrangements, { query: { text: 'CT-2026-001' } }))
  expect(content).toMatchObject([{ annualCost: 1200.5, startsOn: '2024-02-01', company: { country: 'PT' } }])
  await tab(/Servicios/).click()
  await button('Añadir servicio').click()
  const line = page.getByRole('dialog', { name: 'Añadir servicio' })
  await choose(page, line.getByRole('combobox', { name: 'Contrato' }), 'CT-2026-001 · Torre Sur, S.A.')
  await choose(page, line.getByRole('combobox', { name: 'Función' }), 'F5 · Gestión de expedientes')
  await line.getByRole('combobox', { name: 'Plan de salida' }).selectOption('No')
  await line.getByRole('button', { name: 'Guardar' }).click()
  await line.waitFor({ state: 'detached' })
  const lines = await ok(caller.call(listLines, { query: { text: 'Torre Sur' } }))
  expect(lines.content).toMatchObject([{ functionCode: 'F5', exitPlan: false }])
  // Without LEI and EUID the authority would refuse it again.
  expect(await blocking()).toBeGreaterThan(0)
})

step('DORA-09: the import shows what it would add and change before it does', async () => {
  const { page } = bank
  const book = join(folder, 'registro.xlsx')
  const columns = ['Identificador', 'Nombre', 'Crítica o importante'].map(header => ({ header }))
  const rows = [
    ['F6', 'Atención al cliente', 'No'],
    ['F7', 'Tesorería', 'Sí'],
  ]
  await writeFile(book, await writeXlsx({ sheet: 'Funciones', columns, rows }))
  await tab(/Funciones/).click()
  await button('Importar').click()
  const dialog = page.getByRole('dialog', { name: 'Importar el registro' })
  await pickFile(page, dialog.getByRole('button', { name: /^Elegir/ }), book)
  await dialog.getByText('1 fila nueva, 1 cambia, 0 quedan igual.').waitFor()
  await dialog.getByText('Crítica o importante: No').waitFor()
  expect(await rowOf(page, 'Tesorería').count()).toBe(0)
  await bank.checkAccessible()
  await dialog.getByRole('button', { name: 'Importar 2 filas' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, 'Tesorería').waitFor()
  await button('Quitar F7 · Tesorería').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
  await expect.poll(() => rowOf(page, 'Tesorería').count()).toBe(0)
  await expectSound(bank, 'functions')
})
