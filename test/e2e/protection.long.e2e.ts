import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newAccessibilityFaults } from '#test/support/axe.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { paths } from '#web/app/paths.ts'

/* Browser protections: password fields, sign-out, cleared storage, no open redirects. */

let portal: TestPortal
let stage: Stage
const patient = { timeout: 10_000 }
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})
afterEach(() => stage.clear())

const everybody = [paths.start(), paths.notifications(), paths.account(), paths.users()]
const screens = {
  cci: [
    ...[paths.providers(), paths.entities(), paths.evaluators(), paths.manageIncidents(), paths.invitations()],
    ...[
      paths.configuration(),
      paths.services(),
      paths.accessSecurity(),
      paths.centreRules(),
      paths.usersOverview(),
      paths.statistics(),
    ],
    ...[paths.notifications(), paths.account(), paths.users()],
  ],
  proveedor: [
    ...[
      ...everybody,
      paths.providers(),
      paths.ownData(),
      paths.ownDocumentation(),
      paths.incidents(),
      paths.sendReport(),
    ],
  ],
  evaluador: [...everybody, paths.providers(), paths.ownData(), paths.ownDocumentation()],
  entidad: [...everybody, paths.providers(), paths.ownData(), paths.incidents()],
  // Still in its onboarding.
  borrador: [paths.mandatoryData()],
}

/** The specified session storage keys; colour scheme, columns, menu and single-key settings; scroll positions. */
const KEPT =
  /^(authToken|userConnected|app__(role-user|idGenericEntity_user-connected|commercialName_user-connected|completed-user|csrf|decision-keys)|almotacen-(esquema|menu-plegado|columnas-[\w-]+|filas-[\w.-]+|vista-[\w/-]+)|tsr-scroll-restoration-\w+)$/

test.each(Object.entries(screens))(
  'ASVS 7.4.4 3.7.3: every screen of %s has the way out, no way to another host, and nothing in the browser but its session',
  async (name, own) => {
    const visitor = await stage.visitor()
    const { page } = visitor
    await page.addInitScript(() => {
      const heard: string[] = []
      Object.assign(globalThis, { heard })
      const listen = globalThis.addEventListener
      globalThis.addEventListener = ((type: string, ...rest: [never]) => {
        if (type === 'message') heard.push(type)
        return listen.call(globalThis, type, ...rest)
      }) as typeof listen
    })
    await visitor.signIn(`${name}@almotacen.example`)
    for (const path of own) {
      await visitor.visit(path)
      // A menu opened over the previous screen closes with it.
      await visitor.quiet()
      await page.getByRole('heading').first().waitFor(patient)
      const wayOut = page.getByText('Cerrar sesión')
      // Asks again if the menu closed with a screen change.
      for (let tries = 0; tries < 3 && !(await wayOut.isVisible()); tries++) {
        await page.getByRole('banner').getByRole('button').last().click()
        await wayOut.waitFor({ timeout: 3000 }).catch(() => {})
      }
      await wayOut.waitFor(patient)
      await page.keyboard.press('Escape')
      const found = await page.evaluate(() => ({
        away: [...document.links].map(link => link.href).filter(href => new URL(href).origin !== location.origin),
        kept: [...Object.keys(sessionStorage), ...Object.keys(localStorage)],
        heard: (globalThis as { heard?: string[] }).heard,
        scripts: [...document.scripts].filter(script => !script.src.startsWith(location.origin)).length,
      }))
      expect({ path, away: found.away, heard: found.heard, scripts: found.scripts }).toEqual({
        ...{ path, away: [], heard: [], scripts: 0 },
      })
      expect(
        found.kept.filter(key => !KEPT.test(key)),
        path,
      ).toEqual([])
    }
  },
)

test('ASVS 14.3.3: restores what a user types in its tab only for that user, and stores no word of it in clear', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  const concept = page.getByLabel('Concepto')
  const draft = async () =>
    Object.entries(await page.evaluate(() => ({ ...sessionStorage }))).filter(([name]) =>
      name.startsWith('app__draft_'),
    )
  await visitor.signIn('proveedor@almotacen.example')
  await visitor.goto(paths.sendReport())
  await concept.fill('Planta reservada de Coslada')
  await expect.poll(draft, patient).toHaveLength(1)
  await visitor.goto(paths.sendReport())
  await expect.poll(() => concept.inputValue(), patient).toBe('Planta reservada de Coslada')
  expect(JSON.stringify(await draft())).not.toMatch(/Coslada|concept/)
  // The session ends, and another user signs in to the same tab before the owner is back.
  const [kept] = await draft()
  for (const [email, found] of [
    ['arcadio@almotacen.example', ''],
    ['proveedor@almotacen.example', 'Planta reservada de Coslada'],
  ] as const) {
    await visitor.signIn(email)
    await visitor.goto(paths.sendReport())
    await concept.waitFor(patient)
    await expect.poll(() => concept.inputValue(), patient).toBe(found)
    expect(await draft()).toContainEqual(kept)
  }
})

test('ASVS 14.3.1: signing out leaves nothing in the tab, also without the server', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await visitor.signIn('entidad@almotacen.example')
  await page.evaluate(() => sessionStorage.setItem('borrador', 'lo que se estaba escribiendo'))
  await page.route('**/registersLogin/closeSession', route => route.abort())
  visitor.expectComplaint(/closeSession/)
  await visitor.signOut()
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage)), patient).toEqual([])
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await page.goBack()
  await page.waitForURL('**/auth/sign-in*')
})

/** From here on the portal receives each call of the page and answers none. */
const fallSilent = ({ page }: Visitor) => page.route('**/*', () => {})
const NOT_HEARD = 'El portal no ha confirmado la salida'

test.each([
  ['proveedor', paths.ownData(), (page: Page) => page.getByText('Los suyos y los de su organización.').waitFor()],
  ['borrador', paths.mandatoryData(), (page: Page) => page.getByLabel('Nombre comercial').fill('A medio escribir')],
] as const)(
  'ASVS 14.3.1 7.4.1: %s signs out and leaves nothing on the screen nor in the tab, also when the portal says nothing',
  async (name, path, work) => {
    const visitor = await stage.visitor()
    const { page } = visitor
    await visitor.enter(await portal.signIn(`${name}@almotacen.example`))
    await visitor.goto(path)
    await work(page)
    await visitor.quiet()
    await fallSilent(visitor)
    await visitor.signOut()
    // Long before an answer could arrive.
    expect(await page.getByText(NOT_HEARD).count()).toBe(0)
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    await page.getByLabel('Contraseña', { exact: true }).waitFor()
    expect(await page.locator('#root').textContent()).not.toMatch(/Tramontana|A medio escribir/)
    await page.getByText(NOT_HEARD).waitFor(patient)
    await page.getByText('termina sola en 30 minutos').waitFor()
    expect(await newAccessibilityFaults(page)).toEqual([])
  },
)

test('warns a user whose sign-out the portal refused, until the next sign-in', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await visitor.signIn('entidad@almotacen.example')
  await page.evaluate(() => sessionStorage.setItem('app__csrf', 'de otra clave'))
  visitor.expectComplaint(/403.*closeSession/)
  await visitor.signOut()
  await page.getByText(NOT_HEARD).waitFor(patient)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  await page.getByLabel('Correo electrónico').fill('entidad@almotacen.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/sign-in'))
  await visitor.signOut()
  await page.getByLabel('Contraseña', { exact: true }).waitFor()
  await visitor.quiet()
  expect(await page.getByText(NOT_HEARD).count()).toBe(0)
})

test('ASVS 14.3.1: the other tabs of a session leave with it at once; those of other sessions and people stay', async () => {
  const visitor = await stage.visitor()
  const { page, context } = visitor
  const shows = (tab: Page) => tab.getByText('Los suyos y los de su organización.').waitFor(patient)
  await visitor.signIn('proveedor@almotacen.example')
  await visitor.visit(paths.ownData())
  await shows(page)
  // A tab opened by a page copies its storage, as a duplicated one does.
  const [copy] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void window.open(location.href))])
  await shows(copy)
  const others: Page[] = []
  for (const name of ['proveedor', 'entidad']) {
    const caller = await portal.signIn(`${name}@almotacen.example`)
    const tab = await context.newPage()
    await tab.addInitScript(
      kept => {
        for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
      },
      { authToken: caller.token, app__csrf: caller.csrf, userConnected: name, 'app__completed-user': 'true' },
    )
    await tab.goto(paths.ownData())
    await shows(tab)
    others.push(tab)
  }
  const said: string[] = []
  await page.exposeFunction('hear', (text: string) => said.push(text))
  await page.evaluate(() => {
    new BroadcastChannel('almotacen').onmessage = ({ data }) =>
      (globalThis as unknown as { hear(text: string): void }).hear(JSON.stringify(data))
  })
  const { authToken, app__csrf } = (await page.evaluate(() => ({ ...sessionStorage }))) as Record<string, string>
  // The portal is not involved: only the tab itself can inform the other.
  await context.route('**/api/**', () => {})
  await visitor.signOut()
  await copy.waitForURL('**/auth/sign-in*', { timeout: 3000 })
  await copy.getByLabel('Contraseña', { exact: true }).waitFor()
  expect(await copy.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  await page.getByText(NOT_HEARD).waitFor(patient)
  for (const tab of others) {
    await shows(tab)
    expect(await tab.evaluate(() => sessionStorage.getItem('authToken'))).not.toBeNull()
  }
  expect(said).toHaveLength(1)
  expect(said[0]).not.toContain(authToken)
  expect(said[0]).not.toContain(app__csrf)
})

test('ASVS 6.2.6 6.2.7: passwords are hidden, may be pasted, and say to managers which they are', async () => {
  const visitor = await stage.visitor()
  const { page, context } = visitor
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const fields = async () =>
    page
      .locator('input[autocomplete$="-password"]')
      .evaluateAll(inputs =>
        inputs.map(input => [(input as HTMLInputElement).type, input.getAttribute('autocomplete')].join(' ')),
      )
  await visitor.goto('/auth/sign-in')
  await page.getByLabel('Contraseña', { exact: true }).waitFor()
  expect(await fields()).toEqual(['password current-password'])
  expect(await page.locator('input[autocomplete="username"]').count()).toBe(1)
  const typed = page.getByLabel('Contraseña', { exact: true })
  await page.evaluate(text => navigator.clipboard.writeText(text), PASSWORD)
  await typed.focus()
  await page.keyboard.press('ControlOrMeta+V')
  expect(await typed.inputValue()).toBe(PASSWORD)
  await page.getByRole('button', { name: 'Mostrar lo escrito' }).click()
  expect(await typed.getAttribute('type')).toBe('text')
  await visitor.goto('/auth/reset-password?code=x')
  await page.getByRole('heading', { name: 'Nueva contraseña' }).waitFor()
  await expect.poll(fields, patient).toEqual(['password new-password', 'password new-password'])
  expect(await page.locator('input[type="password"]').count()).toBe(2)
})

test('ASVS 3.7.5: a browser without the needed features gets a message instead of the portal', async () => {
  const visitor = await stage.visitor()
  await visitor.page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SecurityPolicyViolationEvent')
  })
  await visitor.goto('/auth/sign-in')
  await visitor.page.getByText('Su navegador no admite lo que este portal necesita').waitFor()
  expect(await visitor.page.locator('input').count()).toBe(0)
})

test('ASVS 14.2.8: the form says before an upload that the file is kept unchanged, with its metadata', async () => {
  const visitor = await stage.visitor()
  await visitor.signIn('proveedor@almotacen.example')
  await visitor.goto(paths.sendReport())
  await visitor.page.getByText('Se guarda sin cambios, con sus metadatos (autor, fechas).').first().waitFor(patient)
})
