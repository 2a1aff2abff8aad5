import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SESSION_LIMITS, SESSION_WARNING_MS } from '#domain/identity/session/limits.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, says, storageOf } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { paths } from '#web/app/paths.ts'

/* The end of a session whose page stays open. */

const TITLE = 'Su sesión está a punto de terminar'
const TYPED = 'guardia-nueva@tramontana.example'

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

const warning = ({ page }: Visitor) => page.getByRole('alertdialog', { name: TITLE })
const field = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Correo para incidencias' })

/** Moves both clocks as far as the open page's pings keep the session: a step of 25 minutes, and a ping. */
async function pass({ page }: Visitor, ms: number): Promise<void> {
  const { authToken, app__csrf } = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>)
  const headers = { authorization: authToken!, 'x-csrf-token': app__csrf!, 'x-requested-with': 'XMLHttpRequest' }
  for (let left = ms; left > 0; left -= 25 * 60_000) {
    portal.clock.move(Math.min(left, 25 * 60_000))
    await fetch(`${portal.url}/api/v1/registersLogin/closeSession`, { method: 'POST', headers })
  }
  await page.clock.fastForward(ms)
}

/** A provider with a half-written form, a minute and a half before its session ends. */
async function nearTheEnd(): Promise<Visitor> {
  const visitor = await stage.visitor()
  await visitor.page.clock.install()
  await visitor.signIn('proveedor@almotacen.example')
  await visitor.goto(paths.ownData())
  await field(visitor).fill(TYPED)
  await expect.poll(async () => Object.keys(await storageOf(visitor)).join()).toContain('app__draft_')
  await pass(visitor, SESSION_LIMITS.longestMs - SESSION_WARNING_MS - 60_000)
  await visitor.quiet()
  expect(await warning(visitor).count()).toBe(0)
  await pass(visitor, 90_000)
  await warning(visitor).waitFor()
  return visitor
}

test('two minutes before its end an open page warns, and a user who signs in again stays on it', async () => {
  const visitor = await nearTheEnd()
  const { page } = visitor
  await visitor.checkAccessible()
  const stay = page.getByRole('button', { name: 'Seguir conectado' })
  expect(await stay.evaluate(button => button === document.activeElement)).toBe(true)
  // The seconds are seen, not read out.
  expect(
    await warning(visitor)
      .getByText(/Quedan 1:\d\d/)
      .getAttribute('aria-hidden'),
  ).toBe('true')
  expect(await warning(visitor).getByRole('status').textContent()).toBe('')
  await pass(visitor, 30_000)
  await warning(visitor).getByRole('status').filter({ hasText: 'Queda un minuto.' }).waitFor()

  const before = (await storageOf(visitor)).authToken
  await stay.click()
  await page.getByLabel('Su contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect((await storageOf(visitor)).authToken).not.toBe(before)
  await pass(visitor, SESSION_WARNING_MS)
  await visitor.quiet()
  expect(await warning(visitor).count()).toBe(0)
  expect(await field(visitor).inputValue()).toBe(TYPED)
})

test('without an answer the session ends, and typed text is there after the next sign-in', async () => {
  const visitor = await nearTheEnd()
  const { page } = visitor
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await expect.poll(() => warning(visitor).count()).toBe(0)
  visitor.expectComplaint(/401/)
  await pass(visitor, 95_000)
  await page.waitForURL('**/auth/sign-in?next=*')
  await says(visitor, /Su sesión ha terminado/)
  await page.getByLabel('Correo electrónico').fill('proveedor@almotacen.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(`**${paths.ownData()}`)
  await says(visitor, 'Aquí está lo que escribió la última vez y no llegó a guardarse.')
  expect(await field(visitor).inputValue()).toBe(TYPED)
})
