import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listIncidents } from '#domain/incident/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, rowOf, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Writes whose answer was lost: the messages, and that pressing again does them only once. */

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

const person = async (name: string): Promise<Visitor> => {
  const visitor = await stage.visitor()
  await visitor.enter(await portal.signIn(`${name}@almotacen.example`))
  return visitor
}

/** The portal does the first such call; its answer is lost or replaced. */
async function loseFirst(page: Page, path: string, method: string, instead: (route: Route) => Promise<void>) {
  let isFirst = true
  await page.route(path, async route => {
    if (route.request().method() !== method || !isFirst) return route.fallback()
    isFirst = false
    await route.fetch()
    await instead(route)
  })
}

const UNKNOWN = /No se sabe si se ha guardado: .* no se hará dos veces\./

for (const [how, complaint, instead] of [
  ['never comes', /ERR_CONNECTION_RESET .*\/issues/, (route: Route) => route.abort('connectionreset')],
  [
    'is that of a proxy',
    /502 .*\/issues/,
    (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  ],
] as const) {
  test(`an incident whose answer ${how} is raised once, and no message denies it`, async () => {
    const provider = await person('proveedor')
    const { page } = provider
    provider.expectComplaint(complaint)
    await provider.open('/incidences')
    await loseFirst(page, '**/api/v1/issues', 'POST', instead)
    await page.getByRole('button', { name: 'Nueva incidencia' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nueva incidencia' })
    const title = `La respuesta que ${how}`
    await dialog.getByLabel('Título').fill(title)
    await dialog.getByLabel('Detalle').fill('Una sola vez')
    const send = dialog.getByRole('button', { name: 'Enviar incidencia' })
    await send.click()
    await dialog.getByText(UNKNOWN).waitFor()
    expect(await dialog.getByText('No se ha guardado nada').count()).toBe(0)
    await send.click()
    await dialog.waitFor({ state: 'hidden' })
    const cci = await portal.signIn('cci@almotacen.example')
    const { body } = await cci.call(listIncidents, { query: { size: 100 } })
    expect(body.content.filter((each: { title: string }) => each.title === title)).toHaveLength(1)
  })
}

test('a favourite marked without an answer is unmarked by the next press', async () => {
  const bank = await person('entidad')
  const { page } = bank
  bank.expectComplaint(/ERR_CONNECTION_RESET .*\/entity-provider/)
  await bank.open('/provider')
  const star = rowOf(page, 'Cantera').getByRole('button', { name: /^Favorito/ })
  const isMarked = () => star.getAttribute('aria-pressed')
  await star.waitFor()
  const before = await isMarked()
  await loseFirst(page, '**/api/v1/entity-provider/*', 'PUT', route => route.abort('connectionreset'))
  await star.click()
  await says(bank, UNKNOWN)
  await expect.poll(isMarked).not.toBe(before)
  await star.click()
  await bank.quiet()
  expect(await isMarked()).toBe(before)
})
