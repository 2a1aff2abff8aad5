import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Every URL of the portal in the browser: screen, access, and the page of lists. */

let portal: TestPortal
let stage: Stage
let guest: Visitor
let cci: Visitor
let provider: Visitor
let other: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  ;[guest, cci, provider, other] = (await Promise.all(Array.from({ length: 4 }, () => stage.visitor()))) as [
    Visitor,
    Visitor,
    Visitor,
    Visitor,
  ]
  await cci.signIn('cci@almotacen.example')
  await provider.signIn('proveedor@almotacen.example')
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const FORBIDDEN = 'No tiene acceso a esta pantalla'

/** Opens a URL and waits for the screen's only h1. */
async function opens(visitor: Visitor, path: string, title: string | RegExp): Promise<void> {
  await visitor.visit(path)
  await visitor.page.getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' }).waitFor()
  expect(`${pathOf(visitor)}${new URL(visitor.page.url()).search}`).toBe(path)
}

const participant = (name: string) =>
  portal.app.db.selectFrom('participant').select('id').where('name', 'like', name).executeTakeFirstOrThrow()

/** A request of the demo data, by provider and state. */
const request = (status: 'PENDING' | 'REJECTED' | 'QUALIFIED', name = 'Tramontana%') =>
  portal.app.db
    .selectFrom('validation as v')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .select(['v.id', 'v.participant_id'])
    .where('v.kind', '=', 'AUDIT_REPORT')
    .where('v.status', '=', status)
    .where('p.name', 'like', name)
    .executeTakeFirstOrThrow()

const documentation = (name: string) =>
  portal.app.db
    .selectFrom('validation as v')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .select(['v.id', 'v.participant_id'])
    .where('v.kind', '=', 'DOC_MIN')
    .where('p.name', 'like', name)
    .executeTakeFirstOrThrow()

test('ROUTE-02 ROUTE-03: /auth/sign-in and /sign-in are the sign-in screen', async () => {
  for (const path of ['/auth/sign-in', '/sign-in']) {
    await opens(guest, path, 'Acceso al portal')
    expect(await guest.page.getByRole('button', { name: 'Entrar' }).count()).toBe(1)
    expect(await guest.page.getByRole('region', { name: 'Qué hace el portal' }).count()).toBe(1)
  }
})

test('ROUTE-05 ROUTE-06: /auth/reset-password and /reset-password are the reset', async () => {
  for (const path of ['/auth/reset-password', '/reset-password']) {
    await opens(guest, path, 'Nueva contraseña')
    // Its code is removed from the URL.
    await guest.goto(`${path}?code=x`)
    await guest.page.getByLabel('Repita la contraseña nueva').waitFor()
    await expect.poll(() => guest.page.url()).not.toContain('code')
    expect(pathOf(guest)).toBe(path)
    expect(await guest.page.getByRole('region', { name: 'Qué hace el portal' }).count()).toBe(1)
  }
})

test('ROUTE-01: without a session every route of the main layout leads to sign-in', async () => {
  const { page } = guest
  const paths = [
    '/',
    '/provider',
    '/entity',
    '/audit',
    '/notifications',
    '/own-data',
    '/own-documentation',
    '/security',
    '/editUser/a/PROVIDER',
    '/user-management',
    '/view-users',
    '/incidences',
    '/incidences/incidences-CCI',
    '/incidences/open-incidence/a-b-r',
    '/documentation-data-configuration',
    '/service-configuration',
    '/stadistic-login',
    '/access-invitation',
    '/documentation-verification/a-b-DOC_MIN',
    '/documentation-view/a-b-DOC_MIN',
    '/report-verification/a-b-AUDIT_REPORT',
    '/send-report',
    '/send-report/a',
    '/send-report-cci/a',
  ]
  for (const path of paths) {
    await guest.visit(path)
    await page.waitForURL(url => url.pathname === '/auth/sign-in' && url.searchParams.get('next') === path)
  }
})

test('ROUTE-04: /auth/change-password is the forced change, beside the slider', async () => {
  const { page } = other
  await other.signIn('nuevo@almotacen.example')
  await opens(other, '/auth/change-password', 'Elija su contraseña')
  expect(await page.getByRole('region', { name: 'Qué hace el portal' }).count()).toBe(1)
})

test('ROUTE-07: /auth/mandatory-data is the mandatory data, without slider or menu', async () => {
  const { page } = other
  await other.signIn('borrador@almotacen.example')
  await opens(other, '/auth/mandatory-data', 'Complete su alta')
  expect(await page.getByRole('region', { name: 'Qué hace el portal' }).count()).toBe(0)
  expect(await page.getByRole('navigation', { name: 'Menú principal' }).count()).toBe(0)
})

test('ROUTE-10 ROUTE-11 ROUTE-12: CCI has the provider, entity and evaluator lists', async () => {
  const { page } = cci
  for (const [path, title, table] of [
    ['/entity', 'BÚSQUEDA ENTIDADES', 'Banco Santander, S.A.'],
    ['/audit', 'BÚSQUEDA EVALUADORES', /Quintanilla y Robles/],
  ] as const) {
    await opens(cci, path, title)
    await page.getByRole('table').getByText(table).first().waitFor()
    await opens(provider, path, FORBIDDEN)
  }
  await opens(cci, '/provider', 'Cola de verificación')
  await page.getByRole('heading', { name: 'BÚSQUEDA PROVEEDORES' }).waitFor()
  await cci.goto('/')
  await page.waitForURL('**/provider')
  await opens(provider, '/provider', 'BÚSQUEDA DE SERVICIOS')
})

test('ROUTE-08 ROUTE-09: / is the start screen, another for a provider, an evaluator and an entity', async () => {
  const { page } = provider
  await opens(provider, '/', 'Buenos días, Lucía')
  await page.getByRole('heading', { name: 'BÚSQUEDA DE SERVICIOS' }).waitFor()
  await other.signIn('evaluador@almotacen.example')
  await opens(other, '/', 'Buenos días, Beatriz')
  expect(await other.page.getByRole('heading', { name: 'BÚSQUEDA DE SERVICIOS' }).count()).toBe(0)
  await other.signIn('entidad@almotacen.example')
  await opens(other, '/', 'Sus proveedores, hoy')
  await other.page.getByRole('heading', { name: 'BÚSQUEDA PROVEEDORES' }).waitFor()
})

test('ROUTE-13 ROUTE-14 ROUTE-15: the notifications and the own screens of a participant', async () => {
  const { page } = provider
  await opens(provider, '/notifications', 'Notificaciones')
  await page.getByRole('table', { name: 'Notificaciones' }).waitFor()
  await opens(provider, '/own-data', 'Mis datos')
  expect(await page.getByLabel('CIF').first().inputValue()).toMatch(/^B0047218\d$/)
  await opens(provider, '/own-documentation', 'Mi documentación')
})

test('ROUTE-14 ROLE-21: a user of CCI reaches its own data and those of the centre by Mi cuenta', async () => {
  const { page } = cci
  await opens(cci, '/security', 'Mi cuenta')
  await page.getByRole('link', { name: 'Cambiar su nombre y teléfono' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mis datos' }).waitFor()
  await page.getByRole('heading', { name: 'Su organización' }).waitFor()
  await page.getByLabel('Nombre', { exact: true }).fill('Amparo')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Datos guardados').first().waitFor()
  await page
    .getByRole('banner')
    .getByText(/^Amparo /)
    .waitFor()
})

test('ROUTE-09: a user without a name is asked for it, at the start and in Mis datos', async () => {
  const { db } = portal.app
  await db
    .updateTable('portal_user')
    .set({ name: '', surnames: '', position: '', phone: '' })
    .where('email', '=', 'mirlo@almotacen.example')
    .execute()
  const nameless = await stage.visitor()
  await nameless.signIn('mirlo@almotacen.example')
  const { page } = nameless
  await page.getByRole('heading', { level: 1, name: 'Buenos días', exact: true }).waitFor()
  await page.getByRole('banner').getByText('mirlo@almotacen.example').waitFor()
  await page.getByRole('link', { name: 'Díganos su nombre' }).click()
  await page.getByLabel('Nombre', { exact: true }).first().fill('Nerea')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Datos guardados').first().waitFor()
  await opens(nameless, '/', 'Buenos días, Nerea')
  expect(await page.getByRole('link', { name: 'Díganos su nombre' }).count()).toBe(0)
  await nameless.close()
})

test('ONB-03: the principal user says in its onboarding who it is', async () => {
  const { db } = portal.app
  const email = 'borrador@almotacen.example'
  // As all users created by an invitation.
  await db
    .updateTable('portal_user')
    .set({ name: '', surnames: '', position: '', phone: '' })
    .where('email', '=', email)
    .execute()
  const invited = await stage.visitor()
  await invited.signIn(email)
  const { page } = invited
  await page.getByRole('heading', { level: 1, name: 'Complete su alta' }).waitFor()
  const own = page.getByRole('group', { name: 'Su usuario' })
  await own.getByLabel('Nombre').fill('Jimena')
  await own.getByLabel('Apellidos').fill('Ruiz Abad')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Borrador guardado').first().waitFor()
  const saved = await db
    .selectFrom('portal_user')
    .select(['name', 'surnames'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(saved).toEqual({ name: 'Jimena', surnames: 'Ruiz Abad' })
  await invited.close()
})

test('ROUTE-16 ROUTE-29: CCI edits a participant, and sends a report for a provider', async () => {
  const { id } = await participant('Cantera%')
  await opens(cci, `/editUser/${id}/PROVIDER`, /^Editar Cantera/)
  await opens(cci, `/send-report-cci/${id}`, 'CREAR NUEVA SOLICITUD DE VERIFICACIÓN DE INFORME DE AUDITORÍA')
  await cci.page.getByRole('main').getByText('Cantera Nube').first().waitFor()
})

test('ROUTE-17 ROUTE-20: the incidents of a participant, and their management by CCI', async () => {
  await opens(provider, '/incidences', 'NOTIFICAR INCIDENCIA')
  await provider.page.getByRole('list', { name: 'Incidencias por estado' }).waitFor()
  await opens(cci, '/incidences/incidences-CCI', 'GESTIÓN INCIDENCIA')
  await cci.page.getByRole('table').getByText('Corte de la centralita').first().waitFor()
  await opens(provider, '/incidences/incidences-CCI', FORBIDDEN)
})

test('ROUTE-18 ROUTE-19: an incident opens to write or, in mode r, to read; without an incident it is a new one', async () => {
  const { page } = cci
  const incident = await portal.app.db
    .selectFrom('incident')
    .select(['id', 'provider_id', 'title'])
    .where('title', '=', 'Parada de la línea de ensobrado')
    .executeTakeFirstOrThrow()
  const { provider_id: owner, id, title } = incident
  const fields = page.getByRole('main').getByRole('textbox')
  await opens(cci, `/incidences/open-incidence/${owner}-${id}-w`, title)
  expect(await page.getByRole('main').getByLabel('Título').inputValue()).toBe(title)
  await opens(cci, `/incidences/open-incidence/${owner}-${id}-r`, title)
  await page.getByText('Avería de la línea 2 en Illescas.').waitFor()
  expect(await fields.count()).toBe(0)
  await opens(cci, `/incidences/open-incidence/${owner}--w`, 'Nueva incidencia')
  await page.getByRole('main').getByLabel('Título').waitFor()
  expect(await page.getByRole('main').getByLabel('Título').inputValue()).toBe('')
})

test('ROUTE-21 ROUTE-22 ROUTE-23: CCI has invitations, the configuration and the services', async () => {
  for (const [path, title] of [
    ['/access-invitation', 'Invitaciones'],
    ['/documentation-data-configuration', 'Documentación y datos'],
    ['/service-configuration', 'Servicios'],
  ] as const) {
    await opens(cci, path, title)
  }
  await opens(provider, '/access-invitation', FORBIDDEN)
})

test('ROUTE-24 ROUTE-25: the documentation of a participant, to verify and to read', async () => {
  const { page } = cci
  const sent = await documentation('Hontanar%')
  await opens(
    cci,
    `/documentation-verification/${sent.participant_id}-${sent.id}-DOC_MIN`,
    'Verificación de documentación',
  )
  await page.getByText('Hontanar Centros de Datos').first().waitFor()
  await page.getByRole('button', { name: /^Aceptar/ }).waitFor()
  const accepted = await documentation('Cantera%')
  await opens(cci, `/documentation-view/${accepted.participant_id}-${accepted.id}-DOC_MIN`, /^Documentación de Cantera/)
  expect(await page.getByRole('button', { name: /^(Aceptar|Rechazar)/ }).count()).toBe(0)
})

test('ROUTE-26: an audit report, to verify', async () => {
  const pending = await request('PENDING', 'Arcadio%')
  await opens(
    cci,
    `/report-verification/${pending.participant_id}-${pending.id}-AUDIT_REPORT`,
    'Verificación de informe',
  )
  await cci.page.getByText('Arcadio Mensajería').first().waitFor()
})

test('ROUTE-24 ROUTE-25 ROUTE-26: a key with parts that do not belong together, or to the screen, opens nothing', async () => {
  const { page } = cci
  const [docs, report] = [await documentation('Hontanar%'), await request('PENDING', 'Arcadio%')]
  const [none, noReport] = ['La dirección no lleva a ninguna documentación.', 'La dirección no lleva a ningún informe.']
  for (const [path, words] of [
    [`/documentation-verification/${docs.participant_id}-${report.id}-DOC_MIN`, none],
    [`/documentation-verification/${report.participant_id}-${report.id}-AUDIT_REPORT`, none],
    [`/documentation-verification/${report.participant_id}-${docs.id}-DOC_MIN`, none],
    [`/documentation-verification/${docs.participant_id}-${docs.id}-AUDIT_REPORT`, none],
    [`/documentation-view/${report.participant_id}-${docs.id}-DOC_MIN`, none],
    [`/report-verification/${report.participant_id}-${docs.id}-AUDIT_REPORT`, noReport],
    [`/report-verification/${docs.participant_id}-${docs.id}-DOC_MIN`, noReport],
    [`/report-verification/${docs.participant_id}-${report.id}-AUDIT_REPORT`, noReport],
  ] as const) {
    await cci.visit(path)
    expect(pathOf(cci)).toBe(path)
    await page.getByRole('main').getByText(words).waitFor()
    expect(await page.getByRole('button', { name: /^(Aceptar|Rechazar|Reintentar)/ }).count(), path).toBe(0)
  }
})

test('ROUTE-27 ROUTE-28: a provider writes a new request, or edits one', async () => {
  const { page } = provider
  const title = 'Enviar solicitud de verificación de informe de auditoría'
  await opens(provider, '/send-report', title)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Enviar/ })
    .last()
    .waitFor()
  const rejected = await request('REJECTED')
  await opens(provider, `/send-report/${rejected.id}`, title)
  await page.getByText('de la solicitud de «Destrucción confidencial»').waitFor()
})

test('VAL-03: a qualified request reads Calificado wherever it is opened', async () => {
  const { page } = provider
  const qualified = await portal.app.db
    .selectFrom('validation as v')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .select(['v.id', 'v.participant_id'])
    .where('s.description', '=', 'Custodia documental')
    .executeTakeFirstOrThrow()
  const main = page.getByRole('main')
  await opens(
    provider,
    `/documentation-view/${qualified.participant_id}-${qualified.id}-AUDIT_REPORT`,
    'Informe de «Custodia documental»',
  )
  await main.getByText('Calificado', { exact: true }).waitFor()
  await provider.visit(`/send-report/${qualified.id}`)
  await main.getByText('El estado de la solicitud de «Custodia documental» es «Calificado»').waitFor()
})

test('ROUTE-30 ROUTE-31 ROUTE-32: user management, all users with filters, and the login statistics', async () => {
  const { page } = cci
  await opens(provider, '/user-management', 'Gestión de usuarios')
  await provider.page.getByRole('button', { name: 'Crear usuario' }).waitFor()
  await provider.page
    .getByRole('table')
    .getByRole('button', { name: /^Editar/ })
    .first()
    .waitFor()
  await opens(cci, '/view-users', 'Usuarios por participante')
  for (const filter of ['Participante', 'Correo', 'Rol', 'Estado']) await page.getByLabel(filter).first().waitFor()
  await opens(cci, '/stadistic-login', 'ESTADÍSTICAS DE LOGIN')
  await page.getByRole('table', { name: 'Sesiones' }).getByText('cci@almotacen.example').first().waitFor()
})

const pageNow = (page: Page) => page.locator('[aria-label="Paginación"] [aria-current=page]').textContent()
// The old page's rows stay until the new ones arrive.
const rowsOf = (page: Page) => page.getByRole('table').getByRole('row')
const turnTo = async (page: Page, number: number) => {
  const turn = page.getByRole('button', { name: `Página ${number}` })
  await turn.waitFor()
  const before = await rowsOf(page).allTextContents()
  await turn.click()
  await expect.poll(() => rowsOf(page).allTextContents()).not.toEqual(before)
  expect(await pageNow(page)).toBe(String(number))
  return { before, after: await rowsOf(page).allTextContents() }
}

test('ROUTE-33: another screen and back through the menu, and the list is at its first page', async () => {
  const { page } = cci
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Estadísticas' }).waitFor()
  await opens(cci, '/view-users', 'Usuarios por participante')
  const { before } = await turnTo(page, 2)
  await menu.getByRole('link', { name: 'Crear/Gestionar usuarios' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gestión de usuarios' }).waitFor()
  await menu.getByRole('link', { name: 'Visualización' }).click()
  await page.getByRole('heading', { level: 1, name: 'Usuarios por participante' }).waitFor()
  await page.getByRole('button', { name: 'Página 2' }).waitFor()
  expect(await pageNow(page)).toBe('1')
  await expect.poll(() => rowsOf(page).allTextContents()).toEqual(before)
})

test('ROUTE-34: to the read-only documentation and back, and the list is at the page where it was', async () => {
  const { page } = other
  await opens(other, '/provider', 'BÚSQUEDA PROVEEDORES')
  const { after } = await turnTo(page, 2)
  const link = rowsOf(page)
    .getByRole('link', { name: /ocumenta|informe/ })
    .first()
  await link.click()
  await page.waitForURL('**/documentation-view/**')
  await page.getByRole('button', { name: 'Volver' }).click()
  await page.waitForURL('**/provider?**')
  await link.waitFor()
  expect(await pageNow(page)).toBe('2')
  await expect.poll(() => rowsOf(page).allTextContents()).toEqual(after)
})

test('LAYOUT-12 LAYOUT-14: at an unknown address a signed-in user keeps the menu', async () => {
  const { page } = provider
  await provider.goto('/esto/no/existe')
  await page.getByRole('heading', { level: 1, name: 'No se ha encontrado la página' }).waitFor()
  expect(await page.title()).toMatch(/^No se ha encontrado la página · /)
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Incidencias' }).click()
  await page.getByRole('heading', { level: 1, name: 'NOTIFICAR INCIDENCIA' }).waitFor()
  await guest.goto('/esto/no/existe')
  await guest.page.getByRole('heading', { level: 1, name: 'No se ha encontrado la página' }).waitFor()
  expect(await guest.page.getByRole('navigation', { name: 'Menú principal' }).count()).toBe(0)
})

test('a first screen loads at most 16 scripts and style sheets', async () => {
  const parts = new Set<string>()
  const note = (request: Request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) parts.add(request.url())
  }
  provider.page.on('request', note)
  await provider.goto('/')
  await provider.page.getByRole('heading', { level: 1 }).waitFor()
  await provider.quiet()
  provider.page.off('request', note)
  expect(parts.size).toBeGreaterThan(4)
  expect(parts.size, [...parts].join('\n')).toBeLessThanOrEqual(16)
})

test('nothing of all this made the browser complain', async () => {
  for (const visitor of [guest, cci, provider, other]) await visitor.close()
})
