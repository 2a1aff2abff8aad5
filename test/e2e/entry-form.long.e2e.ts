import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Stage } from '#test/support/browser.ts'
import { openStage, pathOf, says, storageOf } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { measureSignIn } from '../../scripts/measure/sign-in.ts'

/* The sign-in form as it stands before the portal is loaded. */

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

/** In bytes on the wire: 134 kB when written. */
const HEAVIEST = 140_000

test.each(['/', '/auth/sign-in'])(
  'a first visit to %s loads no more than the form needs, and nothing moves',
  async path => {
    const { bytes, files, layoutShift } = await measureSignIn(stage.browser, portal.url, path)
    expect(bytes).toBeLessThan(HEAVIEST)
    expect(files).toBeLessThan(13)
    expect(layoutShift).toBe(0)
  },
)

test('the page restricts what becomes markup or code before React runs', async () => {
  const visitor = await stage.visitor()
  await visitor.page.addInitScript(() => {
    const ran: string[] = []
    Object.assign(globalThis, { ran })
    const { trustedTypes } = globalThis as unknown as { trustedTypes: { createPolicy: (...of: unknown[]) => unknown } }
    const { createPolicy } = trustedTypes
    trustedTypes.createPolicy = (...of) => {
      ran.push('policy')
      return createPolicy.apply(trustedTypes, of)
    }
    const { for: symbolFor } = Symbol
    Symbol.for = key => {
      if (key.startsWith('react.')) ran.push('react')
      return symbolFor(key)
    }
  })
  await visitor.goto('/auth/sign-in')
  await visitor.page.getByRole('button', { name: 'Entrar' }).waitFor()
  const ran = await visitor.page.evaluate(() => (globalThis as unknown as { ran: string[] }).ran)
  expect([...new Set(ran)]).toEqual(['policy', 'react'])
})

test('the portal is loaded by typing, and takes over what was typed', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  const loaded: string[] = []
  page.on('request', request => loaded.push(new URL(request.url()).pathname))
  await page.goto('/')
  expect(pathOf(visitor)).toBe('/auth/sign-in')
  await visitor.checkAccessible()
  const isOfPortal = (path: string) => /mantine|start-/.test(path)
  expect(loaded.filter(isOfPortal)).toEqual([])
  await page.keyboard.type('cci@almotacen.example')
  await expect.poll(() => loaded.some(isOfPortal)).toBe(true)
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada')
  visitor.expectComplaint(/403.*login/)
  await page.keyboard.press('Enter')
  await says(visitor, /no son correctos/)
  expect(await page.getByLabel('Correo electrónico').count()).toBe(1)
  expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('cci@almotacen.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Cola de verificación' }).waitFor()
})

test('warns that the browser blocks its storage, and works', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/')
  await says(visitor, /no deja que el portal guarde nada/)
  await visitor.checkAccessible()
  await page.getByLabel('Correo electrónico').fill('cci@almotacen.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Cola de verificación' }).waitFor()
  await visitor.visit('/notifications')
  await page.getByRole('heading', { level: 1, name: 'Notificaciones' }).waitFor()
  await visitor.signOut()
  await says(visitor, /no deja que el portal guarde nada/)
})

test('a user signs in with a browser whose storage is full', async () => {
  const visitor = await stage.visitor()
  await visitor.page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await visitor.signIn('cci@almotacen.example')
  await visitor.page.getByRole('heading', { level: 1, name: 'Cola de verificación' }).waitFor()
})

test('each button of the form does what it says, and the password is kept nowhere', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await page.goto('/sign-in?next=%2Fentity')
  await page.getByLabel('Correo electrónico').fill('cci@almotacen.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Mostrar lo escrito' }).click()
  expect(await page.getByLabel('Contraseña', { exact: true }).getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Recuperar contraseña' }).click()
  const window = page.getByRole('dialog', { name: 'Recuperar contraseña' })
  expect(await window.getByLabel('Correo electrónico').inputValue()).toBe('cci@almotacen.example')
  await page.keyboard.press('Escape')
  expect(JSON.stringify(await storageOf(visitor))).not.toContain(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL('**/entity')
})

test('without the network the form says so and keeps what was typed', async () => {
  const visitor = await stage.visitor()
  const { page, context } = visitor
  await page.goto('/auth/sign-in')
  await context.setOffline(true)
  visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await page.getByLabel('Correo electrónico').fill('cci@almotacen.example')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await says(visitor, /No hay conexión con el portal/)
  expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('cci@almotacen.example')
})
