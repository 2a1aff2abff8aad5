import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readValidation } from '#domain/validation/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pickFile, rowOf, says } from '#test/support/browser.ts'
import { acceptReport } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { renew } from '#test/support/renewals.ts'
import { expectSound } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* A provider renews ahead of the expiry; CCI sees both, and banks go on reading what is published. */

const file = (name: string) => join(import.meta.dirname, '../../src/server/demo/files', name)
const SERVICE = 'Custodia documental'

let portal: TestPortal
let stage: Stage
let provider: Visitor
let cci: Visitor
let bank: Visitor
let callers: Record<'proveedor' | 'cci' | 'entidad', Caller>
let published: string

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  ;({ proveedor: provider, cci, entidad: bank } = await stage.people(['proveedor', 'cci', 'entidad']))
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  callers = { proveedor: await enter('proveedor'), cci: await enter('cci'), entidad: await enter('entidad') }
  const row = await portal.app.db
    .selectFrom('validation as v')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .select('v.id')
    .where('v.participant_id', '=', await portal.participantOf('proveedor'))
    .where('s.description', '=', SERVICE)
    .executeTakeFirstOrThrow()
  published = row.id
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const rated = (caller: Caller) => caller.call(readValidation, { params: { id: published } })

const renewing = steps()
renewing('RENEW-10: from the window on the start offers it, and says that the rating stays in force', async () => {
  const { page } = provider
  await provider.open('/')
  const offer = page.getByRole('region', { name: 'YA PUEDE RENOVAR' })
  await offer.getByText(SERVICE, { exact: true }).waitFor()
  await offer
    .getByText('Su calificación sigue vigente hasta el 14/12/2026, también mientras se revisa la renovación.')
    .waitFor()
  await expectSound(provider, 'RENEW-10')
  const link = offer.getByRole('link', { name: new RegExp(`^Renovar ahora: ${SERVICE}`) })
  expect(await link.textContent()).toBe('Renovar ahora')
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Renovar la calificación' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Concepto', exact: true }).inputValue()).toBe(
    'Centro de Alcalá de Henares',
  )
  const evaluator = page.getByRole('combobox', { name: 'Evaluador' })
  // Its name is there once the evaluators are read.
  await expect.poll(() => evaluator.inputValue()).toContain('Quintanilla')
  await expectSound(provider, 'RENEW-10')
})

renewing('RENEW-10: names the missing parts, and a sent renewal leaves the published request as it is', async () => {
  const { page } = provider
  const send = page.getByRole('button', { name: 'Enviar renovación' })
  await send.click()
  await says(provider, /Rellene todos los campos y suba la documentación necesaria/)
  for (const [title, name] of [
    ['Informe de auditoría', 'informe-auditoria.pdf'],
    ['Doc. Excel asociado', 'controles-evaluados.xlsx'],
  ] as const)
    await pickFile(page, page.getByRole('listitem').filter({ hasText: title }).getByRole('button').first(), file(name))
  await send.click()
  await page.waitForURL(url => url.pathname === '/')
  await says(provider, 'Renovación enviada. La calificación publicada sigue vigente mientras el CCI la verifica.')
  const { body } = await rated(callers.proveedor)
  expect(body).toMatchObject({ status: 'QUALIFIED', renewal: { status: 'PENDING' } })
  // The start shows what it knew until it has been read again.
  await page.getByRole('region', { name: 'YA PUEDE RENOVAR' }).waitFor({ state: 'detached' })
  await rowOf(page, SERVICE).getByText('Renovación en revisión', { exact: true }).waitFor()
  await provider.open(`/renew-report/${published}`)
  await says(provider, 'Ya hay una renovación en revisión de esta calificación.')
})

/** For a test that runs alone: the renewal is under way. */
async function underWay(): Promise<string> {
  const open = (await rated(callers.proveedor)).body.renewal
  return open?.validationId ?? (await renew(callers.proveedor, published)).body.id
}

test('RENEW-11: a bank’s list, panel and comparison show Calificado, with the note', async () => {
  await underWay()
  const { page } = bank
  await bank.open(`/provider?provider=Tramontana&row=${published}`)
  const row = rowOf(page, SERVICE)
  await row.getByText('Calificado', { exact: true }).waitFor()
  await row.getByText('Renovación en revisión', { exact: true }).waitFor()
  await says(bank, /Caduca el 14\/12\/2026\. Renovación en revisión/)
  await expectSound(bank, 'RENEW-11')
  const [tramontana, lumbre] = await Promise.all(['proveedor', 'lumbre'].map(name => portal.participantOf(name)))
  await bank.open(`/provider-comparison?compare=${tramontana}-${lumbre}`)
  await page.getByRole('heading', { level: 1, name: 'Comparación de proveedores' }).waitFor()
  await page
    .getByText(/Caduca el 14\/12\/2026\. Renovación en revisión/)
    .first()
    .waitFor()
})

test('RENEW-12: CCI’s verification shows what is published beside the renewal, and proposes its expiry from that', async () => {
  const renewal = await underWay()
  const { page } = cci
  const own = await portal.participantOf('proveedor')
  await cci.open(`/report-verification/${own}-${renewal}-AUDIT_REPORT`)
  const pane = page.getByRole('region', { name: 'Calificación vigente' })
  await pane.getByText('14/12/2026').waitFor()
  await pane.getByText(/Quintanilla/).waitFor()
  expect(
    await pane
      .getByRole('img', { name: /Confidencialidad A/ })
      .or(pane.getByText('A/B/A+'))
      .count(),
  ).toBeGreaterThan(0)
  expect(await pane.getByRole('button').count()).toBe(2)
  await expectSound(cci, 'RENEW-12')
  await pane.getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Informe de auditoría' }).waitFor()
  await page.keyboard.press('Escape')
  await acceptReport(callers.cci, renewal)
  await cci.open(`/report-verification/${own}-${renewal}-AUDIT_REPORT?paso=2`)
  await says(cci, 'Propuesta: doce meses después del 14/12/2026, cuando caduca la vigente. Mañana o posterior.')
  expect(await page.getByRole('textbox', { name: 'Fecha caducidad' }).inputValue()).toBe('14/12/2027')
})

test('RENEW-20: the calendar by month and as a list, with its month and kind in the address', async () => {
  const { page } = provider
  await provider.open('/calendar')
  // It opens where something is: nothing of this provider lapses in November.
  await page.getByRole('heading', { level: 2, name: 'diciembre de 2026' }).waitFor()
  const grid = page.getByRole('table', { name: 'Qué caduca en diciembre de 2026' })
  await grid.getByRole('link', { name: `Calificación: ${SERVICE}` }).waitFor()
  await expectSound(provider, 'RENEW-20')
  await page.getByRole('button', { name: 'Mes siguiente' }).press('Enter')
  await page.getByRole('heading', { level: 2, name: 'enero de 2027' }).waitFor()
  expect(new URL(page.url()).searchParams.get('month')).toBe('2027-01')
  await page.getByRole('link', { name: 'Escritura de constitución' }).waitFor()
  await page.getByRole('button', { name: 'Calificaciones', exact: true }).click()
  await says(provider, 'Nada caduca en enero de 2027.')
  expect(new URL(page.url()).searchParams.get('kind')).toBe('score')
  await page.getByRole('button', { name: 'Hoy' }).click()
  await page.getByRole('button', { name: 'Lista', exact: true }).click()
  const december = page.getByRole('region', { name: 'DICIEMBRE DE 2026' })
  await december.getByRole('link', { name: `Calificación: ${SERVICE}` }).waitFor()
  await page.reload()
  await december.getByRole('link', { name: `Calificación: ${SERVICE}` }).click()
  await page.waitForURL(url => url.pathname === '/provider')
  await bank.open('/calendar?view=list')
  await bank.page.getByRole('link', { name: /^Tramontana Custodia Digital, S\.L\.: Custodia documental$/ }).waitFor()
})

test('RENEW-20: a phone shows the list alone', async () => {
  const { page } = provider
  await page.setViewportSize({ width: 360, height: 740 })
  await provider.open('/calendar?month=2026-12')
  await page.getByRole('region', { name: 'DICIEMBRE DE 2026' }).waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectSound(provider, 'RENEW-20')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('RENEW-21 RENEW-23: an address is given once, and ended in Mi cuenta, which shows its last reading', async () => {
  const { page } = bank
  await bank.open('/calendar')
  await page.getByRole('button', { name: 'Suscribirse' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suscribirse al calendario' })
  await dialog.getByRole('button', { name: 'Pedir la dirección' }).click()
  const address = (await dialog.locator('code').textContent())!
  expect(address).toMatch(/\/api\/v1\/calendar\/[\w-]{43}\.ics$/)
  await expectSound(bank, 'RENEW-21')
  await page.keyboard.press('Escape')
  const read = async () => (await fetch(new URL(new URL(address).pathname, portal.url))).status
  expect(await read()).toBe(200)
  await bank.open('/account?parte=avisos')
  const part = page.getByRole('region', { name: 'Dirección del calendario' })
  await part.getByText(/Última lectura:/).waitFor()
  await part.getByRole('button', { name: 'Anular la dirección' }).click()
  await part.getByText(/Ningún programa lee su calendario/).waitFor()
  expect(await read()).toBe(404)
})
