import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* WCAG 1.4.10: 1280 by 1024 at 400 % zoom equals 320 by 256, and everything stays readable and usable. */

let portal: TestPortal
let stage: Stage
let visitors: Record<'cci' | 'proveedor', Visitor>

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  visitors = await stage.people(['cci', 'proveedor'])
  for (const { page } of Object.values(visitors)) await page.setViewportSize({ width: 320, height: 256 })
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** The visible height in px between bar and footer, with the field scrolled into view. */
async function room({ page, quiet }: Visitor, field: Locator): Promise<number> {
  await field.focus()
  await quiet()
  return page.evaluate(() => {
    const foot = document.querySelector('[data-foot]')!.firstElementChild!.getBoundingClientRect().top
    return Math.min(foot, innerHeight) - document.querySelector('header')!.getBoundingClientRect().bottom
  })
}

test('the footer of a review covers no content, and its buttons show their whole text', async () => {
  const { cci } = visitors
  const { page } = cci
  await cci.goto('/provider')
  await page.getByRole('link', { name: /^Verificar \S+ de Ferrández/ }).click()
  await page.getByText('Abierto. Ya puede decidir.').waitFor()
  expect(await room(cci, page.getByRole('textbox', { name: 'FECHA DE CADUCIDAD' }))).toBeGreaterThan(160)
  for (const name of [/^Aceptar/, /^Rechazar/]) {
    const label = page.getByRole('button', { name }).locator('.mantine-Button-label')
    expect(await label.evaluate(word => word.scrollWidth - word.clientWidth), String(name)).toBe(0)
  }
})

test('the foot of a form does not cover its fields, before and after a change', async () => {
  const { proveedor } = visitors
  const { page } = proveedor
  await proveedor.goto('/own-data')
  const field = page.getByLabel('Web')
  expect(await room(proveedor, field)).toBeGreaterThan(160)
  await field.fill('https://www.tramontana.example')
  expect(await room(proveedor, field)).toBeGreaterThan(160)
})

test('nothing of the bar lies beyond the screen', async () => {
  for (const visitor of Object.values(visitors)) {
    await visitor.goto('/notifications')
    const user = visitor.page.getByRole('banner').getByRole('button').last()
    await user.waitFor()
    const { x, width } = (await user.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(320)
  }
})

test('Ctrl-K shows its first hit', async () => {
  const { page } = visitors.cci
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tramontana')
  const hit = page.getByRole('option', { name: /Tramontana/ }).first()
  await hit.waitFor({ state: 'attached' })
  const [top, bottom] = await hit.evaluate(option => {
    const { left, top, width, bottom } = option.getBoundingClientRect()
    return [top + 4, bottom - 4].map(y => option.contains(document.elementFromPoint(left + width / 2, y)))
  })
  expect([top, bottom]).toEqual([true, true])
})
