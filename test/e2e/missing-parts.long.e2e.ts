import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Page chunks that fail to load: the network is down, or a new version has others. */

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

/** CCI at its list of providers, and the number of page loads since. */
async function atProviders(): Promise<{ cci: Visitor; page: Page; loads: () => number }> {
  const cci = await stage.visitor()
  cci.expectComplaint(/assets\//)
  await cci.enter(await portal.signIn('cci@almotacen.example'))
  await cci.open('/provider')
  await cci.page.getByRole('link', { name: /^Verificar \S+ de Hontanar/ }).waitFor()
  await cci.quiet()
  let count = 0
  cci.page.on('load', () => count++)
  return { cci, page: cci.page, loads: () => count }
}
const openStatistics = (page: Page) => page.getByRole('link', { name: 'Estadísticas' }).click()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const STATISTICS = 'ESTADÍSTICAS DE LOGIN'
const FAILED = 'No se ha podido cargar esta pantalla'
/** Answers as a portal whose new version lacks the file; optionally normal again after the next page load. */
async function withhold(page: Page, part: string, untilLoad = false) {
  let isThere = false
  page.on('request', request => {
    if (untilLoad && request.isNavigationRequest()) isThere = true
  })
  await page.route(`**/assets/${part}`, route =>
    isThere ? route.fallback() : route.fulfill({ status: 404, body: '' }),
  )
}

for (const part of ['StatisticsPage-*.js', 'StatisticsPage-*.css']) {
  test(`a page that lacks ${part} reloads by itself, once`, async () => {
    const { page, loads } = await atProviders()
    await withhold(page, part, true)
    await openStatistics(page)
    await expect.poll(loads).toBe(1)
    await title(page, STATISTICS).waitFor()
    const styles = await page.evaluate(() => [...document.styleSheets].map(sheet => sheet.href ?? '').join(' '))
    expect(styles).toContain('StatisticsPage-')
    expect(loads()).toBe(1)
  })
}

test('reports a part that is still missing in Spanish, within the menu and with a retry', async () => {
  const { cci, page, loads } = await atProviders()
  cci.expectComplaint(/404|StatisticsPage/)
  await withhold(page, 'StatisticsPage-*')
  await openStatistics(page)
  await title(page, FAILED).waitFor()
  expect(loads()).toBe(1)
  expect(pathOf(cci)).toBe('/stadistic-login')
  await page.getByRole('navigation', { name: 'Menú principal' }).waitFor()
  await cci.checkAccessible()
  await page.unroute('**/assets/StatisticsPage-*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await title(page, STATISTICS).waitFor()
})

test('without a network the page stays, and is not given up for the browser’s own', async () => {
  const { cci, page, loads } = await atProviders()
  cci.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await cci.context.setOffline(true)
  await openStatistics(page)
  await title(page, FAILED).waitFor()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await cci.quiet()
  await title(page, FAILED).waitFor()
  expect(loads()).toBe(0)
  await cci.context.setOffline(false)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await title(page, STATISTICS).waitFor()
})

test('a review stays where it is when the part that shows PDFs does not come', async () => {
  const { cci, page, loads } = await atProviders()
  await withhold(page, 'PdfPages-*')
  await page.getByRole('link', { name: /^Verificar \S+ de Hontanar/ }).click()
  await says(cci, 'No se ha podido cargar el visor')
  await page.getByRole('textbox', { name: 'FECHA DE CADUCIDAD' }).fill('31/12/2030')
  await page.unroute('**/assets/PdfPages-*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByText('Abierto. Ya puede decidir.').waitFor()
  expect(await page.getByRole('textbox', { name: 'FECHA DE CADUCIDAD' }).inputValue()).toBe('31/12/2030')
  expect(loads()).toBe(0)
})

test('a window that is missing says so in the bar, and the screen stays', async () => {
  const { cci, page, loads } = await atProviders()
  cci.expectComplaint(/404|SaveView/)
  await withhold(page, 'SaveView-*.js')
  const views = page.getByRole('button', { name: /^Vistas guardadas: / }).first()
  for (let time = 0; time < 2; time++) {
    await views.click()
    await page.getByRole('menuitem', { name: 'Guardar vista' }).click()
    await says(cci, /acaba de cambiar de versión. Vuelva a cargar la página/)
    await page.getByRole('button', { name: 'Cerrar el mensaje' }).click()
  }
  await page.getByRole('link', { name: /^Verificar \S+ de Hontanar/ }).waitFor()
  expect(loads()).toBe(0)
})

test('a toast whose code is missing is said in the bar', async () => {
  const { cci, page } = await atProviders()
  cci.expectComplaint(/404|ToastContainer/)
  await withhold(page, 'ToastContainer-*')
  await page
    .getByRole('button', { name: /^Vistas guardadas: / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Guardar vista' }).click()
  const form = page.getByRole('dialog', { name: 'Guardar vista' })
  await form.getByLabel('Nombre').fill('Los míos')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('status').filter({ hasText: 'Vista guardada' }).waitFor()
})
