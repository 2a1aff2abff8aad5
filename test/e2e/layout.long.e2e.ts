import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listNotifications, markNotification } from '#domain/notification/contract.ts'
import { PRODUCT_NAME } from '#domain/values/product.ts'
import type { RecordedCall, Stage, Visitor } from '#test/support/browser.ts'
import { openStage, recordCalls, recordedCalls, stopClock, storageOf } from '#test/support/browser.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { kilobytesOf, loadedFiles } from '../../scripts/measure/first-visit.ts'

/* The frame of every screen: menus, bar, bell, notifications, footer, and background polling. */

const CCI = 'cci@almotacen.example'

let portal: TestPortal
let stage: Stage
let centre: Caller
let cci: Visitor
let provider: Visitor
let other: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  ;[cci, provider, other] = (await Promise.all(Array.from({ length: 3 }, () => stage.visitor()))) as [
    Visitor,
    Visitor,
    Visitor,
  ]
  centre = await portal.signIn(CCI)
  await Promise.all([cci.page.clock.install(), provider.page.clock.install(), recordCalls(cci)])
  await cci.signIn(CCI)
  await provider.signIn('proveedor@almotacen.example')
})
// Each test starts from a fresh screen, and time goes on also after a test that failed while it was stopped.
beforeEach(async () => {
  await cci.page.clock.resume()
  await Promise.all([cci.visit('/provider'), provider.visit('/')])
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })
const crumbsOf = (page: Page) => page.getByRole('navigation', { name: 'Migas' })
const bellOf = (page: Page) => page.getByRole('button', { name: /notificaci(ón|ones) sin leer/ })
const listOf = (page: Page) => page.getByRole('list', { name: 'Lista de notificaciones' })
const userMenuOf = (page: Page) => page.getByRole('banner').getByRole('button').last()
const unread = async () => {
  const { body } = await centre.call(listNotifications, { query: { isRead: 'false', size: 50 } })
  return body as { totalElements: number; content: { id: string; message: string }[] }
}

/** Opens every submenu. */
async function unfold(menu: Locator): Promise<void> {
  await menu.waitFor()
  const folded = menu.getByRole('button', { expanded: false })
  while ((await folded.count()) > 0) await folded.first().click()
}

/** The menu entries without their counts, submenus as pairs; every submenu is expanded. */
async function wordsOf(menu: Locator): Promise<unknown[]> {
  await unfold(menu)
  return menu
    .getByRole('list')
    .first()
    .evaluate(list =>
      [...list.children].map(item => {
        const own = item.querySelector(':scope > a span, :scope > button span')?.textContent?.trim()
        const sub = [...item.querySelectorAll(':scope > ul a span:first-child')].map(label => label.textContent?.trim())
        return sub.length > 0 ? [own, sub] : own
      }),
    )
}

/** The dominant channel of a computed colour. */
const hueOf = (locator: Locator, property: 'backgroundColor' | 'color') =>
  locator.evaluate((element, name) => {
    const canvas = document.createElement('canvas').getContext('2d')!
    canvas.fillStyle = getComputedStyle(element)[name]
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return red > green && red > blue ? 'red' : green > red && green > blue ? 'green' : 'none'
  }, property)

test('LAYOUT-13 LAYOUT-21 LAYOUT-22: CCI always has its menu, with users and their submenu, and incidents', async () => {
  const words = await wordsOf(menuOf(cci.page))
  expect(words.slice(0, 3)).toEqual([
    'Cola de verificación',
    ['Gestión de usuarios', ['Crear/Gestionar usuarios', 'Visualización']],
    'Incidencias',
  ])
})

test('LAYOUT-23 LAYOUT-24: CCI has the participants and the configuration with their submenus', async () => {
  expect((await wordsOf(menuOf(cci.page))).slice(3, 5)).toEqual([
    ['Participantes', ['Proveedores', 'Entidades', 'Evaluadores']],
    [
      'Configuración Sistema',
      [
        ...['Documentación y datos', 'Servicios', 'Seguridad de acceso', 'Reglas del centro'],
        ...['Ediciones del registro', 'Marco de controles', 'Correos y procesos'],
      ],
    ],
  ])
})

test('LAYOUT-25 LAYOUT-26: CCI has invitations and statistics, and an entry leads to its screen', async () => {
  const menu = menuOf(cci.page)
  expect((await wordsOf(menu)).slice(5)).toEqual([
    'Invitaciones',
    'Estadísticas',
    'Hallazgos',
    'Aclaraciones',
    ['Sector', ['Concentración del sector']],
  ])
  await menu.getByRole('link', { name: 'Estadísticas' }).click()
  await cci.page.getByRole('heading', { level: 1, name: 'ESTADÍSTICAS DE LOGIN' }).waitFor()
  expect(await menu.getByRole('link', { name: 'Estadísticas' }).getAttribute('aria-current')).toBe('page')
})

test('LAYOUT-19: while the screen changes a mask covers the whole viewport', async () => {
  const { page } = cci
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/assets/ServicesPage*.js', async route => {
    await held
    await route.continue()
  })
  const mask = page.getByRole('status').filter({ hasText: /^Cargando$/ })
  await cci.quiet()
  await expect.poll(() => mask.count()).toBe(0)
  await unfold(menuOf(page))
  await menuOf(page).getByRole('link', { name: 'Servicios' }).click()
  // The router's mask takes the place of the screen's.
  await expect.poll(() => mask.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize()! })
  release()
  await page.getByRole('heading', { level: 1, name: 'Servicios' }).waitFor()
  await mask.waitFor({ state: 'detached' })
})

test('LAYOUT-11: the side menu folds and unfolds', async () => {
  const { page } = cci
  const menu = menuOf(page)
  const wide = (await menu.boundingBox())!.width
  await page.getByRole('button', { name: 'Plegar el menú' }).click()
  await menu.getByText('Invitaciones').waitFor({ state: 'hidden' })
  await expect.poll(async () => (await menu.boundingBox())!.width).toBeLessThan(wide / 2)
  expect(await menu.getByRole('link', { name: 'Invitaciones' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Desplegar el menú' }).click()
  await menu.getByText('Invitaciones').waitFor()
  expect((await menu.boundingBox())!.width).toBe(wide)
})

test('LAYOUT-14 LAYOUT-15 LAYOUT-16: the first crumb is Home; it leads CCI to /provider, others to /', async () => {
  const { page } = cci
  await cci.visit('/service-configuration')
  await crumbsOf(page).getByText('Servicios').waitFor()
  expect((await crumbsOf(page).getByRole('listitem').allTextContents()).filter(Boolean)).toEqual([
    'Home',
    'Configuración Sistema',
    'Servicios',
  ])
  await crumbsOf(page).getByRole('link', { name: 'Home' }).click()
  await page.waitForURL('**/provider')
  await menuOf(provider.page).getByRole('link', { name: 'Gestión de usuarios' }).click()
  await provider.page.waitForURL('**/user-management')
  await crumbsOf(provider.page).getByRole('link', { name: 'Home' }).click()
  await provider.page.waitForURL(url => url.pathname === '/')
  expect((await crumbsOf(provider.page).getByRole('listitem').allTextContents()).filter(Boolean)).toEqual(['Home'])
})

test('EXP-13: crumbs that do not fit are in a menu, and the last is never cut', async () => {
  const { page } = cci
  const { width, height } = page.viewportSize()!
  await cci.visit(`/provider/${await portal.participantOf('proveedor')}`)
  const last = crumbsOf(page).getByText('Ficha de proveedor')
  await last.waitFor()
  await crumbsOf(page).getByRole('link', { name: 'Proveedores' }).waitFor()
  await page.setViewportSize({ width: 1280, height })
  const more = crumbsOf(page).getByRole('button', { name: 'Migas que no caben' })
  await more.waitFor()
  expect(await last.evaluate(each => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0)
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Proveedores' }).waitFor()
  await cci.checkAccessible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width, height })
  await crumbsOf(page).getByRole('link', { name: 'Proveedores' }).waitFor()
})

test('LAYOUT-10 ROLE-21: the user menu of CCI has neither Mi documentación nor Mis datos', async () => {
  const { page } = cci
  await userMenuOf(page).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Mi cuenta', 'Cerrar sesión'])
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
})

test('LAYOUT-09: the user menu of a provider has Mis datos, Mi documentación and Cerrar sesión', async () => {
  const { page } = provider
  await userMenuOf(page).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).waitFor()
  const items = await page.getByRole('menuitem').allTextContents()
  expect(items).toEqual(expect.arrayContaining(['Mis datos', 'Mi documentación', 'Cerrar sesión']))
  await page.getByRole('menuitem', { name: 'Mi documentación' }).click()
  await page.waitForURL('**/own-documentation')
  await userMenuOf(page).click()
  await page.getByRole('menuitem', { name: 'Mis datos' }).click()
  await page.waitForURL('**/own-data')
})

test('LAYOUT-06 LAYOUT-07: the bell counts and lists only unread notifications', async () => {
  const { page } = cci
  const before = await unread()
  expect(before.totalElements).toBeGreaterThan(2)
  expect(await bellOf(page).textContent()).toBe(String(before.totalElements))
  await bellOf(page).click()
  await listOf(page).waitFor()
  const items = listOf(page).getByRole('listitem')
  expect(await items.count()).toBe(before.totalElements)
  for (const { message } of before.content) await listOf(page).getByText(message).first().waitFor()
  // Each with the icon of its kind.
  const pictures = await items.evaluateAll(all =>
    all.map(each => each.querySelector('a svg, button svg')?.classList[1]),
  )
  expect(new Set(pictures).size).toBeGreaterThan(1)
  await items.first().getByRole('button', { name: 'Marcar como leída' }).click()
  await page.getByRole('button', { name: `${before.totalElements - 1} notificaciones sin leer` }).waitFor()
  await expect.poll(() => items.count()).toBe(before.totalElements - 1)
  expect((await unread()).totalElements).toBe(before.totalElements - 1)
  await bellOf(page).click()
  await listOf(page).waitFor({ state: 'hidden' })
})

test('LAYOUT-08: the list of the bell is at most 55vh high, and scrolls', async () => {
  const { page } = cci
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width, height: 400 })
  await bellOf(page).click()
  const sizes = () => listOf(page).evaluate(list => [list.getBoundingClientRect().height, list.scrollHeight])
  await expect.poll(async () => (await sizes())[0]).toBe(220)
  expect((await sizes())[1]).toBeGreaterThan(220)
  await page.setViewportSize({ width, height })
  await bellOf(page).click()
  await listOf(page).waitFor({ state: 'hidden' })
})

test('LAYOUT-17 LAYOUT-18: the footer links to data protection and shows the year 2021', async () => {
  const footer = cci.page.getByRole('contentinfo')
  const link = footer.getByRole('link', { name: 'Protección de datos' })
  const answer = await cci.page.request.get((await link.getAttribute('href'))!)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toContain('application/pdf')
  expect(await footer.textContent()).toMatch(/© 2021/)
})

test('LAYOUT-20: the root view fills the viewport, however high', async () => {
  const { page } = cci
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width, height: 2_400 })
  const bottoms = () =>
    page.evaluate(() => [
      document.getElementById('root')!.getBoundingClientRect().bottom,
      document.querySelector('footer')!.getBoundingClientRect().bottom,
      document.querySelector('nav')!.getBoundingClientRect().bottom,
    ])
  await expect.poll(bottoms).toEqual([2_400, 2_400, 2_400])
  await page.setViewportSize({ width, height })
})

test('LAYOUT-03 LAYOUT-05 LIM-06: shows a failure in red in the top bar, for 8 s', async () => {
  const { page } = cci
  cci.expectComplaint(/net::ERR_FAILED .*\/api\/v1\/notifications\//)
  await page.route('**/api/v1/notifications/*', route => route.abort())
  await bellOf(page).click()
  await page.getByRole('link', { name: 'Ver todas las notificaciones' }).click()
  const mark = page.getByRole('table').getByRole('button', { name: 'Marcar como leída' }).first()
  await mark.waitFor()
  await stopClock(cci)
  const above = (await mark.boundingBox())!.y
  await mark.click()
  const bar = page.getByRole('alert').filter({ hasText: 'No hay conexión con el portal.' })
  await bar.waitFor()
  // It overlays the page, which does not move under the pointer.
  expect((await mark.boundingBox())!.y).toBe(above)
  expect(await hueOf(bar.locator('> *'), 'backgroundColor')).toBe('red')
  expect(await hueOf(bar.locator('> *'), 'color')).toBe('red')
  const [bannerBox, barBox] = await Promise.all([page.getByRole('banner').boundingBox(), bar.boundingBox()])
  expect(barBox!.y).toBe(bannerBox!.y + bannerBox!.height)
  await page.clock.runFor(7_999)
  expect(await bar.count()).toBe(1)
  await page.clock.runFor(1)
  await bar.waitFor({ state: 'detached' })
  await page.clock.resume()
  await page.unroute('**/api/v1/notifications/*')
})

test('LAYOUT-03: a message goes with the screen that it is about', async () => {
  const { page } = cci
  await cci.goto('/documentation-data-configuration')
  await page.getByRole('button', { name: 'Añadir documento' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  const bar = page.getByRole('status').filter({ hasText: 'No hay cambios que guardar.' })
  await bar.waitFor()
  await menuOf(page).getByRole('link', { name: 'Invitaciones' }).click()
  await page.waitForURL('**/access-invitation')
  await bar.waitFor({ state: 'detached', timeout: 2_000 })
})

test('LAYOUT-04 LAYOUT-03 LIM-06: a notice is green, and stays as long', async () => {
  const { page } = provider
  await menuOf(page).getByRole('link', { name: 'Incidencias' }).click()
  await page.getByRole('button', { name: 'Nueva incidencia' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nueva incidencia' })
  await dialog.getByLabel('Título').fill('Corte de luz')
  await dialog.getByLabel('Detalle').fill('Media hora sin luz en el almacén.')
  await stopClock(provider)
  await dialog.getByRole('button', { name: 'Enviar incidencia' }).click()
  const bar = page.getByRole('status').filter({ hasText: 'El CCI contactará con usted para su gestión' })
  await bar.waitFor()
  expect(await hueOf(bar.locator('> *'), 'backgroundColor')).toBe('green')
  expect(await hueOf(bar.locator('> *'), 'color')).toBe('green')
  await page.clock.runFor(7_999)
  expect(await bar.count()).toBe(1)
  await page.clock.runFor(1)
  await bar.waitFor({ state: 'detached' })
  await page.clock.resume()
})

test('LIM-07: a toast lasts 3 s, and one with undo 10 s; Ctrl+Z undoes the last act', async () => {
  const { page } = cci
  await menuOf(page).getByRole('link', { name: 'Invitaciones' }).click()
  await stopClock(cci)
  const invite = async (email: string) => {
    await page.getByRole('main').getByLabel('Correo electrónico').first().fill(email)
    await page
      .getByRole('button', { name: /^Enviar/ })
      .first()
      .click()
    await page.getByText('Invitación enviada').waitFor()
  }
  const lasts = async (words: string, time: number) => {
    const toast = page.getByRole('status').filter({ hasText: words })
    await toast.waitFor()
    await page.clock.runFor(time - 1)
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(1)
    // Only its exit animation is left.
    await page.clock.runFor(400)
    await toast.waitFor({ state: 'detached' })
  }
  await invite('nadie@sierranorte.example')
  await lasts('Invitación enviada', 10_000)

  await invite('otro@sierranorte.example')
  await page.keyboard.press('Control+z')
  await lasts('Deshecho', 3_000)
  // The list shows an answer that comes later only if time goes on.
  await page.clock.resume()
  await page.getByRole('row').filter({ hasText: 'nadie@sierranorte.example' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'otro@sierranorte.example' }).waitFor({ state: 'detached' })
  const mailed = (await portal.mails()).map(({ to }) => to)
  expect(mailed).toContain('nadie@sierranorte.example')
  expect(mailed).not.toContain('otro@sierranorte.example')
})

test('a window that opens hides a toast that only confirms, and a toast under a resting pointer goes away', async () => {
  const { page } = cci
  await cci.goto('/documentation-data-configuration?rol=ENTITY')
  const save = page.getByRole('button', { name: 'Guardar' })
  const toast = page.getByRole('status').filter({ hasText: 'Configuración guardada' })
  const saves = async (text: string) => {
    await page.getByRole('textbox', { name: 'Descripción, línea 1' }).fill(text)
    await save.click()
    await toast.waitFor()
  }
  await page.getByRole('textbox', { name: 'Descripción, línea 1' }).waitFor()
  await stopClock(cci)
  await saves('Vigente, de momento')
  const { x, y, width, height } = (await toast.boundingBox())!
  await page.clock.runFor(3_400)
  await toast.waitFor({ state: 'detached' })

  await page.mouse.move(x + width / 2, y + height / 2)
  await page.getByRole('textbox', { name: 'Descripción, línea 1' }).fill('Vigente, otra vez')
  await save.press('Enter')
  await toast.waitFor()
  expect(await toast.evaluate(node => node.matches(':hover'))).toBe(true)
  await page.clock.runFor(3_400)
  await toast.waitFor({ state: 'detached' })

  await saves('Vigente, y basta')
  await page.getByRole('main').locator('h1').click()
  await page.keyboard.press('?')
  await page.clock.runFor(400)
  await page.getByRole('dialog').waitFor()
  await toast.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.clock.resume()
})

test.each([1440, 360])('at %i px a toast appears under a message of the bar and its close button', async width => {
  const { page } = cci
  const size = page.viewportSize()!
  await page.setViewportSize({ width, height: 800 })
  await cci.goto('/documentation-data-configuration?rol=ENTITY')
  const add = page.getByRole('button', { name: 'Añadir documento' })
  const save = page.getByRole('button', { name: 'Guardar' })
  await page.getByRole('textbox', { name: 'Descripción, línea 1' }).fill(`Vigente, ${width}`)
  await stopClock(cci)
  await save.click()
  const toast = page.getByRole('status').filter({ hasText: 'Configuración guardada' })
  await toast.waitFor()
  await add.click()
  await save.click()
  const message = page.getByRole('status').filter({ hasText: 'No hay cambios que guardar.' })
  await message.waitFor()
  // The toast has appeared.
  await page.clock.runFor(1_000)
  const [above, below] = [(await message.boundingBox())!, (await toast.boundingBox())!]
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height)
  await page.clock.resume()
  await page.setViewportSize(size)
})

test('LIM-01: every 60 s the bell asks for unread notifications', async () => {
  const { page } = cci
  await stopClock(cci)
  const { totalElements, content } = await unread()
  const id = content[0]!.id
  const from = (await recordedCalls(cci)).length
  await centre.call(markNotification, { params: { id }, body: { isRead: true } })
  // One second at a time, and none during a request: the next poll is due a minute after the answer.
  for (let seconds = 0; seconds < 190; seconds++) {
    await page.clock.runFor(1_000)
    await page.waitForFunction(
      () => (window as unknown as { recordedCalls: RecordedCall[] }).recordedCalls.at(-1)?.answeredAt !== null,
      null,
      { polling: 10 },
    )
  }
  const polls = (await recordedCalls(cci)).slice(from).filter(({ url }) => url.includes('isRead=false'))
  expect(polls.length).toBe(3)
  for (const [index, { at }] of polls.slice(1).entries()) {
    const pause = at - polls[index]!.answeredAt!
    expect(pause).toBeGreaterThanOrEqual(60_000)
    expect(pause).toBeLessThan(63_000)
  }
  expect(await bellOf(page).textContent()).toBe(String(totalElements - 1))
  await page.clock.resume()
})

test('LIM-02 API-18: every 300000 ms the session is pinged', async () => {
  const { page } = cci
  await stopClock(cci)
  const from = (await recordedCalls(cci)).length
  for (let time = 0; time < 900_000; time += 60_000) await page.clock.runFor(60_000)
  const pings = (await recordedCalls(cci)).slice(from).filter(({ url }) => url.endsWith('/closeSession'))
  expect(pings.length).toBe(3)
  expect(pings.map(({ at }) => at - pings[0]!.at)).toEqual([0, 300_000, 600_000])
  const token = (await storageOf(cci)).authToken!
  for (const { method, url, body } of pings) {
    expect([method, url]).toEqual(['POST', '/api/v1/registersLogin/closeSession'])
    expect(body).toBe(new URLSearchParams({ token }).toString())
  }
  await page.clock.resume()
})

test('LAYOUT-27: the menu of a provider', async () => {
  expect(await wordsOf(menuOf(provider.page))).toEqual([
    'Inicio',
    'Gestión de usuarios',
    'Incidencias',
    'Envío informe de auditoría',
    ['Hallazgos y aclaraciones', ['Hallazgos', 'Aclaraciones']],
    'Datos para sus clientes',
  ])
})

test('LAYOUT-28 LAYOUT-29: the menus of an evaluator and of an entity', async () => {
  const { page } = other
  await other.signIn('evaluador@almotacen.example')
  await menuOf(page).waitFor()
  expect(await wordsOf(menuOf(page))).toEqual([
    ...['Inicio', 'Gestión de usuarios', 'Evaluaciones', 'Independencia', 'Hallazgos', 'Aclaraciones'],
  ])
  await other.signIn('entidad@almotacen.example')
  await menuOf(page).waitFor()
  expect(await wordsOf(menuOf(page))).toEqual([
    ...['Inicio', 'Gestión de usuarios', 'Incidencias'],
    ...['Comunicados', 'Niveles exigidos', 'Registro DORA', 'Expedientes'],
    ['Más', ['Concentración', 'Calendario', 'Claves y webhooks']],
  ])
})

test('API-18: Cerrar sesión closes the session at the server', async () => {
  const { page } = other
  await other.signIn('entidad@almotacen.example')
  const token = (await storageOf(other)).authToken!
  await userMenuOf(page).click()
  const [closed] = await Promise.all([
    // Its answer, not its request: the screen does not wait for the portal.
    page.waitForResponse('**/registersLogin/closeSession'),
    page.getByRole('menuitem', { name: 'Cerrar sesión' }).click(),
  ])
  const request = closed.request()
  expect([request.method(), request.postData(), closed.status()]).toEqual([
    'POST',
    new URLSearchParams({ token, close: 'true' }).toString(),
    204,
  ])
  await page.waitForURL('**/auth/sign-in')
  const answer = await page.request.get('/api/v1/session', {
    headers: { authorization: token, 'x-requested-with': 'XMLHttpRequest', 'x-csrf-token': 'x' },
  })
  expect(answer.status()).toBe(401)
})

test.each(['hontanar@almotacen.example', 'rechazado@almotacen.example'])(
  'LAYOUT-12: %s, without a fully accepted documentation, sees no side menu',
  async email => {
    await other.signIn(email)
    await other.page.getByRole('heading', { level: 1 }).waitFor()
    await userMenuOf(other.page).waitFor()
    expect(await menuOf(other.page).count()).toBe(0)
    expect(await menuOf(provider.page).count()).toBe(1)
  },
)

test('LAYOUT-01 LAYOUT-02: in an English browser too the portal is Spanish and says its name', async () => {
  const context = await stage.browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto('/auth/sign-in')
  await page.getByRole('img', { name: PRODUCT_NAME }).waitFor()
  expect(await page.title()).toBe(`Acceso al portal · ${PRODUCT_NAME}`)
  expect(await page.locator('html').getAttribute('lang')).toMatch(/^es\b/)
  await page.getByLabel('Correo electrónico').fill(CCI)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cola de verificación' }).waitFor()
  await page.getByRole('img', { name: PRODUCT_NAME }).first().waitFor()
  await context.close()
})

test('EXP-30 (bytes): the first visit loads the parts that its screens share, and none that only later ones need', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  const kilobytes = async () => kilobytesOf(await loadedFiles(page))
  await page.goto('/auth/sign-in')
  await page.getByRole('button', { name: 'Entrar' }).waitFor()
  expect(await kilobytes()).toBeLessThan(140)
  await visitor.signIn(CCI)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // All that the screen draws, fonts too.
  await visitor.quiet()
  const files = await loadedFiles(page)
  expect(files.map(({ name }) => name.replace(/-[\w-]{8}\./, '.'))).toContain('first.js')
  expect(files.filter(({ name }) => /^(shared|starts|later)-/.test(name))).toEqual([])
  expect(await kilobytes()).toBeLessThan(395)
  await page.close()
})

test('text becomes neither markup nor code in any page', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  visitor.expectComplaint(/violates the following Content Security Policy|requires 'Trusted/i)
  await page.goto('/auth/sign-in')
  await page.getByRole('button', { name: 'Entrar' }).waitFor()
  const tried = await page.evaluate(async () => {
    // The test's own call may eval; later code of the page may not.
    await new Promise(resolve => setTimeout(resolve))
    const outcome = (attempt: () => unknown) => {
      try {
        attempt()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const div = document.createElement('div')
    return {
      markup: outcome(() => {
        div.innerHTML = '<img src="x" onerror="globalThis.ran = true">'
      }),
      code: outcome(() => new Function('globalThis.ran = true')()),
      foreign: outcome(() => new Worker('https://evil.example/assets/x.js')),
      inline: outcome(() => new Worker('data:text/javascript,1')),
      policy: outcome(() => (globalThis as any).trustedTypes.createPolicy('other', {})),
      plain: outcome(() => {
        div.innerHTML = '.a > .b { color: red }'
      }),
      ran: String((globalThis as any).ran),
    }
  })
  expect(tried).toEqual({
    markup: 'TypeError',
    code: 'EvalError',
    foreign: 'TypeError',
    inline: 'TypeError',
    policy: 'TypeError',
    plain: 'done',
    ran: 'undefined',
  })
  await page.close()
})

test('a working button keeps the focus, and takes no second press', async () => {
  provider.expectComplaint(/403 .*\/users\//)
  const { page } = provider
  await provider.goto('/account')
  for (const [label, value] of [
    ['Contraseña actual', 'No.Es.Esta.1'],
    ['Contraseña nueva', 'Elegida.Hoy.26'],
    ['Repita la contraseña nueva', 'Elegida.Hoy.26'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  let sent = 0
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/v1/users/*', async route => {
    if (route.request().method() === 'PATCH') {
      sent++
      arrived.resolve()
      await released.promise
    }
    await route.continue()
  })
  const button = page.getByRole('button', { name: 'Cambiar la contraseña' })
  await button.focus()
  await page.keyboard.press('Enter')
  await arrived.promise
  expect(await button.getAttribute('aria-busy')).toBe('true')
  expect(await button.evaluate(element => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByLabel('Repita la contraseña nueva').press('Enter')
  released.resolve()
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull()
  expect(sent).toBe(1)
  await page.unroute('**/api/v1/users/*')
})

test('the page itself asks for the fonts of its first screen, so that nothing moves under a hand', async () => {
  const stranger = await stage.visitor()
  await stranger.goto('/auth/sign-in')
  await stranger.page.getByRole('heading', { name: 'Acceso al portal' }).waitFor()
  await stranger.quiet()
  const asked = await stranger.page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ initiatorType }) => initiatorType),
  )
  // 'css' would be a file that is missing on first paint.
  expect(asked).toEqual(['link', 'link'])
  await stranger.close()
})

test('nothing of all this made the browser complain', async () => {
  for (const visitor of [cci, provider, other]) await visitor.close()
})
