import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, rowOf, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* A browser that knows that it is offline: nothing is said to be done that is not, and nothing waits for ever. */

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

test('an invitation is not sent, and says so; the list does not show what the filter keeps out', async () => {
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
  await says(cci, /No hay conexión con el portal\. No se ha guardado nada/)
  expect(await rowOf(page, 'Aceptada').count()).toBe(0)
  await cci.context.setOffline(false)
  await rowOf(page, 'Pendiente').first().waitFor()
  expect(await rowOf(page, 'Aceptada').count()).toBe(0)
})
