import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listInvitations } from '#domain/invitation/contract.ts'
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
  await cci.goto('/access-invitation')
  await choose(page, page.getByRole('search').getByLabel('Tipo'), 'Proveedor')
  await page.getByRole('button', { name: 'CORREO' }).click()
  await expect.poll(() => page.url()).toContain('sort=email')
  // The rows in the old order stay until the new ones arrive.
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
  await entity.goto('/provider?fav=true')
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
  await cci.goto('/view-users')
  await rowTexts(cci.page, 'Usuarios por participante', 6)
  const download = await exported(cci.page, 'Usuarios por participante', 'CSV')
  expect(download.suggestedFilename()).toBe('usuarios-2026-11-21.csv')
  const users = await portal.app.db.selectFrom('portal_user').select('id').where('deleted_at', 'is', null).execute()
  expect(await csvOf(download)).toHaveLength(users.length + 1)
})

test('D27: an empty list says why it is not exported, and what fails is said', async () => {
  cci.expectComplaint(/ERR_FAILED .*users\/export/)
  const { page } = cci
  await cci.goto('/view-users?email=nadie@')
  await says(cci, 'Ningún usuario coincide')
  const button = exporter(page, 'Usuarios por participante')
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await button.focus()
  await says(cci, 'No hay nada que exportar: la lista está vacía.')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('menu').count()).toBe(0)
  await cci.goto('/view-users')
  await rowTexts(page, 'Usuarios por participante', 6)
  await page.route('**/users/export**', route => route.abort())
  await exporter(page, 'Usuarios por participante').click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  await says(cci, 'No hay conexión con el portal')
  await page.unroute('**/users/export**')
})

test('while the file is made, the menu says so and stands still', async () => {
  const { page } = cci
  await cci.goto('/service-configuration')
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

test.each([360, 768])('no list scrolls sideways at %i px, with rows or without', async width => {
  const visitor = await stage.visitor({ width })
  await visitor.signIn('entidad@almotacen.example')
  const { page } = visitor
  for (const path of ['/provider', '/provider?provider=nadie', '/incidences', '/notifications']) {
    await visitor.goto(path)
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
