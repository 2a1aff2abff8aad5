import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import { coloursOf } from '#test/support/picture.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Forced colours: information in backgrounds and shadows is shown in another way. */

let portal: TestPortal
let stage: Stage
let visitors: Record<'cci' | 'proveedor' | 'entidad', Visitor>

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  visitors = await stage.people(['cci', 'proveedor', 'entidad'], name => ({ dark: name === 'entidad' }))
  for (const { page } of Object.values(visitors)) await page.emulateMedia({ forcedColors: 'active' })
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** How an area is painted, for comparison. */
const paint = (place: Locator) =>
  place.evaluate(element => {
    const { backgroundColor, color, borderLeftWidth } = getComputedStyle(element)
    return [backgroundColor, color, borderLeftWidth].join(' / ')
  })

/** The system's colour for selections. */
const highlightOf = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText'
    const { backgroundColor, color } = getComputedStyle(probe)
    probe.remove()
    return [backgroundColor, color]
  })
const groundAndInk = (place: Locator) =>
  place.evaluate(element => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color])

test('a switch is seen, and whether it is on', async () => {
  const { cci } = visitors
  await cci.open('/access-security')
  const input = cci.page.getByRole('switch', { name: 'Marcar los PDF que leen las entidades' })
  const track = input.locator('~ .mantine-Switch-track')
  await track.waitFor()
  await input.evaluate(element => element.scrollIntoView({ block: 'center' }))
  const on = await paint(track)
  expect(await coloursOf(track)).toBeGreaterThan(2)
  await input.evaluate((element: HTMLInputElement) => element.click())
  await cci.quiet()
  expect(await paint(track)).not.toBe(on)
  expect(await coloursOf(track)).toBeGreaterThan(1)
})

test('a box says whether it is ticked', async () => {
  const { cci } = visitors
  await cci.open('/provider')
  await cci.page.getByRole('button', { name: 'Columnas' }).first().click()
  const box = cci.page.getByRole('checkbox', { name: 'ESTADO' })
  expect(await groundAndInk(box.locator('~ *').first())).toContain((await highlightOf(cci.page))[1])
  const ticked = await paint(box)
  await box.click()
  expect(await paint(box)).not.toBe(ticked)
})

test('the option that the arrows are at is marked, in a select, in a menu and in Ctrl-K', async () => {
  const { page, goto } = visitors.entidad
  await goto('/provider')
  const marked = await highlightOf(page)
  await page.getByRole('combobox', { name: 'Estado' }).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const options = page.getByRole('listbox').filter({ visible: true }).getByRole('option')
  expect(await groundAndInk(options.and(page.locator('[data-combobox-selected]')))).toEqual(marked)
  expect(await groundAndInk(options.last())).not.toEqual(marked)
  await page.keyboard.press('Escape')

  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitemradio').first().focus()
  expect(await groundAndInk(page.getByRole('menuitemradio').first())).toEqual(marked)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('tramontana')
  const hits = page.getByRole('option', { name: /Tramontana/ })
  await hits.nth(1).waitFor()
  expect(await groundAndInk(hits.first())).toEqual(marked)
  expect(await groundAndInk(hits.first().locator('small'))).toContain(marked[1])
  expect(await groundAndInk(hits.nth(1))).not.toEqual(marked)
  const palette = page.getByRole('dialog')
  expect(await palette.evaluate(element => getComputedStyle(element).borderTopStyle)).toBe('solid')
})

test('the segment that is pressed, the page that is open and the row that is chosen are marked', async () => {
  const { page, goto } = visitors.cci
  await goto('/provider')
  const marked = await highlightOf(page)
  const pressed = page.getByRole('button', { pressed: true }).first()
  await pressed.waitFor()
  expect(await groundAndInk(pressed)).toEqual(marked)
  const leaf = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  expect(await paint(leaf('Proveedores'))).not.toBe(await paint(leaf('Entidades')))
  const pages = page.getByRole('button', { name: /^(Página )?1$/ }).last()
  expect(await groundAndInk(pages)).toEqual(marked)
  const row = page.getByRole('row', { name: /Cantera Nube/ })
  await row.getByText('Cantera Nube').click()
  await page.getByRole('complementary').waitFor()
  expect(await paint(row.getByRole('rowheader'))).not.toBe(
    await paint(page.getByRole('row', { name: /Guadalmina/ }).getByRole('rowheader')),
  )
})

test('the rules and the pins are drawn', async () => {
  const { page, goto } = visitors.proveedor
  await goto('/')
  const rule = page.getByRole('img', { name: /de \d/ }).first()
  await rule.waitFor()
  expect(await coloursOf(rule)).toBeGreaterThan(1)
  const pin = page
    .getByRole('list', { name: /caduca/i })
    .getByRole('listitem')
    .first()
  const ground = await pin.evaluate(element => [
    getComputedStyle(element, '::before').backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(ground[0]).not.toBe(ground[1])
})
