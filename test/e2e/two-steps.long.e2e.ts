import type { CDPSession } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { saveSecondFactorRules } from '#domain/identity/second-factor/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { appOf } from '#test/support/totp.ts'

const patient = { timeout: 10_000 }
const STEP = 30_000

let portal: TestPortal
let stage: Stage
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true, atLocalhost: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})
afterEach(() => stage.clear())

const codeOf = (secret: string) => appOf(portal, secret.replace(/\s/g, ''))()

/** The first step, up to the display of the second. */
async function firstStep({ page }: Visitor, email: string): Promise<void> {
  await page.goto('/auth/sign-in')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { name: 'Verificación en dos pasos' }).waitFor()
}

/** Reads the TOTP secret of the open window, as without a camera, and enters a code. */
async function confirmApp({ page }: Visitor): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Aplicación de autenticación' })
  await dialog.getByRole('img', { name: /Código QR/ }).waitFor()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel(/Código de seis cifras/).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  return secret
}

/** The recovery codes, shown once. */
async function keepCodes({ page }: Visitor): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect.poll(() => codes.count(), patient).toBe(10)
  const words = await codes.allInnerTexts()
  await page.getByRole('button', { name: 'Los he guardado' }).click()
  return words
}

test('an app is set up, and from then on signing in asks for its code; a recovery code opens once', async () => {
  const visitor = await stage.visitor()
  visitor.expectComplaint(/403 .*\/login\/second-factor$/)
  const { page } = visitor
  const email = 'proveedor@almotacen.example'
  await visitor.signIn(email)
  await visitor.open('/account')
  await page.getByRole('button', { name: 'Activar aplicación' }).click()
  await page.getByRole('dialog', { name: 'Aplicación de autenticación' }).getByRole('img', { name: /QR/ }).waitFor()
  await visitor.checkAccessible()
  const secret = await confirmApp(visitor)
  await page.getByRole('list', { name: 'Códigos de recuperación' }).waitFor()
  await visitor.checkAccessible()
  const [recovery = ''] = await keepCodes(visitor)
  await says(visitor, 'Le quedan 10.')
  await visitor.checkAccessible()
  await visitor.signOut()

  portal.clock.move(STEP)
  await firstStep(visitor, email)
  await visitor.checkAccessible()
  await page.getByLabel('Código de seis cifras').fill('000000')
  await page.keyboard.press('Enter')
  await says(visitor, 'El código no es correcto o ya se ha usado.')
  // Between the two steps the browser stores no token of either kind.
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(kept).not.toMatch(/authToken|(?<![\w-])[\w-]{43}(?![\w-])/)
  await page.getByLabel('Código de seis cifras').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname === '/')
  await visitor.signOut()

  for (const opens of [true, false]) {
    await firstStep(visitor, email)
    await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
    await page.getByLabel('Código de recuperación').fill(recovery.toUpperCase())
    await page.getByRole('button', { name: 'Continuar' }).click()
    if (opens) {
      await page.waitForURL(url => url.pathname === '/')
      await visitor.signOut()
    } else await says(visitor, 'El código no es correcto o ya se ha usado.')
  }
})

test('a user with a one-time password and a required second step chooses the password first', async () => {
  const cci = await portal.signIn('cci@almotacen.example')
  const { body } = await cci.call(saveSecondFactorRules, {
    body: { secondFactor: { CCI: false, PROVIDER: true, AUDIT: false, ENTITY: false } },
  })
  const newcomer = await stage.visitor({ width: 360 })
  const { page } = newcomer
  await newcomer.signIn('nuevo@almotacen.example')
  await page.waitForURL('**/auth/change-password')
  await newcomer.open('/auth/second-factor')
  await page.waitForURL('**/auth/change-password')
  await page.getByLabel('Contraseña actual', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('Romana.Exacta1')
  await page.getByLabel('Repita la contraseña nueva', { exact: true }).fill('Romana.Exacta1')
  await page.getByRole('button', { name: 'Leer la política de privacidad' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click()
  await page.getByLabel('Acepto las Condiciones y Compromiso de uso').check()
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
  await page.waitForURL('**/auth/second-factor')
  await newcomer.checkAccessible()
  await page.getByRole('button', { name: 'Una aplicación de autenticación' }).click()
  await confirmApp(newcomer)
  await keepCodes(newcomer)
  await page.waitForURL('**/auth/mandatory-data*')
  await cci.call(saveSecondFactorRules, {
    body: { secondFactor: { ...body.secondFactor, PROVIDER: false } },
  })
})

/** A virtual authenticator: it answers by itself. */
async function plugKey({ context, page }: Visitor): Promise<CDPSession> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devtools
}

test('a passkey is added, opens the second step with one button, and is taken away again', async () => {
  const visitor = await stage.visitor()
  visitor.expectComplaint(/403 .*\/second-factor\/passkeys\//)
  const { page } = visitor
  const email = 'entidad@almotacen.example'
  await plugKey(visitor)
  await visitor.signIn(email)
  await visitor.open('/account')
  await page.getByRole('button', { name: 'Añadir llave' }).click()
  await page.getByLabel('Nombre de la llave').fill('Llave azul')
  await visitor.checkAccessible()
  await page.keyboard.press('Enter')
  await keepCodes(visitor)
  await page.getByRole('listitem').filter({ hasText: 'Llave azul' }).waitFor()
  await visitor.signOut()

  await firstStep(visitor, email)
  await visitor.checkAccessible()
  await page.getByRole('button', { name: 'Usar llave de acceso' }).click()
  await page.waitForURL(url => url.pathname === '/')

  // After a while the portal requires a fresh authentication; it includes the passkey.
  portal.clock.move(11 * 60_000)
  await visitor.open('/account')
  await page.getByRole('button', { name: 'Quitar la llave Llave azul' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
  await page.getByLabel('Su contraseña').fill(PASSWORD)
  await visitor.checkAccessible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Usar llave de acceso' }).click()
  await says(visitor, 'Una llave USB, o la huella')
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Llave azul' }).count(), patient).toBe(0)
  const sessions = page.getByRole('list', { name: 'Sus sesiones abiertas' }).getByRole('listitem')
  await expect.poll(() => sessions.count(), patient).toBe(1)
})

test('CCI requires it of evaluators: a user without one sets one up before anything else opens', async () => {
  const [cci, evaluator] = [await stage.visitor(), await stage.visitor({ width: 360 })]
  evaluator.expectComplaint(/401 .*\/session$/)
  await cci.signIn('cci@almotacen.example')
  await cci.open('/access-security')
  await cci.page.getByRole('switch', { name: 'Evaluadores' }).focus()
  await cci.page.keyboard.press('Space')
  await cci.page.getByRole('alertdialog').getByRole('button', { name: 'Hacer obligatoria' }).click()
  await says(cci, 'Obligatoria')
  await cci.checkAccessible()

  await evaluator.signIn('evaluador@almotacen.example')
  await evaluator.page.waitForURL('**/auth/second-factor')
  await evaluator.checkAccessible()
  await evaluator.goto('/own-data')
  await evaluator.page.waitForURL('**/auth/second-factor')
  await evaluator.page.getByRole('button', { name: 'Una aplicación de autenticación' }).click()
  await confirmApp(evaluator)
  await evaluator.page.getByRole('list', { name: 'Códigos de recuperación' }).waitFor()
  await evaluator.checkAccessible()
  expect(await evaluator.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await keepCodes(evaluator)
  await evaluator.page.waitForURL(url => !url.pathname.startsWith('/auth'))
  expect(pathOf(evaluator)).toBe('/')

  // The evaluator loses its phone: CCI removes the factor.
  const { body } = await (await portal.signIn('cci@almotacen.example')).call(saveSecondFactorRules, {
    body: { secondFactor: { CCI: false, PROVIDER: false, AUDIT: false, ENTITY: false } },
  })
  expect(body.secondFactor.AUDIT).toBe(false)
  const users = await portal.app.db
    .selectFrom('portal_user')
    .select('participant_id')
    .where('email', '=', 'evaluador@almotacen.example')
    .executeTakeFirstOrThrow()
  await cci.open(`/user-management?of=AUDIT-${users.participant_id}`)
  await cci.page
    .getByRole('button', { name: /^Acceso de / })
    .first()
    .click()
  await cci.page.getByRole('button', { name: 'Quitar verificación' }).click()
  await cci.checkAccessible()
  await cci.page.getByRole('alertdialog').getByRole('button', { name: 'Quitar verificación' }).click()
  await says(cci, 'No la tiene configurada.')
  await evaluator.goto('/notifications')
  await evaluator.page.waitForURL('**/auth/sign-in*')
  await evaluator.signIn('evaluador@almotacen.example')
  expect(pathOf(evaluator)).toBe('/')
})
