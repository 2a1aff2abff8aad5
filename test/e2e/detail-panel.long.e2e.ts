import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage } from '#test/support/browser.ts'
import { openStage, rowOf } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* The detail of a list's row: beside the list where it fits, over it otherwise. */

let portal: TestPortal
let stage: Stage
let page: Page

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  const bank = await stage.visitor()
  page = bank.page
  await bank.signIn('entidad@almotacen.example')
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const panelOf = () => page.getByRole('complementary', { name: 'DETALLE' })
const nameOf = () => rowOf(page, 'Cantera Nube').getByRole('button', { name: /^Cantera Nube/ })
const widthOf = async () => (await page.getByRole('table', { name: 'Lista de proveedores' }).boundingBox())?.width

async function open(width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(`${portal.url}/provider`)
  await nameOf().waitFor()
}

test.each([1440, 1536, 1920])('SRCH-08: at %i px the detail panel hides nothing of the list beside it', async width => {
  await open(width)
  const alone = await widthOf()
  await nameOf().click()
  const panel = await panelOf().boundingBox()
  for (const action of await rowOf(page, 'Cantera Nube').locator('td').last().locator('a, button').all()) {
    const box = await action.boundingBox()
    expect(box!.x + box!.width).toBeLessThanOrEqual(panel!.x)
  }
  // Free width is used first: the list does not move.
  if (width === 1920) expect(await widthOf()).toBe(alone)
})

test('SRCH-08: Escape closes the detail beside a list, and the focus is back on the name that opened it', async () => {
  await open(1440)
  // Also where the row was clicked outside its text.
  await rowOf(page, 'Cantera Nube').locator('td').nth(1).click()
  await panelOf().waitFor()
  await page.keyboard.press('Escape')
  await panelOf().waitFor({ state: 'detached' })
  expect(await nameOf().evaluate(name => name === document.activeElement)).toBe(true)
  // An open list over it consumes the key.
  await nameOf().click()
  await page.getByRole('combobox', { name: 'Estado' }).click()
  await page.keyboard.press('Escape')
  expect(await panelOf().count()).toBe(1)
})

test('SRCH-09: a window whose code came with its first opening gives the focus back to its button', async () => {
  await open(1440)
  await nameOf().click()
  const button = panelOf().getByRole('button', { name: 'Informes' })
  await button.click()
  const window = page.getByRole('dialog', { name: 'Documentos del informe' })
  await window.getByRole('button', { name: 'Cerrar' }).waitFor()
  await page.keyboard.press('Escape')
  await window.waitFor({ state: 'detached' })
  await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)
})

test('INC-01: a bank that looks at a provider raises an incident about it, without looking for it again', async () => {
  await open(1440)
  await nameOf().click()
  const raise = panelOf().getByRole('button', { name: 'Notificar incidencia' })
  await raise.click()
  const dialog = page.getByRole('dialog', { name: 'Nueva incidencia' })
  await dialog.getByText('Sobre Cantera Nube.').waitFor()
  await dialog.getByLabel('Título').fill('Corte de la nube')
  await dialog.getByLabel('Detalle').fill('Dos horas sin acceso.')
  await dialog.getByRole('button', { name: 'Enviar incidencia' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('El CCI contactará con usted para su gestión').waitFor()
  expect(await raise.evaluate(button => button === document.activeElement)).toBe(true)
  await page.goto(`${portal.url}/incidences`)
  await rowOf(page, 'Corte de la nube').getByText('Cantera Nube').waitFor()
})

test('SRCH-08: columns give way to the detail; when the others do not fit it comes over the list, and gives the focus back', async () => {
  await open(1440)
  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('button', { name: 'Mostrar todas' }).click()
  await page.keyboard.press('Escape')
  const heads = () => page.getByRole('columnheader', { name: /^(Evaluador|Incidencia)/i }).count()
  await expect.poll(heads).toBe(2)
  await nameOf().click()
  await panelOf().waitFor()
  expect(await heads()).toBe(0)
  await panelOf().getByRole('button', { name: 'Cerrar el detalle' }).click()
  await panelOf().waitFor({ state: 'detached' })
  await expect.poll(heads).toBe(2)
  // Wider text, as a reader may set it.
  await page.addStyleTag({ content: 'td { min-width: 12rem }' })
  await nameOf().click()
  const drawer = page.getByRole('dialog', { name: /Cantera Nube/ })
  await drawer.waitFor()
  expect(await panelOf().count()).toBe(0)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => nameOf().evaluate(name => name === document.activeElement)).toBe(true)
})
