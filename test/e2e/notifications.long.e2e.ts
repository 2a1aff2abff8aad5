import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#domain/notification/contract.ts'
import type { NotificationInfo } from '#domain/notification/definition.ts'
import type { NotificationType } from '#domain/notification/definitions/types.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, refusedOf, rowOf, rowTexts, says } from '#test/support/browser.ts'
import { START } from '#test/support/place.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'

/* The list of notifications, read marks, and the target of each type per role; the notifications are inserted. */

/** Each recipient, by the name of its demo account. */
const readers = ['cci', 'proveedor', 'evaluador', 'entidad', 'arcadio'] as const
type Reader = (typeof readers)[number]

let portal: TestPortal
let stage: Stage
let visitors: Record<Reader, Visitor>
let ids: Record<string, string>

const accountOf = (name: string) =>
  portal.app.db
    .selectFrom('portal_user')
    .select(['id', 'participant_id'])
    .where('email', '=', `${name}@almotacen.example`)
    .executeTakeFirstOrThrow()

/** A notification of some minutes ago; its message is its type by default. */
async function notify(
  reader: Reader,
  type: NotificationType,
  minutesAgo: number,
  info: NotificationInfo = {},
  text?: string,
) {
  const created_at = after(START, -minutesAgo * MINUTE)
  const id = newId(created_at)
  await portal.app.db
    .insertInto('notification')
    .values({
      id,
      participant_id: (await accountOf(reader)).participant_id,
      type,
      reason: notificationReasons[type],
      message: text ?? `Aviso ${type}.`,
      info: JSON.stringify(info),
      created_at,
    })
    .execute()
  return id
}

/** The ids for the links, from the demo data. */
async function worldIds(): Promise<Record<string, string>> {
  const { db } = portal.app
  const documentation = async (name: string) => {
    const { participant_id } = await accountOf(name)
    const { id } = await db
      .selectFrom('validation')
      .select('id')
      .where('participant_id', '=', participant_id)
      .where('kind', '=', 'DOC_MIN')
      .executeTakeFirstOrThrow()
    return [participant_id, id] as const
  }
  const request = async (service: string) => {
    const { id } = await db
      .selectFrom('validation as v')
      .innerJoin('service as s', 's.id', 'v.service_id')
      .select('v.id')
      .where('s.description', '=', service)
      .executeTakeFirstOrThrow()
    return id
  }
  const incident = await db
    .selectFrom('incident')
    .select(['id', 'provider_id'])
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  const [hontanar, hontanarDocs] = await documentation('hontanar')
  const [penalara, penalaraDocs] = await documentation('penalara')
  const [tramontana] = await documentation('proveedor')
  return {
    hontanar,
    hontanarDocs,
    penalara,
    penalaraDocs,
    tramontana,
    pending: await request('Digitalización certificada'),
    rejected: await request('Destrucción confidencial'),
    lapsed: await request('Archivo intermedio'),
    incident: incident.id,
    incidentProvider: incident.provider_id,
  }
}

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  await portal.app.db.deleteFrom('notification').execute()
  ids = await worldIds()
  const { hontanar, hontanarDocs, penalara, penalaraDocs, tramontana, pending, rejected, lapsed } = ids
  const of = (validationId: string): NotificationInfo => ({
    idGenericEntity: tramontana,
    idProvider: tramontana,
    validationId,
  })
  const issue = { idProvider: ids.incidentProvider, idIssue: ids.incident }
  await notify('cci', 'DOC_PENDING', 1, { idGenericEntity: hontanar, validationId: hontanarDocs })
  await notify('cci', 'DOC_AUDIT_REPORT_PENDING', 2, of(pending!))
  await notify('cci', 'AUDIT_EXPIRED', 3, { idGenericEntity: penalara, validationId: penalaraDocs })
  await notify('cci', 'ISSUE_CREATED', 4, issue)
  await notify('cci', 'SCORE_LOADED', 5, of(lapsed!))
  await notify('proveedor', 'DOC_LAPSED', 1)
  await notify('proveedor', 'DOC_REJECTED', 2)
  await notify('proveedor', 'DOC_AUDIT_REPORT_REJECTED', 3, of(rejected!))
  await notify('proveedor', 'SCORE_LAPSED', 4, of(lapsed!))
  await notify('proveedor', 'SCORE_LOADED', 5, of(lapsed!))
  await notify('proveedor', 'SCORE_NOTICE_LAPSED', 6, of(lapsed!))
  await notify('evaluador', 'AUDIT_EXPIRED', 1, { idGenericEntity: penalara, validationId: penalaraDocs })
  await notify('evaluador', 'SCORE_LAPSED', 2, of(lapsed!))
  await notify('evaluador', 'DOC_AUDIT_REPORT_REJECTED', 3, of(lapsed!))
  await notify('entidad', 'ISSUE_OPEN', 1, issue)
  await notify('entidad', 'ISSUE_MODIFIED', 2, issue)
  await notify('entidad', 'SCORE_LAPSED', 3, of(lapsed!))
  for (let number = 0; number < 43; number++)
    await notify('arcadio', 'NOTICE', 2 * number + 10, {}, `Aviso número ${number}.`)
  stage = await openStage(portal)
  visitors = await stage.people(readers)
  await Promise.all(Object.values(visitors).map(visitor => visitor.open('/notifications')))
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** The number of an account's read notifications on the server. */
async function readCount(reader: Reader): Promise<number> {
  const { id } = await accountOf(reader)
  const rows = await portal.app.db.selectFrom('notification_read').selectAll().where('user_id', '=', id).execute()
  return rows.length
}

const inTurn = steps()
inTurn('NOTIF-04 LIM-11 LIM-31: six a page, the newest first, with date and hour, reason and detail', async () => {
  const { page } = visitors.arcadio
  const rows = await rowTexts(page, 'Notificaciones', 6)
  const headings = await page.getByRole('columnheader').allInnerTexts()
  expect(headings.slice(1, 4).map(head => head.trim())).toEqual(['FECHA Y HORA', 'MOTIVO', 'DETALLE'])
  for (const [index, row] of rows.entries()) expect(row).toContain(`Aviso número ${index}.`)
  // 09:00 UTC minus ten minutes, in Madrid.
  expect(rows[0]).toMatch(/21\/11\/2026 09:50\b/)
  expect(rows[0]).toContain('Aviso del CCI')
  await visitors.arcadio.checkAccessible()
})

/** The list that the bell opens. */
async function bellOf({ page }: Visitor) {
  await page.getByRole('button', { name: /notificaci.n(es)? sin leer$/ }).click()
  const list = page.getByRole('dialog', { name: 'Notificaciones' })
  await list.getByRole('listitem').first().waitFor()
  return list
}

test('LIM-31: the bell and the start screen show date and hour as well, at 360 px too', async () => {
  const phone = await stage.visitor({ width: 360 })
  await phone.enter(await portal.signIn('arcadio@almotacen.example'))
  await phone.open('/')
  const { page } = phone
  const changed = page.getByRole('region', { name: 'QUÉ HA CAMBIADO' })
  await changed.getByText('21/11/2026 09:50', { exact: true }).waitFor()
  const bell = await bellOf(phone)
  const moment = bell.getByText('21/11/2026 09:50', { exact: true })
  await moment.waitFor()
  await bell
    .getByText(/^· hace 1\d minutos$/)
    .first()
    .waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const box = (await moment.boundingBox())!
  expect(box.x + box.width).toBeLessThan(360)
  await phone.checkAccessible()
  await phone.close()
})

inTurn('LIM-20: the pages are six tabs, then an ellipsis', async () => {
  const { page } = visitors.arcadio
  const pager = page.getByRole('navigation', { name: 'Paginación' })
  const tabs = () => pager.getByRole('button', { name: /^Página \d+$/ }).allInnerTexts()
  expect(await tabs()).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(await pager.getByRole('button', { name: 'Páginas anteriores' }).count()).toBe(0)
  await pager.getByRole('button', { name: 'Más páginas' }).click()
  await says(visitors.arcadio, '37–42 de 43')
  expect(await tabs()).toEqual(['7', '8'])
  expect(await pager.getByRole('button', { name: 'Más páginas' }).count()).toBe(0)
  await pager.getByRole('button', { name: 'Páginas anteriores' }).click()
  await says(visitors.arcadio, '31–36 de 43')
})

inTurn('NOTIF-05 NOTIF-07: each row can be followed, and marked as read and unread', async () => {
  const { page } = visitors.arcadio
  const rows = page.getByRole('table', { name: 'Notificaciones' }).locator('tbody').getByRole('row')
  for (const row of await rows.all()) {
    const menu = await refusedOf(row)
    expect(await menu.getByRole('menuitem', { name: /^Ir a: Aviso del CCI/ }).count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await row.getByRole('button', { name: 'Marcar como leída', exact: true }).count()).toBe(1)
  }
  const row = rowOf(page, 'Aviso número 30.')
  await row.getByRole('button', { name: 'Marcar como leída', exact: true }).click()
  await says(visitors.arcadio, '42 sin leer.')
  expect(await readCount('arcadio')).toBe(1)
  await row.getByRole('button', { name: 'Marcar como no leída', exact: true }).click()
  await says(visitors.arcadio, '43 sin leer.')
  expect(await readCount('arcadio')).toBe(0)
})

inTurn('NOTIF-06 NOTIF-10: go-to sets the read flag and leads a DOC_LAPSED to the own documentation', async () => {
  const { page } = visitors.proveedor
  const row = rowOf(page, 'Aviso DOC_LAPSED.')
  await row.getByRole('button', { name: 'Ir a: Documentación caducada', exact: true }).click()
  await page.waitForURL('**/own-documentation')
  await expect.poll(() => readCount('proveedor')).toBe(1)
  await page.goBack()
  await row.getByRole('button', { name: 'Marcar como no leída', exact: true }).waitFor()
})

inTurn('NOTIF-08 NOTIF-11: clicking a DOC_REJECTED marks it read and opens the own documentation', async () => {
  const { page } = visitors.proveedor
  const row = rowOf(page, 'Aviso DOC_REJECTED.')
  await row.getByRole('link', { name: 'Documentación rechazada' }).click()
  await page.waitForURL('**/own-documentation')
  await expect.poll(() => readCount('proveedor')).toBe(2)
  await page.goBack()
  await row.getByRole('button', { name: 'Marcar como no leída', exact: true }).waitFor()
})

inTurn.each([
  [
    'NOTIF-09',
    'cci',
    'DOC_PENDING',
    (): string => `/documentation-verification/${ids.hontanar}-${ids.hontanarDocs}-DOC_MIN`,
    'Verificación de documentación',
  ],
  [
    'NOTIF-12',
    'cci',
    'DOC_AUDIT_REPORT_PENDING',
    (): string => `/report-verification/${ids.tramontana}-${ids.pending}-AUDIT_REPORT`,
    'Verificación de informe',
  ],
  [
    'NOTIF-13',
    'proveedor',
    'DOC_AUDIT_REPORT_REJECTED',
    (): string => `/send-report/${ids.rejected}`,
    'Corrección de la solicitud de «Destrucción confidencial»',
  ],
  ['NOTIF-14', 'proveedor', 'SCORE_LOADED', (): string => '/', 'Tramontana'],
  ['NOTIF-14', 'cci', 'SCORE_LOADED', (): string => '/provider', 'Cola de verificación'],
  [
    'NOTIF-15',
    'proveedor',
    'SCORE_LAPSED',
    (): string => `/send-report/${ids.lapsed}`,
    'Renovación de la solicitud de «Archivo intermedio»',
  ],
  [
    'NOTIF-17',
    'cci',
    'AUDIT_EXPIRED',
    (): string => `/documentation-verification/${ids.penalara}-${ids.penalaraDocs}-DOC_MIN`,
    'Verificación de documentación',
  ],
  ['NOTIF-18', 'evaluador', 'AUDIT_EXPIRED', (): string => '/own-documentation', 'Mi documentación'],
  [
    'NOTIF-19',
    'cci',
    'ISSUE_CREATED',
    (): string => `/incidences/open-incidence/${ids.incidentProvider}-${ids.incident}-w`,
    'Parada de la línea de ensobrado',
  ],
  ['NOTIF-20', 'entidad', 'ISSUE_OPEN', (): string => '/incidences', 'Incidencias'],
  ['NOTIF-21', 'entidad', 'ISSUE_MODIFIED', (): string => '/incidences', 'Incidencias'],
] as const)('%s: for %s a %s leads to its screen', async (_id, reader, type, path, words) => {
  const visitor = visitors[reader]
  const { page } = visitor
  const row = rowOf(page, `Aviso ${type}.`)
  await row.getByRole('button', { name: `Ir a: ${notificationReasons[type]}`, exact: true }).click()
  await page.waitForURL(url => url.pathname === path())
  const main = page.getByRole('main')
  await main
    .getByText(words)
    .filter({ visible: true })
    .first()
    .or(main.locator(`input[value*="${words}"]`))
    .first()
    .waitFor()
  await page.goBack()
  await row.getByRole('button', { name: 'Marcar como no leída', exact: true }).waitFor()
})

inTurn.each([
  ['NOTIF-16', 'proveedor', 'SCORE_NOTICE_LAPSED'],
  ['NOTIF-22', 'evaluador', 'SCORE_LAPSED'],
  ['NOTIF-22', 'evaluador', 'DOC_AUDIT_REPORT_REJECTED'],
  ['NOTIF-22', 'entidad', 'SCORE_LAPSED'],
] as const)('%s: for %s a %s leads nowhere', async (_id, reader, type) => {
  const { page } = visitors[reader]
  const row = rowOf(page, `Aviso ${type}.`)
  const go = (await refusedOf(row)).getByRole('menuitem')
  expect(await go.textContent()).toMatch(
    new RegExp(`^Ir a: ${notificationReasons[type]}\\s*Este aviso no lleva a ninguna pantalla$`),
  )
  expect(await go.getAttribute('aria-disabled')).toBe('true')
  expect(await row.getByRole('link').count()).toBe(0)
  await go.click({ force: true })
  expect(new URL(page.url()).pathname).toBe('/notifications')
  await page.keyboard.press('Escape')
  expect(await row.getByRole('button', { name: 'Marcar como leída', exact: true }).count()).toBe(1)
})

test('NOTIF-08: a press on a notice that leads nowhere marks it read, in the bell and in the table', async () => {
  const visitor = visitors.arcadio
  const { page } = visitor
  await visitor.open('/notifications')
  const before = await readCount('arcadio')
  const bell = await bellOf(visitor)
  const item = bell.getByRole('button', { name: /Aviso número 3\..*Al pulsarla queda leída/ })
  await item.click()
  await item.waitFor({ state: 'detached' })
  await says(visitor, `${43 - before - 1} sin leer`)
  expect(await readCount('arcadio')).toBe(before + 1)
  await visitor.checkAccessible()
  await page.keyboard.press('Escape')
  await bell.waitFor({ state: 'hidden' })

  const row = rowOf(page, 'Aviso número 4.')
  const told = row.getByRole('button', { name: 'Aviso del CCI Al pulsarla queda leída', exact: true })
  await told.press('Enter')
  await row.getByRole('button', { name: 'Marcar como no leída', exact: true }).waitFor()
  expect(await told.count()).toBe(0)
  expect(await readCount('arcadio')).toBe(before + 2)
  expect(new URL(page.url()).pathname).toBe('/notifications')
})

test('LAYOUT-06: the bell says how many more are unread than it lists, and leads to them', async () => {
  for (let number = 0; number < 20; number++) await notify('entidad', 'NOTICE', number + 10, {}, `Nota ${number}.`)
  const visitor = visitors.entidad
  const { page } = visitor
  await visitor.open('/')
  const few = await bellOf(visitor)
  expect(await few.getByText(/^y \d+ más/).count()).toBe(0)
  for (let number = 20; number < 60; number++) await notify('entidad', 'NOTICE', number + 10, {}, `Nota ${number}.`)
  await visitor.open('/')
  const many = await bellOf(visitor)
  const { body } = await portal
    .signIn('entidad@almotacen.example')
    .then(reader => reader.call(listNotifications, { query: { isRead: 'false', size: 1 } }))
  await many.getByRole('link', { name: `y ${body.totalElements - 50} más sin leer`, exact: true }).click()
  await page.waitForURL('**/notifications')
  await many.waitFor({ state: 'hidden' })
})
