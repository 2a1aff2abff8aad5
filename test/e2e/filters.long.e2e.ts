import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, says, stopClock } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* List filters: typed, cleared, kept in the URL and restored. */

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
  await visitor.page.clock.install()
  await visitor.enter(await portal.signIn(`${name}@almotacen.example`))
  await visitor.goto(path)
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
  await visitor.quiet()
  return visitor
}

test('a pause after a space searches and does not take the space away', async () => {
  const visitor = await visit('entidad', '/provider')
  const { page } = visitor
  const field = page.getByRole('textbox', { name: 'Proveedor' })
  await field.click()
  await stopClock(visitor)
  await page.keyboard.type('Cantera ')
  await page.clock.runFor(1_000)
  await page.waitForURL('**provider=Cantera')
  expect(await field.inputValue()).toBe('Cantera ')
  await page.keyboard.type('Nube')
  await page.clock.runFor(1_000)
  await page.waitForURL('**provider=Cantera+Nube')
  expect(await field.inputValue()).toBe('Cantera Nube')
  await page.clock.resume()
  // On blur the field shows the applied filter.
  await field.fill('  Cantera ')
  await page.keyboard.press('Tab')
  await expect.poll(() => field.inputValue()).toBe('Cantera')
})

test('"Limpiar" right after a key clears the typed text, and a pending search does not restore it', async () => {
  const visitor = await visit('entidad', '/provider')
  const { page } = visitor
  const field = page.getByRole('textbox', { name: 'Proveedor' })
  await field.click()
  await stopClock(visitor)
  await page.keyboard.type('Cantera')
  await page.getByRole('button', { name: 'Limpiar' }).click()
  await page.clock.runFor(1_000)
  await page.clock.resume()
  await visitor.quiet()
  expect(await field.inputValue()).toBe('')
  expect(new URL(page.url()).search).toBe('')
})

test('reports an impossible day, filters nothing, and "Limpiar" clears it', async () => {
  const visitor = await visit('cci', '/access-invitation')
  const { page } = visitor
  const field = page.getByRole('textbox', { name: 'Desde' })
  const clear = page.getByRole('search').getByRole('button', { name: 'Limpiar' })
  await field.fill('01/01/2026')
  await page.waitForURL('**from=2026-01-01**')
  const before = await clear.boundingBox()
  await field.fill('29/02/2026')
  await page.keyboard.press('Tab')
  await says(visitor, 'Ese día no existe')
  await expect.poll(() => page.url()).not.toContain('from=')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.inputValue()).toBe('29/02/2026')
  // A message under one field does not move the others while the user is about to press.
  expect(await clear.boundingBox()).toEqual(before)
  await visitor.checkAccessible()
  await clear.click()
  await expect.poll(() => field.inputValue()).toBe('')
  expect(await field.getAttribute('aria-invalid')).not.toBe('true')
  await field.fill('enero')
  await page.keyboard.press('Tab')
  await says(visitor, 'Escriba la fecha como DD/MM/AAAA')
  await field.fill('02/01/2026')
  await page.waitForURL('**from=2026-01-02**')
  expect(await field.getAttribute('aria-invalid')).not.toBe('true')
})

test('LIM-12: a page beyond the last shows the last, whether rows went or the address asks for it', async () => {
  const visitor = await visit('entidad', '/provider?fav=true')
  const { page } = visitor
  await page.getByRole('button', { name: 'Página 2' }).click()
  await says(visitor, '7–8 de 8')
  // The old page's rows stay until the new ones arrive.
  await visitor.quiet()
  await page
    .getByRole('button', { name: /^Favorito: Tramontana/ })
    .first()
    .click()
  await says(visitor, '1–3 de 3')
  expect(new URL(page.url()).searchParams.get('page')).toBeNull()
  const centre = await visit('cci', '/access-invitation')
  await centre.goto('/access-invitation?page=99')
  await says(centre, /^19 de 19 invitaciones$/)
  expect(new URL(centre.page.url()).searchParams.get('page')).toBe('3')
  // The back button skips the URL that was corrected.
  await centre.page.goBack()
  await says(centre, '1–6 de 19')
})

const ways: [string, string, RegExp, RegExp][] = [
  ['a verification', '/provider?provider=tra&q-kind=report', /^Verificar/, /^Volver a la lista$/],
  ['an edit', '/entity?provider=c&sort=provider%2Cdesc', /^Editar/, /^Volver a las entidades$/],
  [
    'an incident',
    '/incidences/incidences-CCI?from=2026-01-01',
    /^(Editar|Abrir|Gestionar|Ver)/,
    /^Volver a la gestión/,
  ],
]

test.each(ways)(
  'ROUTE-34: "Volver" from %s gives back the list as it was filtered',
  async (_from, list, into, back) => {
    const visitor = await visit('cci', list)
    const { page } = visitor
    if (list.startsWith('/entity')) await page.getByRole('table').locator('tbody').getByRole('button').first().click()
    await page.getByRole('main').getByRole('link', { name: into }).first().click()
    await page.waitForURL(url => url.pathname !== list.split('?')[0])
    await page.getByRole('main').getByRole('link', { name: back }).click()
    const [pathname = '', search = ''] = list.split('?')
    await page.waitForURL(url => url.pathname === pathname)
    const found = new URL(page.url()).searchParams
    for (const [name, value] of new URLSearchParams(search)) expect(found.get(name)).toBe(value)
  },
)

test('ROUTE-34: "Cancelar" of a new request gives back the services as they were filtered', async () => {
  const { page } = await visit('proveedor', '/?status=REJECTED&sort=audit%2Cdesc')
  await page.getByRole('link', { name: 'Nueva solicitud' }).click()
  await page.waitForURL('**/send-report')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.waitForURL(url => url.pathname === '/')
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('status'), searchParams.get('sort')]).toEqual(['REJECTED', 'audit,desc'])
})

test('ignores an unknown order or page in the address, and shows its own', async () => {
  const visitor = await visit('cci', '/access-invitation?sort=nombre,asc&page=-1')
  await says(visitor, '1–6 de 19')
  expect(await visitor.page.getByText('Hay campos por corregir').count()).toBe(0)
})

test('INV-03: the counts above the list follow the other filters', async () => {
  const visitor = await visit('cci', '/access-invitation')
  const { page } = visitor
  await page.getByRole('button', { name: /^Todas\s*19$/ }).waitFor()
  await page.getByRole('textbox', { name: 'Correo', exact: true }).fill('cantera')
  await says(visitor, /^1 de 1 invitación$/)
  await page.getByRole('button', { name: /^Todas\s*1$/ }).waitFor()
})

test('EXP-29: a list opens without a filter of an old address that it does not know, and says so', async () => {
  const cci = await visit('cci', '/provider?q-assignee=todas&status=VIEJO&provider=Cantera')
  const { page } = cci
  await page.getByText('La lista se abre sin un filtro').first().waitFor()
  await page.waitForURL(url => url.search === '?provider=Cantera')
  await page
    .getByRole('row', { name: /Cantera Nube/ })
    .first()
    .waitFor()
  expect(await page.getByText('No se ha podido cargar la lista').count()).toBe(0)
})
