import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import { servicesOf } from '#test/support/documents.ts'
import { readPdf } from '#test/support/pdf-text.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'
import { declared } from '#test/support/uses.ts'

/* Printing: the page or the open window, without screen-only parts. */

let portal: TestPortal
let stage: Stage
let visitors: Record<'cci' | 'proveedor' | 'entidad', Visitor>

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  visitors = await stage.people(['cci', 'proveedor', 'entidad'], name => ({ dark: name === 'proveedor' }))
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** A4 at 96 px per inch, minus the printer's margins. */
const PAPER = { width: 718, height: 1_047 }

async function toPaper({ page, quiet }: Visitor): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(PAPER)
  await quiet()
}
async function toScreen({ page }: Visitor): Promise<void> {
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1440, height: 1_000 })
}
/** The number of printed pages. */
async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
const adjustOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(element => getComputedStyle(element).getPropertyValue('print-color-adjust'))

test('a form is printed without the frame, its foot and the link that skips, and its ticks are', async () => {
  const { proveedor } = visitors
  const { page } = proveedor
  await proveedor.open('/own-data')
  await page.getByLabel('Web').waitFor()
  const parts = 'nav, header, [data-foot], a[href="#contenido"], footer'
  expect(await page.locator(parts).filter({ visible: true }).count()).toBeGreaterThan(3)
  await toPaper(proveedor)
  expect(await page.locator(parts).filter({ visible: true }).count()).toBe(0)
  const box = page.getByLabel('Es la misma que la dirección')
  expect(await box.isChecked()).toBe(true)
  expect(await adjustOf(page, '.mantine-Checkbox-input')).toBe('exact')
  expect(await adjustOf(page, '.mantine-Checkbox-icon')).toBe('exact')
  await toScreen(proveedor)
})

test('from a dark screen too, paper is white and its ink dark', async () => {
  const { proveedor } = visitors
  const { page } = proveedor
  const inkOf = () => page.evaluate(() => getComputedStyle(document.body).color.match(/\d+/g)!.map(Number))
  expect(Math.min(...(await inkOf()))).toBeGreaterThan(200)
  await toPaper(proveedor)
  expect(Math.max(...(await inkOf()))).toBeLessThan(60)
  await toScreen(proveedor)
})

test('a list with its ratings and states is printed in their colours, and broken where the sheet ends', async () => {
  const { cci } = visitors
  const { page } = cci
  await cci.open('/provider')
  await page.getByRole('row', { name: /Cantera/ }).waitFor()
  await toPaper(cci)
  expect(await adjustOf(page, 'main [data-lv="A+"] b')).toBe('exact')
  expect(await adjustOf(page, 'main [data-s] svg')).toBe('exact')
  const scrolls = page.locator('main table').locator('xpath=..')
  const head = page.locator('#print-head')
  expect(await head.textContent()).toMatch(
    /^Almotacén · ProveedoresImpreso por Marta Olmedo Rivas, CCI el 21\/11\/2026 a las \d\d:\d\d \(hora de Madrid\)$/,
  )
  expect(await head.locator('p').isVisible()).toBe(true)
  const controls = 'main .mantine-Button-root, main search, main [aria-label="Paginación"], main td[data-actions]'
  expect(await page.locator(controls).count()).toBeGreaterThan(10)
  expect(await page.locator(controls).filter({ visible: true }).count()).toBe(0)
  for (const each of await scrolls.all()) {
    expect(await each.evaluate(element => getComputedStyle(element).overflow)).toBe('visible')
  }
  await toScreen(cci)
})

const ofDetail = steps()
ofDetail('the detail is printed under its list, as wide as the sheet', async () => {
  const { entidad } = visitors
  const { page } = entidad
  await entidad.open('/provider')
  await page.getByRole('button', { name: /^Cantera Nube/ }).click()
  const panel = page.getByRole('complementary')
  await panel.waitFor()
  await toPaper(entidad)
  const [list, detail] = await Promise.all([page.getByRole('table').boundingBox(), panel.boundingBox()])
  expect(detail!.y).toBeGreaterThan(list!.y + list!.height)
  expect(detail!.width).toBeGreaterThan(650)
  await toScreen(entidad)
})

ofDetail('an open dialog prints alone, from the top of one sheet', async () => {
  const { entidad } = visitors
  const { page } = entidad
  await page.getByRole('complementary').getByRole('button', { name: 'Dictamen' }).click()
  const window = page.getByRole('dialog')
  await window.getByText('dictamen-calificacion.pdf').waitFor()
  await toPaper(entidad)
  const box = (await window.boundingBox())!
  expect(box.y).toBeLessThan(90)
  expect(box.width).toBeGreaterThan(600)
  expect(await page.locator('main').isVisible()).toBe(false)
  expect(await page.locator('#print-head p').isVisible()).toBe(true)
  expect(await sheetsOf(page)).toBe(1)
  await toScreen(entidad)
})

test('a comparison is printed side by side, without what is only for hands', async () => {
  const { entidad } = visitors
  const { page } = entidad
  await entidad.open('/provider')
  for (const name of ['Arcadio Mensajería', 'Cantera Nube', 'Lumbre Sistemas', 'Mirlo']) {
    await page
      .getByRole('button', { name: `Comparar: ${name}` })
      .first()
      .click()
  }
  await page.getByRole('button', { name: 'Comparar', exact: true }).click()
  await page.getByRole('rowheader', { name: 'CIF', exact: true }).waitFor()
  await toPaper(entidad)
  const by = 'Preparada el 21/11/2026 a las 10:00 por Elena Puertas Lázaro, Cajamar'
  await page.getByText(by).filter({ visible: true }).waitFor()
  // What is folded on the screen is on the paper too.
  await page.getByRole('rowheader', { name: 'Alojamiento en nube' }).waitFor()
  const boxes = await Promise.all((await page.getByRole('columnheader').all()).map(head => head.boundingBox()))
  expect(new Set(boxes.map(box => box!.y)).size).toBe(1)
  expect(boxes).toHaveLength(4)
  expect(boxes.at(-1)!.x + boxes.at(-1)!.width).toBeLessThanOrEqual(PAPER.width)
  expect(await page.getByRole('table').getByRole('button').filter({ visible: true }).count()).toBe(0)
  await toScreen(entidad)
})

test('EXP-27: a wide table is printed on its side with all columns, and what is narrow upright', async () => {
  const { cci, entidad, proveedor } = await stage.people(['cci', 'entidad', 'proveedor'])
  const printed = async ({ page }: Visitor) => readPdf(await page.pdf({ preferCSSPageSize: true }))
  const bank = await portal.signIn('entidad@almotacen.example')
  const providerId = await portal.participantOf('proveedor')
  const serviceId = (await servicesOf(portal)).get('Custodia documental')!
  await declared(bank, { providerId, serviceId }, { requiredScore: 'B/B/B' })
  await entidad.open('/required-levels')
  await entidad.page
    .getByRole('row', { name: /Custodia documental/ })
    .first()
    .waitFor()
  const levels = await printed(entidad)
  expect(levels.pages.map(({ isWide, beyond }) => [isWide, beyond])).toEqual(levels.pages.map(() => [true, 0]))
  for (const head of ['PROVEEDOR', 'SERVICIO', 'EXIGIDO Y OBTENIDO', 'SITUACIÓN', 'CADUCA']) {
    expect(levels.dense).toContain(head.replace(/\s/g, ''))
  }
  await cci.open('/provider')
  await cci.page.getByRole('row', { name: /Cantera/ }).waitFor()
  const providers = await printed(cci)
  expect(providers.pages.map(({ isWide, beyond }) => [isWide, beyond])).toEqual(providers.pages.map(() => [true, 0]))
  await proveedor.open('/own-data')
  await proveedor.page.getByLabel('Web').waitFor()
  expect((await printed(proveedor)).pages.some(({ isWide }) => isWide)).toBe(false)
})

test('EXP-27: a printed register has six parts, one a step, with all their rows, whatever step is open', async () => {
  const { entidad } = await stage.people(['entidad'])
  const { page } = entidad
  await entidad.open('/register?step=check')
  await page.getByRole('tab', { name: /Comprobación/ }).waitFor()
  await entidad.quiet()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const { text, pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  const parts = ['1. Entidad', '2. Funciones', '3. Contratos', '4. Servicios', '5. Comprobación', '6. Descarga']
  const places = parts.map(part => text.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(pages.map(({ isWide, beyond }) => [isWide, beyond])).toEqual(pages.map(() => [true, 0]))
  await toPaper(entidad)
  expect(await page.getByRole('tablist').filter({ visible: true }).count()).toBe(0)
  const headings = page.getByRole('heading', { level: 2 }).filter({ visible: true })
  expect(await headings.allTextContents()).toEqual(parts)
  await toScreen(entidad)
  await page.getByRole('tab', { name: /Comprobación/ }).waitFor()
  await expect.poll(() => page.getByText('6. Descarga').count()).toBe(0)
})
