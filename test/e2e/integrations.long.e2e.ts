import { afterAll, beforeAll, expect } from 'vitest'
import { apiScopes } from '#domain/integration/scopes.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { MINUTE } from '#server/platform/clock.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, pathOf, rowOf, says } from '#test/support/browser.ts'
import { receiver, system } from '#test/support/integrations.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* The keys and webhooks of a bank, as its principal user sees them. */

let portal: TestPortal
let stage: Stage
let bank: Visitor
let grc: Awaited<ReturnType<typeof receiver>>
/** What the bank's system answers. */
let answers = 204

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true, environment: { WEBHOOK_PRIVATE: 'si' } })
  grc = await receiver(() => answers)
  stage = await openStage(portal)
  ;({ entidad: bank } = await stage.people(['entidad']))
}, 120_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  await grc?.stop()
})

const step = steps()
const button = (name: string | RegExp) => bank.page.getByRole('button', { name })
const dialog = (name: string) => bank.page.getByRole('dialog', { name })
const asked = (name: string) => bank.page.getByRole('alertdialog', { name })
/** The window with a key or a secret, and what it shows. */
async function shownOnce(name: string, label: string, kept: string): Promise<string> {
  const shown = asked(name)
  const text = await shown.getByRole('textbox', { name: label }).inputValue()
  await bank.page.keyboard.press('Escape')
  await shown.getByRole('button', { name: kept }).click()
  await shown.waitFor({ state: 'detached' })
  expect(await bank.page.content()).not.toContain(text)
  return text
}
const usesBy = async (key: string) => (await system(portal, key).call(listUses)).status
let key: string
let secret: string

step('the principal user makes a key with scopes, sees it once and calls with it', async () => {
  const { page } = bank
  await bank.open('/')
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('link', { name: 'Claves y webhooks' }).click()
  await says(bank, 'No hay ninguna clave de API')
  await button('Crear clave').click()
  const making = dialog('Crear clave de API')
  await making.getByRole('button', { name: 'Crear' }).click()
  await making.getByText('Ponga un nombre a la clave').waitFor()
  await making.getByText('Elija al menos un ámbito').waitFor()
  await bank.checkAccessible()
  await making.getByRole('textbox', { name: 'Nombre' }).fill('GRC de riesgos')
  await making.getByRole('checkbox', { name: 'Leer los servicios utilizados y los niveles exigidos' }).check()
  await making.getByRole('textbox', { name: 'Último día' }).fill('30/06/2027')
  await making.getByRole('button', { name: 'Crear' }).click()
  await asked('Clave creada').waitFor()
  await bank.checkAccessible()
  key = await shownOnce('Clave creada', 'Clave de API', 'La he guardado')
  expect(key).toMatch(/^alm_[\w-]{43}$/)
  expect(await usesBy(key)).toBe(200)
  await rowOf(page, 'GRC de riesgos').getByText('30/06/2027').waitFor()
  await rowOf(page, `${key.slice(0, 8)}…`)
    .getByText('read:uses')
    .waitFor()
  await expectSound(bank, 'with a key')
})

step('HOOK-13: a webhook is registered, and its page sends a test and shows status and duration', async () => {
  const { page } = bank
  await button('Registrar webhook').click()
  const registering = dialog('Registrar webhook')
  await registering.getByRole('textbox', { name: 'Dirección' }).fill('ftp://grc.banco.example')
  await registering.getByRole('button', { name: 'Registrar' }).click()
  await registering.getByText('La dirección debe empezar por https y ser pública.').waitFor()
  await registering.getByRole('textbox', { name: 'Dirección' }).fill(`${grc.url}/portal`)
  await registering.getByRole('checkbox', { name: 'Se corrige una calificación' }).uncheck()
  await bank.checkAccessible()
  await registering.getByRole('button', { name: 'Registrar' }).click()
  secret = await shownOnce('Webhook registrado', 'Secreto del webhook', 'Lo he guardado')
  expect(secret).toMatch(/^whsec_/)
  await page.getByRole('link', { name: `${grc.url}/portal` }).click()
  await says(bank, 'Todavía no hay ninguna entrega')
  await button('Enviar prueba').click()
  const row = rowOf(page, 'Prueba')
  await row.getByText('En espera').waitFor()
  await portal.sendHooks()
  await row.getByText('Entregado').waitFor()
  expect(await row.textContent()).toMatch(/Respuesta 204.*\d,\d\d s/)
  expect(grc.bodies()).toMatchObject([{ type: 'ping' }])
  await expectSound(bank, 'with a delivery')
  await expectSoundInDark(bank)
})

step(
  'HOOK-14: the documentation of the API explains keys, scopes and signatures, and its example verifies the delivery',
  async () => {
    const { page } = bank
    await bank.open('/integrations')
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Documentación de la API' }).click()
    const docs = await opened
    await docs.getByRole('heading', { name: 'Claves de API', exact: true }).waitFor()
    for (const scope of apiScopes)
      expect(await docs.getByText(scope, { exact: true }).count(), scope).toBeGreaterThan(0)
    expect(await docs.locator('[id="use.list"]').textContent()).toContain('Con clave de API: read:uses')
    const example = (await docs.locator('#ejemplo-firma').textContent())!
    const { comesFromPortal } = await import(`data:text/javascript,${encodeURIComponent(example)}`)
    const [{ headers, body }] = grc.got as [(typeof grc.got)[number]]
    const now = Date.parse(portal.clock.now())
    expect(comesFromPortal(headers, body, secret, now)).toBe(true)
    expect(comesFromPortal(headers, `${body} `, secret, now)).toBe(false)
    await docs.close()
    await page.getByRole('link', { name: `${grc.url}/portal` }).click()
  },
)

step('HOOK-13: a delivery is sent again with the same identifier, and deliveries are filtered', async () => {
  const { page } = bank
  await button(/^Enviar otra vez: Prueba/).click()
  await rowOf(page, 'Prueba').getByText('En espera').waitFor()
  await portal.sendHooks()
  await rowOf(page, 'Prueba').getByText('Entregado').waitFor()
  expect(new Set(grc.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(grc.got).toHaveLength(2)
  await choose(page, page.getByRole('combobox', { name: 'Estado' }), 'No entregado')
  await says(bank, 'Ninguna entrega coincide')
  await button('Limpiar').first().click()
})

step('HOOK-13: a webhook that is gone is disabled, says so, and is enabled again', async () => {
  answers = 410
  await button('Enviar prueba').click()
  await expect.poll(() => rowOf(bank.page, 'En espera').count()).toBe(1)
  await portal.sendHooks()
  await bank.page.reload()
  await says(bank, 'El webhook está desactivado')
  await rowOf(bank.page, 'Respuesta 410').getByText('No entregado').waitFor()
  await bank.checkAccessible()
  answers = 204
  await button('Activar').click()
  await says(bank, 'Webhook activado')
  await button('Activar').waitFor({ state: 'detached' })
})

step('events are changed, the secret is renewed and the webhook removed after a recent sign-in', async () => {
  const { page } = bank
  await button('Cambiar').click()
  const changing = dialog('Cambiar el webhook')
  await changing.getByRole('checkbox', { name: 'Se corrige una calificación' }).check()
  await changing.getByRole('button', { name: 'Guardar' }).click()
  await changing.waitFor({ state: 'detached' })
  await page.getByText('rating.corrected', { exact: true }).waitFor()
  // From here on, the sign-in is no longer recent.
  portal.clock.move(11 * MINUTE)
  bank.expectComplaint(/40[13] .*\/secret$/)
  await button('Más acciones del webhook').click()
  await page.getByRole('menuitem', { name: 'Renovar el secreto' }).click()
  await asked('Renovar el secreto').getByRole('button', { name: 'Renovar' }).click()
  await page.getByLabel('Su contraseña').fill(PASSWORD)
  await page.keyboard.press('Enter')
  expect(await shownOnce('Secreto renovado', 'Secreto del webhook', 'Lo he guardado')).toMatch(/^whsec_/)
  await says(bank, 'Firma también hasta el')
  await button('Más acciones del webhook').click()
  await page.getByRole('menuitem', { name: 'Quitar el webhook' }).click()
  await asked('Quitar el webhook').getByRole('button', { name: 'Quitar' }).click()
  await says(bank, 'No hay ningún webhook')
  expect(pathOf(bank)).toBe('/integrations')
})

step('a key that is revoked stops at once', async () => {
  await button('Revocar GRC de riesgos').click()
  await asked('Revocar la clave').getByRole('button', { name: 'Revocar' }).click()
  await rowOf(bank.page, 'GRC de riesgos').getByText('Revocada').waitFor()
  expect(await usesBy(key)).toBe(401)
})

step('other users of the bank have no such screen and no entry of it', async () => {
  const { entidad2 } = await stage.people(['entidad2'])
  await entidad2.open('/integrations')
  await says(entidad2, 'No tiene acceso a esta pantalla')
  await entidad2.page.getByRole('button', { name: 'Más', exact: true }).click()
  expect(await entidad2.page.getByRole('link', { name: 'Claves y webhooks' }).count()).toBe(0)
})
