import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'

/* Ctrl-K: finds everything visible by name, with the keyboard alone. */

const readers = ['cci', 'entidad', 'hontanar'] as const
const words = {
  cci: 'Buscar participante, CIF o servicio',
  entidad: 'Buscar proveedor, CIF o servicio',
  hontanar: 'Buscar una pantalla',
}

let portal: TestPortal
let stage: Stage
let visitors: Record<(typeof readers)[number], Visitor>

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  visitors = await stage.people(readers, name => (name === 'entidad' ? { width: 360, dark: true } : {}))
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const button = ({ page }: Visitor) => page.getByRole('button', { name: /^Buscar / })
const palette = ({ page }: Visitor) => page.getByRole('dialog', { name: /^Buscar / })
const field = (visitor: Visitor) => palette(visitor).getByRole('combobox', { name: /^Buscar / })
const groups = (visitor: Visitor) => palette(visitor).getByRole('group')

test.each(readers)('the one search field of %s says what it finds', async name => {
  const { page } = visitors[name]
  await visitors[name].open('/')
  await page.getByRole('button', { name: words[name] }).click()
  expect(await field(visitors[name]).getAttribute('placeholder')).toBe(words[name])
  await page.keyboard.press('Escape')
  await palette(visitors[name]).waitFor({ state: 'hidden' })
})

/** The options by kind, once `last` is among them. */
async function shown(visitor: Visitor, last: string): Promise<Record<string, string[]>> {
  await palette(visitor).getByRole('option', { name: last }).first().waitFor()
  const found: Record<string, string[]> = {}
  for (const text of await groups(visitor).allInnerTexts()) {
    const [kind = '', ...options] = text.split('\n')
    found[kind] = options
  }
  return found
}

/** The option that Enter opens: the highlighted one equals aria-activedescendant. */
async function chosen(visitor: Visitor): Promise<string> {
  const id = await field(visitor).getAttribute('aria-activedescendant')
  const option = palette(visitor).locator('[data-combobox-selected]')
  expect(await option.getAttribute('id')).toBe(id)
  return (await option.allInnerTexts())[0]!.split('\n')[0]!
}

const ofCci = steps()
ofCci('Ctrl-K opens the screens of CCI, from within a field too, and Escape closes it', async () => {
  const { cci } = visitors
  await cci.open('/provider')
  await cci.page.getByRole('textbox', { name: 'Proveedor' }).first().focus()
  await cci.page.keyboard.press('Control+k')
  await field(cci).waitFor()
  expect(await field(cci).evaluate(element => element === document.activeElement)).toBe(true)
  const screens = (await shown(cci, 'Mi cuenta')).Pantallas!
  for (const screen of ['Entidades', 'Servicios', 'Invitaciones', 'Notificaciones']) expect(screens).toContain(screen)
  expect(screens).not.toContain('Mis datos')
  await cci.checkAccessible()
  await cci.page.keyboard.press('Escape')
  await palette(cci).waitFor({ state: 'hidden' })
  expect(pathOf(cci)).toBe('/provider')
})

ofCci('CCI goes to a screen and to a participant by the keyboard alone', async () => {
  const { cci } = visitors
  const { keyboard } = cci.page
  await keyboard.press('Control+k')
  await field(cci).waitFor()
  await keyboard.type('INVITACION')
  await shown(cci, 'Invitaciones')
  expect(await chosen(cci)).toBe('Invitaciones')
  await keyboard.press('Enter')
  await cci.page.waitForURL('**/access-invitation')
  await palette(cci).waitFor({ state: 'hidden' })

  await keyboard.press('Control+k')
  await field(cci).waitFor()
  expect(await field(cci).inputValue()).toBe('')
  await keyboard.type('penafiel transc')
  await shown(cci, 'Peñafiel Transcripciones')
  expect(await chosen(cci)).toBe('Peñafiel Transcripciones, S.L.')
  await keyboard.press('Enter')
  await cci.page.waitForURL('**/editUser/*/PROVIDER')
  await cci.page
    .getByRole('heading', { name: /Peñafiel Transcripciones/ })
    .first()
    .waitFor()
})

ofCci('CCI finds a report that waits, an incident and a user, and the arrows choose', async () => {
  const { cci } = visitors
  const { page } = cci
  await button(cci).click()
  await page.keyboard.type('lumbre')
  const found = await shown(cci, 'lumbre@almotacen.example')
  expect(Object.keys(found)).toEqual(['Participantes', 'Informes', 'Incidencias', 'Usuarios'])
  expect(found.Informes).toEqual(expect.arrayContaining(['Atención telefónica', 'Caducada']))
  await cci.checkAccessible()
  for (let down = 0; down < 3; down++) await page.keyboard.press('ArrowDown')
  expect(await chosen(cci)).toBe('Corte de la centralita')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/incidences/open-incidence/*-w')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('transporte valija')
  await shown(cci, 'Transporte de valija')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/report-verification/*-AUDIT_REPORT')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('ferrer casals')
  await shown(cci, 'Lucía Ferrer Casals')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/view-users?email=proveedor%40almotacen.example')
  await page.getByRole('row').filter({ hasText: 'Lucía Ferrer Casals' }).waitFor()
})

test('text typed right after Ctrl-K goes to the search, and decides no document beneath', async () => {
  const { cci } = visitors
  const { page } = cci
  await cci.open('/provider')
  await button(cci).click()
  await page.keyboard.type('transporte valija')
  await shown(cci, 'Transporte de valija')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/report-verification/*-AUDIT_REPORT')
  await says(cci, 'Abierto. Ya puede decidir.')

  const focused = await page.evaluate(async () => {
    const { activeElement, body } = document
    if (activeElement instanceof HTMLElement) activeElement.blur()
    body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }))
    await Promise.resolve()
    return document.activeElement?.getAttribute('aria-label')
  })
  expect(focused).toBe(words.cci)
  await field(cci).evaluate(element => element.blur())
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await palette(cci).waitFor({ state: 'hidden' })
  await cci.quiet()
  await says(cci, 'Abierto. Ya puede decidir.')
  await says(cci, '0 de 2 decididos')
  // With no window open the same key decides.
  await page.keyboard.press('a')
  await says(cci, '1 de 2 decididos')
})

test('a bank on a phone finds a provider and its report, and nothing that is not published', async () => {
  const { entidad } = visitors
  const { page } = entidad
  await button(entidad).click()
  await field(entidad).fill('hontanar')
  await says(entidad, 'Nada coincide con «hontanar».')
  expect(await palette(entidad).getByRole('option').count()).toBe(0)
  await field(entidad).fill('LUMBRE')
  const found = await shown(entidad, 'Atención telefónica')
  expect(Object.keys(found)).toEqual(['Proveedores', 'Informes'])
  await entidad.checkAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname === '/provider' && url.searchParams.has('row'))
  await page.getByRole('dialog').getByText('Lumbre Sistemas, S.L.').first().waitFor()
})

test('SRCH-06: a bank types a service, and Enter shows its qualified providers by level', async () => {
  const { entidad } = visitors
  const { page } = entidad
  await entidad.open('/')
  await button(entidad).click()
  await field(entidad).fill('custodia doc')
  const found = await shown(entidad, 'Custodia documental')
  expect(found.Servicios).toEqual(['Custodia documental', 'Proveedores calificados, por nivel'])
  expect(await chosen(entidad)).toBe('Custodia documental')
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname === '/provider' && url.searchParams.get('sort') === 'score,desc')
  const table = page.getByRole('table', { name: 'Lista de proveedores' })
  // A/B/A+ before B/A/B.
  await expect.poll(() => table.textContent()).toMatch(/Tramontana.*Lumbre/)
})

test('the palette begins an incident about a provider, and remembers what was opened, unreadable to others', async () => {
  const { cci } = visitors
  const { page } = cci
  await cci.open('/provider')
  await button(cci).click()
  await field(cci).fill('nueva incidencia')
  await shown(cci, 'Nueva incidencia de…')
  await page.keyboard.press('Enter')
  const provider = palette(cci).getByRole('combobox', { name: /Escriba el proveedor/ })
  await provider.fill('lumbre')
  await shown(cci, 'Lumbre Sistemas')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Nueva incidencia' })
  await dialog.getByText('Sobre Lumbre Sistemas, S.L.', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(pathOf(cci)).toBe('/incidences')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('penafiel')
  await shown(cci, 'Peñafiel Transcripciones')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/editUser/*/PROVIDER')
  await page.keyboard.press('Control+k')
  expect((await shown(cci, 'Mi cuenta')).Recientes?.[0]).toBe('Peñafiel Transcripciones, S.L.')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('Peñafiel')
  await page.keyboard.press('Escape')
  await palette(cci).waitFor({ state: 'hidden' })
})

test('? shows all keys and turns them off, and in a list J, K and the arrows go from row to row', async () => {
  const { cci } = visitors
  const { page } = cci
  await cci.open('/provider')
  const names = page.getByRole('table', { name: 'Lista de proveedores' }).getByRole('rowheader').getByRole('button')
  await names.nth(2).waitFor()
  await names.first().focus()
  const focused = (place: number) => names.nth(place).evaluate(name => name === document.activeElement)
  for (const [key, place] of [
    ['j', 1],
    ['ArrowDown', 2],
    ['k', 1],
    ['ArrowUp', 0],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused(place)).toBe(true)
  }
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Teclas' })
  await keys.getByRole('checkbox').uncheck()
  await cci.checkAccessible()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await field(cci).waitFor()
  expect(await keys.count()).toBe(0)
  await page.keyboard.type('?')
  await keys.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
})

test('an answer that comes late is not shown, and a failure can be tried again', async () => {
  const { cci } = visitors
  const { page } = cci
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/v1/search?q=arcadio', async route => {
    await held
    await route.continue().catch(() => {})
  })
  await page.keyboard.press('Control+k')
  const asked = page.waitForRequest('**/api/v1/search?q=arcadio')
  await field(cci).fill('arcadio')
  await asked
  await palette(cci).getByText('Buscando…').waitFor()
  await field(cci).fill('tramontana')
  await shown(cci, 'Tramontana Custodia Digital, S.L.')
  release()
  await cci.quiet()
  expect(await palette(cci).getByText('Arcadio Mensajería Segura').count()).toBe(0)

  cci.expectComplaint(/status of 500 .* \/api\/v1\/search\?q=cantera$/)
  await page.route('**/api/v1/search?q=cantera', route => route.fulfill({ status: 500, body: '' }))
  await field(cci).fill('cantera')
  await palette(cci).getByRole('alert').getByText('No se ha podido buscar.').waitFor()
  await cci.checkAccessible()
  await page.unroute('**/api/v1/search?q=cantera')
  await palette(cci).getByRole('button', { name: 'Reintentar' }).click()
  await shown(cci, 'Cantera Nube, S.L.')
  await page.keyboard.press('Escape')
})

test('D49: before the first acceptance a user finds its own screens, without a call to the server', async () => {
  const { hontanar } = visitors
  const { page } = hontanar
  const asked: string[] = []
  page.on('request', request => void (request.url().includes('/search') && asked.push(request.url())))
  await button(hontanar).click()
  expect(await shown(hontanar, 'Mi cuenta')).toEqual({
    Pantallas: ['Notificaciones', 'Aclaraciones', 'Mis datos', 'Mi documentación', 'Mi cuenta'],
  })
  await field(hontanar).fill('hontanar')
  await says(hontanar, 'Nada coincide con «hontanar».')
  await field(hontanar).fill('mi doc')
  await shown(hontanar, 'Mi documentación')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/own-documentation')
  expect(asked).toEqual([])
})
