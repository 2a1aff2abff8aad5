import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeInvitation, listInvitations } from '#domain/invitation/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, rowOf, rowTexts, says } from '#test/support/browser.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Common behaviour of all lists: exports match the view, and the list fits its screen. */

let portal: TestPortal
let stage: Stage
let cci: Visitor
let entity: Visitor
let centre: Caller

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  centre = await portal.signIn('cci@almotacen.example')
  stage = await openStage(portal)
  ;({ cci, entidad: entity } = await stage.people(['cci', 'entidad']))
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const exporter = (page: Page, list: string) => page.getByRole('button', { name: `Exportar: ${list}`, exact: true })

async function exported(page: Page, list: string, format: 'CSV' | 'Excel'): Promise<Download> {
  await exporter(page, list).click()
  const item = page.getByRole('menuitem', { name: format, exact: true })
  return (await Promise.all([page.waitForEvent('download'), item.click()]))[0]
}

async function csvOf(download: Download): Promise<string[][]> {
  const bytes = await readFile(await download.path())
  return readCsv(Buffer.concat([Buffer.from('sep=;\r\n'), bytes.subarray(3)])).slice(1)
}

test('LIM-12 LIM-33 D27: the invitations that the filters let through, all pages, in the order that is shown', async () => {
  const { page } = cci
  await cci.open('/access-invitation')
  await choose(page, page.getByRole('search').getByLabel('Tipo'), 'Proveedor')
  // The rows in the old order stay until the new ones arrive.
  const sorted = page.waitForResponse(answer => answer.url().includes('sort=email'))
  await page.getByRole('button', { name: 'CORREO' }).click()
  await sorted
  await cci.quiet()
  const first = await rowTexts(page, 'Invitaciones emitidas', 6)
  const download = await exported(page, 'Invitaciones emitidas', 'CSV')
  expect(download.suggestedFilename()).toBe('invitaciones-2026-11-21.csv')
  const [head, ...rows] = await csvOf(download)
  expect(head!.slice(0, 4)).toEqual(['Correo', 'Participante', 'NRBE', 'Tipo'])
  const { body } = await centre.call(listInvitations, {
    query: { type: 'PROVIDER', sort: 'email,asc', size: 9999 },
  })
  expect(rows.length).toBeGreaterThan(6)
  expect(rows.map(row => row[0])).toEqual((body.content as { email: string }[]).map(row => row.email))
  for (const [index, text] of first.entries()) expect(text).toContain(rows[index]![0])
  await says(cci, 'Lista exportada')
})

test('D52 LIM-37: a bank exports its favourites to Excel with the columns that it shows, by the keyboard alone', async () => {
  const { page } = entity
  await entity.open('/provider?fav=true')
  await rowOf(page, 'Tramontana').first().waitFor()
  const columns = page.getByRole('button', { name: 'Columnas' })
  await columns.click()
  await page.getByRole('checkbox', { name: 'Estado' }).uncheck()
  await page.keyboard.press('Escape')
  const button = exporter(page, 'Lista de proveedores')
  await columns.focus()
  await page.keyboard.press('Tab')
  expect(await button.evaluate(node => node === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('CSV')
  await page.keyboard.press('ArrowDown')
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toBe('proveedores-2026-11-21.xlsx')
  const [sheet] = (await readXlsx(await readFile(await download.path()))).sheets
  expect(sheet!.rows[0]).toEqual([
    'Proveedor',
    'CIF',
    'Favorito',
    'Servicio',
    'Fecha caducidad',
    'Calificación',
    'Incidencia',
  ])
  const bank = await portal.signIn('entidad@almotacen.example')
  const { body } = await bank.call(readOverview, {
    params: { kind: 'PROVIDER' },
    query: { fav: 'true', sort: 'provider,asc', size: 9999 },
  })
  expect(sheet!.rows.slice(1).map(row => row[1])).toEqual((body.content as { cif: string }[]).map(row => row.cif))
  await expect.poll(() => button.evaluate(node => node === document.activeElement)).toBe(true)
})

test('USR-03: the users of all participants are exported too', async () => {
  await cci.open('/view-users')
  await rowTexts(cci.page, 'Usuarios por participante', 6)
  const download = await exported(cci.page, 'Usuarios por participante', 'CSV')
  expect(download.suggestedFilename()).toBe('usuarios-2026-11-21.csv')
  const users = await portal.app.db.selectFrom('portal_user').select('id').where('deleted_at', 'is', null).execute()
  expect(await csvOf(download)).toHaveLength(users.length + 1)
})

test('D27: an empty list says why it cannot be exported, and a failed export is reported', async () => {
  cci.expectComplaint(/ERR_FAILED .*users\/export/)
  const { page } = cci
  await cci.open('/view-users?email=nadie@')
  await says(cci, 'Ningún usuario coincide')
  const button = exporter(page, 'Usuarios por participante')
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await button.focus()
  await says(cci, 'No hay nada que exportar: la lista está vacía.')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('menu').count()).toBe(0)
  await cci.open('/view-users')
  await rowTexts(page, 'Usuarios por participante', 6)
  await page.route('**/users/export**', route => route.abort())
  await exporter(page, 'Usuarios por participante').click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  await says(cci, 'No hay conexión con el portal')
  await page.unroute('**/users/export**')
})

test('while the file is made, the menu says so and is disabled', async () => {
  const { page } = cci
  await cci.open('/service-configuration')
  await rowOf(page, 'Custodia documental').first().waitFor()
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/service-catalogs/export**', async route => {
    await held
    await route.continue()
  })
  await exporter(page, 'Servicios').click()
  const item = page.getByRole('menuitem', { name: 'CSV' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    item.click().then(async () => {
      await page.getByRole('status').filter({ hasText: 'Preparando el archivo' }).waitFor({ state: 'attached' })
      expect(await exporter(page, 'Servicios').getAttribute('aria-disabled')).toBe('true')
      await page.keyboard.press('Enter')
      expect(await page.getByRole('menuitem').filter({ visible: true }).count()).toBe(0)
      release()
    }),
  ])
  expect(download.suggestedFilename()).toBe('servicios-2026-11-21.csv')
  await page.unroute('**/service-catalogs/export**')
})

test('a list shows as many rows as were asked for, still after a reload, and its head stays in the window', async () => {
  const { page } = cci
  await cci.open('/access-invitation?page=1')
  await rowTexts(page, 'Invitaciones emitidas', 6)
  await page.getByRole('button', { name: '25 por página' }).click()
  await rowTexts(page, 'Invitaciones emitidas', 19)
  expect(new URL(page.url()).searchParams.get('page')).toBeNull()
  await page.reload()
  await rowTexts(page, 'Invitaciones emitidas', 19)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const head = page.getByRole('columnheader', { name: /^CORREO/ })
  await expect.poll(async () => Math.round((await head.boundingBox())!.y)).toBe(64)
  await page.getByRole('button', { name: '6 por página' }).click()
  await rowTexts(page, 'Invitaciones emitidas', 6)
})

test('an e-mail stays on one line and is copied whole; a state with more to say is no stop of the Tab key', async () => {
  const { page, context } = cci
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await cci.open('/view-users')
  await page.getByRole('button', { name: 'Copiar arcadio@almotacen.example' }).press('Enter')
  await page.getByRole('button', { name: 'Copiado: arcadio@almotacen.example' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('arcadio@almotacen.example')
  const heights = await page
    .getByTitle(/@/)
    .evaluateAll(mails => mails.map(mail => mail.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(30)
  await cci.open('/provider')
  await page.locator('main [aria-description]').first().waitFor()
  expect(await page.locator('main [data-s][tabindex]').count()).toBe(0)
})

test('saves a view in the menu under a name, opens it by default, renames and deletes it', async () => {
  const { page } = cci
  await cci.open('/entity?status=PENDING')
  await rowTexts(page, 'Entidades', 1)
  const views = page.getByRole('button', { name: 'Vistas guardadas: Entidades' })
  await views.click()
  await page.getByRole('menuitem', { name: 'Guardar vista' }).click()
  const form = page.getByRole('dialog', { name: 'Guardar vista' })
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await form.getByText('Escriba un nombre').waitFor()
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Bancos por verificar')
  await cci.checkAccessible()
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'hidden' })
  const pinned = page.getByRole('navigation').getByRole('link', { name: 'Bancos por verificar' })
  await pinned.waitFor()
  expect(await pinned.getAttribute('href')).toBe('/entity?status=PENDING')

  await cci.open('/entity')
  await rowTexts(page, 'Entidades', 1)
  expect(new URL(page.url()).search).toBe('?status=PENDING')
  await views.click()
  await page.getByRole('menuitem', { name: 'Sin vista: la lista entera' }).click()
  await rowTexts(page, 'Entidades', 3)
  await pinned.click()
  await rowTexts(page, 'Entidades', 1)

  await views.click()
  await page.getByRole('menuitem', { name: 'Cambiar las vistas' }).click()
  const window = page.getByRole('dialog', { name: 'Vistas guardadas' })
  await window.getByRole('textbox').fill('Bancos nuevos')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').getByText('Bancos nuevos').waitFor()
  await cci.checkAccessible()
  await window.getByRole('button', { name: 'Eliminar la vista Bancos nuevos' }).press('Enter')
  await window.getByText('No queda ninguna vista en esta lista.').waitFor()
  await page.keyboard.press('Escape')
  await window.waitFor({ state: 'hidden' })
  expect(await page.getByRole('navigation').getByText('Mis vistas').count()).toBe(0)
})

test('ALERT-09: a search with a filter that no longer exists opens without it and says so; a colleague’s is offered', async () => {
  const view = {
    path: '/provider',
    search: 'color=rojo&status=QUALIFIED',
    pinned: false,
    created_at: portal.clock.now(),
  }
  const { cci: own, cci2: other } = Object.fromEntries(
    await Promise.all(
      ['cci', 'cci2'].map(async name => [name, (await portal.signIn(`${name}@almotacen.example`)).me] as const),
    ),
  )
  await portal.app.db
    .insertInto('saved_view')
    .values([
      { ...view, id: '01j00000000000000000000001', user_id: own!.userId, name: 'De antes', shared: false },
      { ...view, id: '01j00000000000000000000002', user_id: other!.userId, name: 'De equipo', shared: true },
    ])
    .execute()
  const { page } = cci
  await cci.open('/provider')
  const views = page.getByRole('button', { name: /^Vistas guardadas: / })
  await views.click()
  await page.getByRole('menuitem', { name: /^De equipo · / }).waitFor()
  await cci.checkAccessible()
  await page.getByRole('menuitem', { name: 'De antes' }).click()
  await page.getByText('La búsqueda se abre sin un filtro').waitFor()
  await page.getByText('Esta lista ya no tiene «color». Guárdela otra vez.').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?status=QUALIFIED')
})

test.each([360, 768])('no list scrolls sideways at %i px, with rows or without', async width => {
  const visitor = await stage.visitor({ width })
  await visitor.signIn('entidad@almotacen.example')
  const { page } = visitor
  for (const path of ['/provider', '/provider?provider=nadie', '/incidences', '/notifications']) {
    await visitor.open(path)
    await page.getByRole('button', { name: /^Exportar: / }).waitFor()
    await visitor.checkAccessible()
    const sizes = await page.evaluate(() =>
      [document.documentElement, document.querySelector('table')!.parentElement!].map(node => [
        node.scrollWidth,
        node.clientWidth,
      ]),
    )
    for (const [needed, room] of sizes) expect(needed, `${path} at ${width}`).toBeLessThanOrEqual(room!)
  }
  await visitor.close()
})

const boxOf = (page: Page, name: RegExp) => page.getByRole('checkbox', { name }).first()

test('invitations are withdrawn together after one question, and each row shows its outcome', async () => {
  cci.expectComplaint(/409 .*invitations/)
  const { page } = cci
  // High enough for nothing to lie half under a bar.
  await page.setViewportSize({ width: 1440, height: 1_600 })
  await cci.open('/access-invitation?status=PENDING')
  await rowTexts(page, 'Invitaciones emitidas', 3)
  const boxes = page.getByRole('checkbox', { name: /^Seleccionar .*@/ })
  await boxes.first().press('Space')
  await page.getByText('1 seleccionada', { exact: true }).waitFor()
  await boxes.last().click({ modifiers: ['Shift'] })
  await page.getByText('3 seleccionadas').waitFor()
  await cci.checkAccessible()
  // A colleague is faster with one of them.
  const { id, email } = await portal.app.db
    .selectFrom('invitation')
    .select(['id', 'email'])
    .where('status', '=', 'PENDING')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const colleague = await portal.signIn('cci2@almotacen.example')
  await colleague.call(changeInvitation, { params: { id }, body: { status: 'REJECTED' } })

  await page.getByRole('button', { name: 'Retirar', exact: true }).click()
  const window = page.getByRole('alertdialog', { name: 'Retirar' })
  await window.getByText('Se hará con 3 de 3:').waitFor()
  await cci.checkAccessible()
  await window.getByRole('button', { name: 'Retirar' }).click()
  await window.getByText('Hecho con 2 de 3.').waitFor()
  const lines = window.getByRole('listitem')
  const failed = lines.filter({ hasText: email })
  expect(await failed.textContent()).toContain('La invitación ya está aceptada o retirada y no admite este cambio.')
  expect(await lines.filter({ hasText: /Hecho$/ }).count()).toBe(2)
  await window.getByRole('button', { name: 'Cerrar' }).click()
  await says(cci, 'Ninguna invitación coincide')
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

test('withdrawn invitations are sent again together, each with a mail', async () => {
  const { page } = cci
  await cci.open('/access-invitation?status=REJECTED')
  const [first] = await rowTexts(page, 'Invitaciones emitidas', 3)
  await page.getByRole('checkbox', { name: 'Seleccionar la página' }).check()
  const rows = await page.getByRole('checkbox', { name: /^Seleccionar .*@/, checked: true }).count()
  const before = new Set((await portal.mails()).map(mail => mail.text))
  await page.getByRole('button', { name: 'Enviar otra vez', exact: true }).click()
  const window = page.getByRole('alertdialog', { name: 'Enviar otra vez' })
  await window.getByRole('button', { name: 'Enviar otra vez' }).click()
  await window.getByText(`Hecho con ${rows} de ${rows}.`).waitFor()
  await window.getByRole('button', { name: 'Cerrar' }).click()
  const mails = (await portal.mails()).filter(mail => !before.has(mail.text))
  expect(new Set(mails.map(mail => mail.to)).size).toBe(rows)
  expect(mails.some(mail => first!.includes(mail.to))).toBe(true)
})

test('NOTIF-04: all notifications are marked as read at once, and some as unread', async () => {
  const { page } = cci
  await cci.open('/notifications')
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Marcar todas', exact: true }).click()
  await says(cci, 'Todo leído.')
  await page.getByRole('checkbox', { name: 'Seleccionar la página' }).check()
  await page.getByRole('button', { name: 'Marcar como leídas', exact: true }).click()
  const window = page.getByRole('alertdialog')
  await window.getByText('No se puede hacer con ninguna de las filas elegidas.').waitFor()
  await window.getByRole('button', { name: 'Cerrar' }).click()
  const rows = await page.getByRole('checkbox', { name: /^Seleccionar .*,/ }).count()
  await boxOf(page, /^Seleccionar .*,/).uncheck()
  await page.getByRole('button', { name: 'Marcar como no leídas', exact: true }).click()
  await window.getByRole('button', { name: 'Marcar como no leídas' }).click()
  await window.getByText(`Hecho con ${rows - 1} de ${rows - 1}.`).waitFor()
  await window.getByRole('button', { name: 'Cerrar' }).click()
  await says(cci, `${rows - 1} sin leer.`)
})

test('a bank marks favourites together, a provider with two rows once', async () => {
  const { page } = entity
  await entity.open('/provider?sort=provider,asc')
  await boxOf(page, /Arcadio/).check()
  await boxOf(page, /Cantera/).check()
  await page.getByRole('button', { name: 'Añadir a favoritos' }).click()
  const window = page.getByRole('alertdialog')
  await window.getByText('Ya es favorito').waitFor()
  await window.getByText('Se hará con 1 de 2:').waitFor()
  await window.getByRole('button', { name: 'Añadir a favoritos' }).click()
  await window.getByText('Hecho con 1 de 2.').waitFor()
  await window.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('button', { name: 'Favorito: Arcadio Mensajería', pressed: true }).waitFor()
  for (const box of await page.getByRole('checkbox', { name: /Lumbre/ }).all()) await box.check()
  await page.getByRole('button', { name: 'Quitar de favoritos' }).click()
  await window.getByRole('button', { name: 'Quitar de favoritos' }).click()
  await window.getByText('Hecho con 2 de 2.').waitFor()
  await window.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('button', { name: 'Favorito: Lumbre Sistemas', pressed: false }).first().waitFor()
})
