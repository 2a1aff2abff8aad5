import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestPassword } from '#domain/identity/session/contract.ts'
import { createUser } from '#domain/identity/user/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, stopClock, storageOf, storeSession } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'

/* Authentication in the browser: sign-in, first password change, password recovery, and the route guard. */

const PROVIDER = 'proveedor@almotacen.example'
const NEWCOMER = 'nuevo@almotacen.example'
const DRAFT = 'borrador@almotacen.example'
const FORGETFUL = 'mirlo@almotacen.example'
const LOCKED_OUT = 'valdeoca@almotacen.example'
const COLLEAGUE = 'colega@almotacen.example'
const READ_POLICY = 'Leer la política de privacidad y las condiciones de uso'
const POLICY = 'Política de privacidad y condiciones de uso'
const CHOSEN = 'Elegida.Hoy.26'
const MISSING = 'Debe rellenar todos los campos del formulario'
const WEAK =
  'La contraseña debe tener al menos entre 8 y 16 caracteres, un dígito, una minúscula, una mayúscula y un caracter no alfanumérico.'

let portal: TestPortal
let stage: Stage
let guest: Visitor
let newcomer: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  ;[guest, newcomer] = (await Promise.all([stage.visitor(), stage.visitor()])) as [Visitor, Visitor]
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const says = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

/** The first change of a password. */
async function acceptTerms(page: Page): Promise<void> {
  await press(page, READ_POLICY)
  await page.getByRole('dialog', { name: POLICY }).getByRole('button', { name: 'Aceptar' }).click()
  await page.getByRole('checkbox').check()
}

async function newestMail(address: string, subject: RegExp): Promise<string> {
  const mail = (await portal.mails()).filter(({ to, subject: text }) => to === address && subject.test(text)).at(-1)
  expect(mail, `a mail to ${address} about ${subject}`).toBeDefined()
  return mail!.text
}

test('AUTH-02 LIM-09 LIM-10: beside the login three pictures take turns, every 7 s with a fade of 3 s', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await page.clock.install()
  await visitor.goto('/auth/sign-in')
  const slider = page.getByRole('region', { name: 'Qué hace el portal' })
  await slider.waitFor()
  expect(await slider.locator('img').count()).toBe(3)
  const [form, pictures] = await Promise.all([page.getByRole('main').boundingBox(), slider.boundingBox()])
  expect(form!.x + form!.width <= pictures!.x || pictures!.x + pictures!.width <= form!.x).toBe(true)

  const shown = slider.getByRole('figure')
  await stopClock(visitor)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await slider.getByRole('button', { name: 'Detener las imágenes' }).waitFor()
  for (const [before, after] of [
    ['Invitar', 'Verificar'],
    ['Verificar', 'Calificar'],
    ['Calificar', 'Invitar'],
  ] as const) {
    await page.clock.runFor(6_999)
    expect(await shown.getByRole('heading').allTextContents()).toEqual([before])
    await page.clock.runFor(1)
    await shown.getByRole('heading', { name: after }).waitFor()
    expect(await shown.getByRole('heading').allTextContents()).toEqual([after])
    // CSS animations use real time: only a picture that never left fades in over its full 3 s.
    if (after === 'Invitar') continue
    const fades = await shown.evaluate(figure => figure.getAnimations().map(one => one.effect!.getTiming().duration))
    expect(new Set(fades)).toEqual(new Set([3_000]))
  }
  await visitor.close()
})

test('AUTH-03 AUTH-04 FORM-01: user, password and Entrar; without both it names the missing field', async () => {
  const { page } = guest
  const sentence = 'Introduzca correo y contraseña para realizar el login.'
  await guest.goto('/auth/sign-in')
  await page.getByLabel('Correo electrónico').waitFor()
  expect(await page.getByLabel('Contraseña', { exact: true }).getAttribute('type')).toBe('password')
  await press(page, 'Entrar')
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
  await page.reload()
  await fill(page, { 'Correo electrónico': PROVIDER })
  expect(await page.getByText(sentence).count()).toBe(0)
  await press(page, 'Entrar')
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
  await guest.checkAccessible()
})

test('ERR-01 ERR-02: a wrong password is refused, the fifth blocks this device, and 15 minutes later it opens', async () => {
  const { page } = guest
  const attempt = async (password: string) => {
    await fill(page, { 'Correo electrónico': LOCKED_OUT, Contraseña: password })
    const [answer] = await Promise.all([
      page.waitForResponse(response => response.url().endsWith('/login')),
      press(page, 'Entrar'),
    ])
    return answer.status()
  }
  await guest.goto('/auth/sign-in')
  guest.expectComplaint(/status of 403 .* \/api\/v1\/login$/, /status of 401 .* \/api\/v1\/login$/)
  expect(await attempt('No.Es.Esta.1')).toBe(403)
  await page
    .getByRole('alert')
    .filter({ hasText: 'El correo y/o la contraseña introducidos no son correctos.' })
    .waitFor()
  let status = 403
  for (let tries = 2; status === 403 && tries < 8; tries++) {
    await page.waitForFunction(() => !(document.getElementById('password') as HTMLInputElement).value)
    status = await attempt(`No.Es.Esta.${tries}`)
  }
  expect(status).toBe(401)
  const blocked = 'Acceso bloqueado por número de reintentos, espere 15 minutos o inténtelo desde otro dispositivo.'
  await page.getByRole('alert').filter({ hasText: blocked }).waitFor()
  await page.waitForFunction(() => !(document.getElementById('password') as HTMLInputElement).value)
  expect(await attempt(PASSWORD)).toBe(401)
  portal.clock.move(15 * 60_000 + 1_000)
  await page.waitForFunction(() => !(document.getElementById('password') as HTMLInputElement).value)
  expect(await attempt(PASSWORD)).toBe(200)
  await page.waitForURL(url => url.pathname === '/')
})

const recovery = steps()
recovery('AUTH-05: Recuperar contraseña opens a window that asks for an e-mail and sends a link', async () => {
  const { page } = guest
  await guest.goto('/auth/sign-in')
  await press(page, 'Recuperar contraseña')
  const dialog = page.getByRole('dialog', { name: 'Recuperar contraseña' })
  await dialog.getByRole('button', { name: 'Enviar enlace' }).click()
  await dialog.getByText('No puede estar vacio').waitFor()
  await dialog.getByLabel('Correo electrónico').fill(FORGETFUL)
  await dialog.getByRole('button', { name: 'Enviar enlace' }).click()
  await says(page, 'Mire su correo')
  expect(await dialog.count()).toBe(0)
  expect(await newestMail(FORGETFUL, /ontraseña/)).toContain('/auth/reset-password?code=')
})

recovery(
  'AUTH-17 AUTH-18 FORM-09: the mailed link opens the reset with its code; both fields are asked for',
  async () => {
    const { page } = guest
    const missing = page.getByRole('alert').filter({ hasText: `${MISSING}.` })
    await guest.goto('/auth/reset-password')
    await says(page, 'El enlace ya no sirve')
    // An invalid link shows no form, but the way to a new link.
    expect(await page.getByLabel('Contraseña nueva', { exact: true }).count()).toBe(0)
    await press(page, 'Recuperar contraseña')
    await page.getByRole('dialog', { name: 'Recuperar contraseña' }).getByRole('button', { name: 'Cancelar' }).click()
    await guest.checkAccessible()
    const link = /\/auth\/reset-password\?code=\S+/.exec(await newestMail(FORGETFUL, /ontraseña/))![0]
    await guest.goto(link)
    await page.getByLabel('Repita la contraseña nueva').waitFor()
    expect(await page.getByText('El enlace ya no sirve').count()).toBe(0)
    await press(page, 'Cambiar la contraseña')
    await missing.waitFor()
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(CHOSEN)
    await press(page, 'Cambiar la contraseña')
    await missing.waitFor()
  },
)

recovery('FORM-05 FORM-06: reports a weak new password and a repetition that differs at their fields', async () => {
  const { page } = guest
  const weak = page.getByText(WEAK)
  const differs = page.getByText('La contraseña nueva no coincide.')
  // Without the portal's settings the form leaves validation to the server.
  await guest.quiet()
  await fill(page, { 'Contraseña nueva': 'corta', 'Repita la contraseña nueva': 'corta' })
  await press(page, 'Cambiar la contraseña')
  await weak.waitFor()
  expect(await differs.count()).toBe(0)
  await fill(page, { 'Contraseña nueva': CHOSEN, 'Repita la contraseña nueva': `${CHOSEN}7` })
  await press(page, 'Cambiar la contraseña')
  await differs.waitFor()
  expect(await weak.count()).toBe(0)
  await guest.checkAccessible()
})

recovery(
  'AUTH-16 AUTH-19 AUTH-17: the reset with its code leads to sign-in, where only the new password opens',
  async () => {
    const { page } = guest
    await fill(page, { 'Contraseña nueva': CHOSEN, 'Repita la contraseña nueva': CHOSEN })
    const code = /code=([^\s&]+)/.exec(await newestMail(FORGETFUL, /ontraseña/))![1]!
    const [request] = await Promise.all([
      page.waitForRequest(one => one.url().endsWith('/users/reset-password')),
      press(page, 'Cambiar la contraseña'),
    ])
    expect(request.postDataJSON()).toEqual({ newPassword: CHOSEN, code: decodeURIComponent(code) })
    await page.waitForURL('**/auth/sign-in')
    await says(page, 'Su contraseña ha cambiado')
    await expect(portal.signIn(FORGETFUL)).rejects.toThrow('403')
    await guest.signIn(FORGETFUL, CHOSEN)
    expect(pathOf(guest)).toBe('/')
  },
)

recovery('FORM-07 AUTH-19: a reset, unlike a change, takes the password that there was', async () => {
  const { page } = guest
  // Mails of the same instant have no order.
  portal.clock.move(1_000)
  await portal.anonymous.call(requestPassword, { params: { key: FORGETFUL } })
  await guest.goto(/\/auth\/reset-password\?code=\S+/.exec(await newestMail(FORGETFUL, /ontraseña/))![0])
  await fill(page, { 'Contraseña nueva': CHOSEN, 'Repita la contraseña nueva': CHOSEN })
  await press(page, 'Cambiar la contraseña')
  await page.waitForURL('**/auth/sign-in')
  await says(page, 'Su contraseña ha cambiado')
  await guest.signIn(FORGETFUL, CHOSEN)
  expect(pathOf(guest)).toBe('/')
})

const guard = steps()
guard(
  'AUTH-08 AUTH-25 AUTH-26: a provider enters and is home at /, with its token and e-mail in session storage',
  async () => {
    await guest.signIn(PROVIDER)
    expect(pathOf(guest)).toBe('/')
    const storage = await storageOf(guest)
    expect(storage.userConnected).toBe(PROVIDER)
    expect(storage.authToken).toMatch(/^\S{20,}$/)
    const answer = await fetch(`${portal.url}/api/v1/session`, {
      headers: { authorization: storage.authToken!, 'x-requested-with': 'XMLHttpRequest', 'x-csrf-token': 'x' },
    })
    expect(await answer.json()).toMatchObject({ email: PROVIDER })
  },
)

guard('AUTH-27 AUTH-28 AUTH-29: session storage holds role, entity id and commercial name', async () => {
  const storage = await storageOf(guest)
  const { me } = await portal.signIn(PROVIDER)
  expect(JSON.parse(storage['app__role-user']!)).toEqual({ key: 'PROVIDER', value: expect.stringMatching(/\w/) })
  expect(storage['app__idGenericEntity_user-connected']).toBe(me.idGenericEntity)
  expect(storage['app__commercialName_user-connected']).toBe('Tramontana Custodia Digital')
})

guard('AUTH-20 AUTH-21: visiting sign-in or reset-password forgets entity id, user and token', async () => {
  const { page } = guest
  const kept = await storageOf(guest)
  for (const [path, heading] of [
    ['/auth/sign-in', 'Acceso al portal'],
    ['/auth/reset-password?code=x', 'Nueva contraseña'],
  ] as const) {
    await storeSession(guest, kept)
    expect(Object.keys(await storageOf(guest))).toEqual(
      expect.arrayContaining(['authToken', 'userConnected', 'app__idGenericEntity_user-connected']),
    )
    await guest.goto(path)
    await page.getByRole('heading', { name: heading }).waitFor()
    const left = Object.keys(await storageOf(guest))
    expect(left.filter(key => key === 'authToken' || key === 'userConnected' || key.startsWith('app__'))).toEqual([])
  }
  await storeSession(guest, kept)
})

guard('AUTH-22 AUTH-23: the guard wants a connected user and a completed flag that is the string true', async () => {
  const { page } = guest
  const kept = await storageOf(guest)
  await guest.goto('/own-data')
  await page.getByRole('heading', { name: 'Mis datos' }).waitFor()
  const { userConnected: _user, ...nobody } = kept
  const { 'app__completed-user': _flag, ...unflagged } = kept
  for (const storage of [
    nobody,
    unflagged,
    { ...kept, 'app__completed-user': 'false' },
    { ...kept, 'app__completed-user': 'TRUE' },
  ]) {
    await storeSession(guest, storage)
    await guest.goto('/own-data')
    await page.waitForURL('**/auth/sign-in?next=*')
    await page.getByRole('heading', { name: 'Acceso al portal' }).waitFor()
  }
})

test('AUTH-06 AUTH-10: a user who never changed the password must change it first, in three fields', async () => {
  const { page } = newcomer
  await newcomer.signIn(NEWCOMER)
  expect(pathOf(newcomer)).toBe('/auth/change-password')
  await page.getByLabel('Contraseña actual').waitFor()
  expect(await page.locator('input[type=password]').count()).toBe(3)
  for (const label of ['Contraseña actual', 'Contraseña nueva', 'Repita la contraseña nueva']) {
    expect(await page.getByLabel(label, { exact: true }).getAttribute('type')).toBe('password')
  }
})

test('AUTH-24 AUTH-30 AUTH-23: the change is exempt from the guard while the flag is false; another screen is not', async () => {
  const { page } = newcomer
  await newcomer.signIn(NEWCOMER)
  const kept = await storageOf(newcomer)
  expect(kept['app__completed-user']).toBe('false')
  await page.reload()
  await page.getByLabel('Contraseña actual').waitFor()
  expect(pathOf(newcomer)).toBe('/auth/change-password')
  await newcomer.goto('/notifications')
  await page.waitForURL('**/auth/sign-in?next=*')
  await page.getByRole('heading', { name: 'Acceso al portal' }).waitFor()
  await storeSession(newcomer, kept)
  await newcomer.goto('/auth/change-password')
  await page.getByLabel('Contraseña actual').waitFor()
})

test('AUTH-11 AUTH-12 FORM-08: the terms wait for the privacy policy, a PDF; without them nothing is changed', async () => {
  const { page } = newcomer
  const terms = page.getByRole('checkbox', { name: 'Acepto las Condiciones y Compromiso de uso' })
  const missing = page.getByText(`${MISSING} y aceptar las Condiciones y Compromiso de uso.`)
  await newcomer.signIn(NEWCOMER)
  // In an empty form each field shows its error, and the first has the focus.
  await press(page, 'Cambiar la contraseña')
  await missing.waitFor()
  expect(await page.getByText('No puede estar vacio').count()).toBe(3)
  const old = page.getByLabel('Contraseña actual')
  await expect.poll(() => old.evaluate(field => field === document.activeElement)).toBe(true)
  await newcomer.checkAccessible()
  // A mismatch is shown on blur, and disappears once the first password is corrected.
  const differs = page.getByText('La contraseña nueva no coincide.')
  await fill(page, {
    'Contraseña actual': PASSWORD,
    'Contraseña nueva': 'Otra.2026',
    'Repita la contraseña nueva': CHOSEN,
  })
  expect(await differs.count()).toBe(0)
  await page.getByLabel('Repita la contraseña nueva').press('Tab')
  await differs.waitFor()
  await fill(page, { 'Contraseña nueva': CHOSEN })
  await differs.waitFor({ state: 'hidden' })
  await press(page, 'Cambiar la contraseña')
  await missing.waitFor()
  expect(await terms.isDisabled()).toBe(true)
  await expect.poll(() => terms.evaluate(box => box === document.activeElement)).toBe(true)

  const [pdf] = await Promise.all([page.waitForResponse('**/privacyPolicy.pdf'), press(page, READ_POLICY)])
  expect(pdf.headers()['content-type']).toContain('application/pdf')
  const dialog = page.getByRole('dialog', { name: POLICY })
  await dialog.locator('canvas').first().waitFor()
  // Opened but not accepted: still disabled.
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await terms.isDisabled()).toBe(true)
  // It is disabled: pressing it opens the policy that it requires.
  await terms.press('Space')
  await dialog.waitFor()
  expect(await terms.isChecked()).toBe(false)
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // Earlier keystrokes would go into the checkbox.
  await expect.poll(() => terms.evaluate(box => box === document.activeElement)).toBe(true)
  expect(await terms.isChecked()).toBe(true)

  await fill(page, { 'Contraseña actual': '' })
  await press(page, 'Cambiar la contraseña')
  await missing.waitFor()
})

test('FORM-07 AUTH-13 AUTH-07: the new password is not the old one; then the invited one goes to mandatory data', async () => {
  const { page } = newcomer
  await newcomer.signIn(NEWCOMER)
  await acceptTerms(page)
  await fill(page, {
    'Contraseña actual': PASSWORD,
    'Contraseña nueva': PASSWORD,
    'Repita la contraseña nueva': PASSWORD,
  })
  await press(page, 'Cambiar la contraseña')
  await says(page, 'La contraseña nueva no puede ser igual que la antigua.')
  await fill(page, { 'Contraseña nueva': CHOSEN, 'Repita la contraseña nueva': CHOSEN })
  await press(page, 'Cambiar la contraseña')
  await page.waitForURL('**/auth/mandatory-data')
  await newcomer.signIn(DRAFT)
  expect(pathOf(newcomer)).toBe('/auth/mandatory-data')
})

test('AUTH-24: mandatory data, sign-in and reset-password are exempt from the guard as well', async () => {
  const { page } = newcomer
  await newcomer.signIn(DRAFT)
  expect((await storageOf(newcomer))['app__completed-user']).toBe('false')
  await page.reload()
  await page.getByRole('heading', { name: 'Complete su alta' }).waitFor()
  expect(pathOf(newcomer)).toBe('/auth/mandatory-data')
  await newcomer.goto('/auth/reset-password?code=x')
  await page.getByRole('heading', { name: 'Nueva contraseña' }).waitFor()
  expect(pathOf(newcomer)).toBe('/auth/reset-password')
  await newcomer.goto('/auth/sign-in')
  await page.getByRole('heading', { name: 'Acceso al portal' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('AUTH-14 AUTH-30: after its first change a colleague without an invitation goes home, completed', async () => {
  const { page } = newcomer
  const principal = await portal.signIn(PROVIDER)
  const created = await principal.call(createUser, {
    body: {
      user: {
        contactDetails: {
          name: 'Olga',
          surNames: 'Rey Pons',
          position: 'Cumplimiento',
          tlf: '910000000',
          email: COLLEAGUE,
        },
        billingEmail: COLLEAGUE,
      },
    },
  })
  expect(created.status, JSON.stringify(created.problem)).toBe(201)
  const password = /Contraseña: (\S+)/.exec(await newestMail(COLLEAGUE, /./))![1]!
  await newcomer.signIn(COLLEAGUE, password)
  expect(pathOf(newcomer)).toBe('/auth/change-password')
  await acceptTerms(page)
  await fill(page, {
    'Contraseña actual': password,
    'Contraseña nueva': CHOSEN,
    'Repita la contraseña nueva': CHOSEN,
  })
  await press(page, 'Cambiar la contraseña')
  await page.waitForURL(url => url.pathname === '/')
  await expect.poll(async () => (await storageOf(newcomer))['app__completed-user']).toBe('true')
})

test.each([
  ['cci@almotacen.example', '/provider'],
  ['proveedor2@almotacen.example', '/'],
  ['evaluador@almotacen.example', '/'],
  ['entidad@almotacen.example', '/'],
])('AUTH-15 AUTH-08 AUTH-09: %s lands on %s and changes its password', async (email, home) => {
  const { page } = newcomer
  await newcomer.signIn(email)
  expect(pathOf(newcomer)).toBe(home)
  await newcomer.goto('/account')
  await fill(page, {
    'Contraseña actual': PASSWORD,
    'Contraseña nueva': CHOSEN,
    'Repita la contraseña nueva': CHOSEN,
  })
  // A read in the ended session would be refused, and the browser would log it.
  await newcomer.quiet()
  await press(page, 'Cambiar la contraseña')
  await says(page, 'Contraseña cambiada')
  await expect(portal.signIn(email)).rejects.toThrow('403')
  await portal.signIn(email, CHOSEN)
})

/** Releases the held calls. */
function latch() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}

const race = steps()
race.each([['before'], ['after']])(
  'AUTH-09: a request of the old session that is refused %s the new one comes does not sign the user out',
  async order => {
    const { page } = newcomer
    const email = 'cantera@almotacen.example'
    const [from, to] = order === 'before' ? [PASSWORD, CHOSEN] : [CHOSEN, `${CHOSEN}7`]
    if (order === 'before') await newcomer.signIn(email)
    const asking = latch()
    const answering = latch()
    await page.route('**/api/v1/sessions', async route => {
      await asking.opened
      await route.continue()
    })
    await page.route('**/api/v1/users/*', async route => {
      const response = await route.fetch()
      await answering.opened
      await route.fulfill({ response })
    })
    // On a slow line other reads of the screen may be refused too.
    newcomer.expectComplaint(/status of 401 .* \/api\/v1\/(sessions|second-factor|notifications\/mail-preferences)$/)
    await newcomer.goto('/account')
    await fill(page, { 'Contraseña actual': from, 'Contraseña nueva': to, 'Repita la contraseña nueva': to })
    await press(page, 'Cambiar la contraseña')
    await expect
      .poll(() =>
        portal.signIn(email, to).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    const refused = page.waitForResponse(answer => answer.url().endsWith('/sessions') && answer.status() === 401)
    if (order === 'before') {
      asking.open()
      await refused
      answering.open()
      await says(page, 'Contraseña cambiada')
    } else {
      answering.open()
      await says(page, 'Contraseña cambiada')
      asking.open()
      await refused
    }
    await page.getByText('Esta sesión').first().waitFor()
    await newcomer.quiet()
    expect(pathOf(newcomer)).toBe('/account')
    await page.unrouteAll({ behavior: 'wait' })
  },
)

test('nothing of all this made the browser complain', async () => {
  for (const visitor of [guest, newcomer]) await visitor.close()
})
