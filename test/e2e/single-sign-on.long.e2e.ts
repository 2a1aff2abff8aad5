import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sentence } from '#domain/messages.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, says, storageOf } from '#test/support/browser.ts'
import type { TestProvider } from '#test/support/identity-provider.ts'
import { startProvider } from '#test/support/identity-provider.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { enrolApp } from '#test/support/totp.ts'

/* With a real identity provider on another site (127.0.0.1 and localhost), in the browser. */

const LABEL = 'Entrar con mi banco'
const away = /^asked another origin: http:\/\/127\.0\.0\.1:/

let provider: TestProvider
let portal: TestPortal
let stage: Stage
beforeAll(async () => {
  provider = await startProvider()
  portal = await startTestPortal({ withWeb: true, atLocalhost: true, environment: provider.settings })
  provider.register(portal.app.publicUrl)
  for (const name of ['proveedor', 'entidad', 'evaluador', 'nadie']) {
    provider.people.set(name, { email: `${name}@almotacen.example`, email_verified: true })
  }
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  await provider?.stop()
})
afterEach(() => stage.clear())

/** Presses the provider's button with the keyboard alone. */
async function press({ page }: Visitor): Promise<void> {
  const button = page.getByRole('button', { name: LABEL })
  await button.waitFor()
  for (let presses = 0; presses < 12; presses++) {
    if (await button.evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}

/** From the sign-in page to the provider's. */
async function leave(visitor: Visitor): Promise<void> {
  await press(visitor)
  await visitor.page.getByRole('heading', { name: 'Banco de pruebas' }).waitFor()
}

async function identify({ page }: Visitor, account: string): Promise<void> {
  await page.getByLabel('Cuenta').fill(account)
  await page.keyboard.press('Enter')
}

test('from a screen to the bank and back to the screen, with nothing of the answer left behind', async () => {
  const visitor = await stage.visitor()
  visitor.expectComplaint(away)
  const { page } = visitor
  await visitor.goto('/own-data')
  await page.waitForURL('**/auth/sign-in?next=*')
  await page.getByRole('button', { name: LABEL }).waitFor()
  await visitor.checkAccessible()
  await leave(visitor)
  expect(page.url()).toMatch(new RegExp(`^${provider.issuer}/`))
  await identify(visitor, 'proveedor')
  await page.waitForURL(url => url.pathname === '/own-data')
  await says(visitor, /Tramontana/)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const kept = await storageOf(visitor)
  expect(kept).toMatchObject({ userConnected: 'proveedor@almotacen.example', 'app__completed-user': 'true' })
  expect(JSON.stringify(kept)).not.toContain('app__destination')
  const cookies = await visitor.context.cookies(portal.url)
  expect(cookies.map(({ name }) => name)).toEqual(['almotacen_device'])
  // The browser history contains no answer of the provider.
  await page.goBack()
  await page.waitForLoadState()
  expect(page.url()).not.toContain('code=')
})

test('an uninvited or cancelled sign-in says why on the sign-in page, and the password still works', async () => {
  const visitor = await stage.visitor({ width: 360 })
  visitor.expectComplaint(away, /403 .*\/login\/single-sign-on\/answer$/)
  const { page } = visitor
  await visitor.goto('/auth/sign-in')
  await leave(visitor)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await says(visitor, sentence('signOnDenied'))
  await leave(visitor)
  await identify(visitor, 'nadie')
  await says(visitor, sentence('signOnNoAccess'))
  expect(pathOf(visitor)).toBe('/auth/sign-in')
  expect(new URL(page.url()).search).toBe('')
  await visitor.checkAccessible()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.getByLabel('Correo electrónico').fill('entidad@almotacen.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(url => url.pathname === '/')
})

test('a user who goes back at the provider can press the button again, and no address leads elsewhere', async () => {
  const visitor = await stage.visitor({ dark: true })
  visitor.expectComplaint(away)
  const { page } = visitor
  const other = encodeURIComponent('//127.0.0.1:9/')
  await visitor.goto(`/auth/sign-in?next=${other}`)
  await leave(visitor)
  await page.goBack()
  await page.getByRole('button', { name: LABEL }).waitFor()
  await visitor.checkAccessible()
  await leave(visitor)
  await identify(visitor, 'entidad')
  await page.waitForURL(`${portal.url}/`)
  // The provider has a session, and asks nothing.
  await visitor.goto(`/auth/sign-in?next=${encodeURIComponent('/\\malo.example')}`)
  await press(visitor)
  await page.waitForURL(`${portal.url}/`)
})

test('an answer that this browser never asked for opens nothing', async () => {
  const visitor = await stage.visitor()
  visitor.expectComplaint(/401 .*\/login\/single-sign-on\/answer$/)
  await visitor.goto('/auth/single-sign-on?code=ajeno&state=ajeno')
  await says(visitor, sentence('signOnDead'))
  expect(pathOf(visitor)).toBe('/auth/sign-in')
  expect(await storageOf(visitor)).toEqual({})
})

test('an account with two steps is asked for the second one', async () => {
  const caller = await portal.signIn('evaluador@almotacen.example')
  const { app } = await enrolApp(portal, caller)

  const visitor = await stage.visitor()
  visitor.expectComplaint(away)
  const { page } = visitor
  await visitor.goto('/auth/sign-in')
  await leave(visitor)
  await identify(visitor, 'evaluador')
  await page.getByRole('heading', { name: 'Verificación en dos pasos' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await visitor.checkAccessible()
  await page.getByLabel('Código de seis cifras').fill(app())
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname === '/')
})
