import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, rowOf, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* An offline browser: no false success, and nothing waits for ever. */

let portal: TestPortal
let stage: Stage
let cci: Visitor
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  cci = (await stage.people(['cci'])).cci
})
afterEach(() => cci.context.setOffline(false))
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const goOffline = async () => {
  cci.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await cci.context.setOffline(true)
  await cci.page.waitForFunction(() => !navigator.onLine)
}
const asksBeforeClosing = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
const statuses = async (page: Page) => (await page.getByRole('status').allInnerTexts()).join(' ')

/** Opens a provider's documentation and its first document, viewed, and dates it. */
async function review(page: Page, day: string): Promise<string> {
  await cci.goto('/provider')
  await page.getByRole('link', { name: /^Verificar \S+ de Hontanar/ }).click()
  await page.getByText('Abierto. Ya puede decidir.').waitFor()
  const saved = page.waitForResponse(answer => answer.request().method() === 'PATCH')
  await page.getByRole('textbox', { name: 'FECHA DE CADUCIDAD' }).fill(day)
  await page.keyboard.press('Tab')
  await saved
  await cci.quiet()
  return (await page.locator('#documento-actual').textContent())!
}
const listed = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

test('an invitation is not sent, and says so; the list hides what the filter excludes', async () => {
  const { page } = cci
  await cci.goto('/access-invitation')
  await rowOf(page, 'Aceptada').first().waitFor()
  await goOffline()
  await page.getByRole('main').getByLabel('Correo electrónico').fill('sin.red@firma.example')
  const send = page.getByRole('button', { name: 'Enviar invitación' })
  await send.click()
  await says(cci, /^No hay conexión con el portal\. No se sabe si se ha guardado/)
  expect(await send.getAttribute('aria-busy')).toBeNull()
  await page.getByRole('button', { name: /^Pendientes/ }).click()
  await says(cci, /No hay conexión con el portal: compruebe la red/)
  // A read mentions no saving.
  expect(await page.getByText('No se ha guardado nada').count()).toBe(0)
  expect(await rowOf(page, 'Aceptada').count()).toBe(0)
  await cci.context.setOffline(false)
  // The old rows stay until the filtered ones arrive, and cannot be pressed.
  await rowOf(page, 'Pendiente').first().waitFor()
  await expect.poll(() => rowOf(page, 'Aceptada').count()).toBe(0)
})

test('a decision is neither reported nor shown as made, and its reason stays', async () => {
  const { page } = cci
  const name = await review(page, '30/12/2030')
  await goOffline()
  await page.getByRole('button', { name: /^Aceptar/ }).click()
  await says(cci, /^No hay conexión con el portal\. No se sabe si se ha guardado/)
  await page.locator('#documento-actual').getByText(name).waitFor()
  await listed(page, name).getByText('Pendiente').waitFor()
  expect(await statuses(page)).not.toContain(`${name}: aceptado`)
  await page.getByRole('button', { name: /^Rechazar/ }).click()
  const reason = page.getByLabel('Motivo del rechazo')
  await reason.fill('Falta la hoja 3')
  await page.getByRole('button', { name: 'Confirmar rechazo' }).click()
  await listed(page, name).getByText('Pendiente').waitFor()
  await expect.poll(() => reason.inputValue()).toBe('Falta la hoja 3')
  expect(await statuses(page)).not.toContain(`${name}: rechazado`)
})

test('an unanswered decision asks before the tab closes, and is reported when answered', async () => {
  const { page } = cci
  const name = await review(page, '31/12/2030')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const hold = async (route: Route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  }
  await page.route('**/api/v1/documents/*', hold)
  expect(await asksBeforeClosing(page)).toBe(false)
  await page.getByRole('button', { name: /^Aceptar/ }).click()
  await listed(page, name).getByText('Aceptado').waitFor()
  expect(await asksBeforeClosing(page)).toBe(true)
  expect(await statuses(page)).not.toContain(`${name}: aceptado`)
  release()
  await page.getByText(`${name}: aceptado. Siguiente: `).waitFor({ state: 'attached' })
  await cci.quiet()
  expect(await asksBeforeClosing(page)).toBe(false)
  await page.unroute('**/api/v1/documents/*', hold)
})
