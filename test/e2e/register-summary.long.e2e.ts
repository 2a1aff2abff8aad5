import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { loadDemoWorld } from '#server/demo/world.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, says } from '#test/support/browser.ts'
import { readPdf } from '#test/support/pdf-text.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* The page of the register for the one who signs, on the screen, on paper and as PDF. */

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

step(
  'REG-24: one page from the register shows size, cost and concentration, with a table behind each chart',
  async () => {
    const { page } = bank
    await bank.open('/register')
    await page.getByRole('link', { name: 'Resumen', exact: true }).click()
    await page.getByRole('heading', { name: 'Resumen del registro', level: 1 }).waitFor()
    await says(bank, '1 error que haría que se rechazara')
    await says(bank, 'Ni el CCI ni su entidad han escrito la fecha de presentación')
    const size = page.getByRole('table', { name: 'Tabla: Contratos, proveedores y funciones' })
    await size.getByRole('row', { name: /^Contratos/ }).waitFor()
    await size.getByRole('row', { name: /^Funciones/ }).waitFor()
    for (const title of [
      'Coste anual por proveedor',
      'Coste anual por país del proveedor',
      'De quién dependen las funciones esenciales o importantes',
    ]) {
      const bars = page.getByRole('list', { name: `Gráfico: ${title}` }).getByRole('listitem')
      const rows = page.getByRole('table', { name: `Tabla: ${title}` }).locator('tbody tr')
      expect(await bars.count(), title).toBeGreaterThan(0)
      expect(await rows.count(), title).toBeGreaterThanOrEqual(await bars.count())
    }
    await says(bank, 'Todavía no se ha hecho ningún fichero para la autoridad con el que comparar.')
    await expectSound(bank, 'summary')
    await expectSoundInDark(bank)
  },
)

step(
  'REG-24: the bank writes its own filing date where the page leads, and the days that are left follow',
  async () => {
    const { page } = bank
    await page.getByRole('link', { name: 'Escribirla' }).click()
    const field = page.getByRole('textbox', { name: 'Fecha de presentación' })
    await expect.poll(() => field.evaluate(each => each === document.activeElement)).toBe(true)
    await field.fill('21/12/2026')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await says(bank, 'Entidad guardada')
    await page.getByRole('link', { name: 'Resumen', exact: true }).click()
    await says(bank, 'Quedan 30 días: hasta el 21/12/2026, la fecha de su entidad')
  },
)

step(
  'REG-24: another reference date is in the address, and one that no authority takes is refused in its field',
  async () => {
    const { page } = bank
    const field = page.getByRole('textbox', { name: 'Fecha de referencia' })
    await field.fill('31/12/2026')
    await field.press('Tab')
    await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe('2026-12-31')
    await says(bank, /, a 31\/12\/2026\. Para quien lo firma/)
    await bank.open('/register/summary?date=2020-12-31')
    await says(bank, 'Elija una fecha entre el 31/12/2024 y el 31/12/2026.')
  },
)

step(
  'REG-24: the page prints on few sheets without its controls, and the PDF says the same on at most four',
  async () => {
    const { page } = bank
    await bank.open('/register/summary')
    const name = 'Gráfico: Coste anual por proveedor'
    const first = page.getByRole('list', { name }).getByRole('listitem').first()
    const largest = (await first.locator('span').first().textContent())!
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('textbox', { name: 'Fecha de referencia' }).isVisible()).toBe(false)
    const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(printed.match(/\/Type\s*\/Page\b/g)!.length).toBeLessThanOrEqual(4)
    await page.emulateMedia({ media: 'screen' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('resumen del registro a 2025-12-31.pdf')
    const { text, pages } = await readPdf(await readFile(await download.path()))
    expect(pages.length).toBeLessThanOrEqual(4)
    expect(text).toContain(largest)
    expect(text).toContain('Quedan 30 días')
    expect(pathOf(bank)).toBe('/register/summary')
  },
)
