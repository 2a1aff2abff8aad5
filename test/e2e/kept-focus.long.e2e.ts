import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Buttons that disappear when pressed by key do not lose the focus. */

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

async function visit(name: string, path: string): Promise<Visitor> {
  const visitor = await stage.visitor()
  await visitor.enter(await portal.signIn(`${name}@almotacen.example`))
  await visitor.open(path)
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
  await visitor.quiet()
  return visitor
}

/** Whether the focus is within a part of the page, once that part is stable. */
const focusIsIn = (page: Page, selector: string) =>
  expect
    .poll(() => page.evaluate(part => document.activeElement?.closest(part) != null, selector), { timeout: 5_000 })
    .toBe(true)
const list = 'main [tabindex="-1"]:has(table)'

test('NOTIF-05: marking a notice as read in the bell keeps the focus in it, also after the last', async () => {
  const visitor = await visit('cci', '/provider')
  const { page } = visitor
  await page.getByRole('button', { name: /sin leer/ }).press('Enter')
  const marks = page.getByRole('dialog').getByRole('button', { name: 'Marcar como leída' })
  await marks.first().waitFor()
  for (let left = await marks.count(); left > 0; left--) {
    await marks.first().press('Enter')
    await expect.poll(() => marks.count()).toBe(left - 1)
    await focusIsIn(page, '[role=dialog]')
  }
  await says(visitor, 'No tiene notificaciones sin leer.')
})

test('"Limpiar filtros" keeps the focus in the list', async () => {
  const { page } = await visit('cci', '/access-invitation?email=zzzz')
  await page.getByRole('button', { name: 'Limpiar filtros' }).press('Enter')
  await page.getByText('1–6 de 19').waitFor()
  await focusIsIn(page, list)
})

test('a row that the filter lets go keeps the focus in the list', async () => {
  const visitor = await visit('cci', '/access-invitation?status=PENDING')
  const { page } = visitor
  await page
    .getByRole('button', { name: /^Retirar la invitación/ })
    .first()
    .press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).press('Enter')
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  await visitor.quiet()
  await focusIsIn(page, list)
  const bank = await visit('entidad', '/provider?fav=true&page=1')
  await bank.page
    .getByRole('button', { name: /^Favorito: Tramontana/ })
    .first()
    .press('Enter')
  await says(bank, '1–3 de 3')
  await focusIsIn(bank.page, list)
})

test('LIM-20: the dots of the pages hand the focus to the page that they led to', async () => {
  const caller = await portal.signIn('cci@almotacen.example')
  for (let number = 0; number < 24; number++)
    await caller.fetch('POST', '/invitations', {
      body: JSON.stringify({ type: 'PROVIDER', email: `p${number}@firma.example` }),
    })
  const { page } = await visit('cci', '/access-invitation')
  await page.getByRole('button', { name: 'Más páginas' }).press('Enter')
  await page.getByRole('button', { name: 'Página 7' }).waitFor()
  await focusIsIn(page, '[aria-current=page]')
  await page.getByRole('button', { name: 'Páginas anteriores' }).press('Enter')
  await page.getByRole('button', { name: 'Página 6' }).waitFor()
  await focusIsIn(page, '[aria-current=page]')
})
