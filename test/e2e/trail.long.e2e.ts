import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentContent } from '#domain/document/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { listValidations } from '#domain/validation/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import { documentsOf, ownDocumentation } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { paths } from '#web/app/paths.ts'

/* The timeline of an object, its case file, and the accesses to the own documents. */

const NAME = 'Tramontana Custodia Digital, S.L.'
const DEED = 'Escritura de constitución'

let portal: TestPortal
let stage: Stage
let cci: Visitor
let owner: Visitor
let provider: Caller
let documentation: ValidationWire
let request: ValidationWire

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  provider = await portal.signIn('proveedor@almotacen.example')
  const bank = await portal.signIn('entidad@almotacen.example')
  documentation = await ownDocumentation(provider)
  const { body } = await provider.call(listValidations, { query: { type: 'AUDIT_REPORT' } })
  request = body.content.find((each: ValidationWire) => each.status === 'PENDING')
  const deed = (await documentsOf(provider, documentation.id))[DEED]!
  portal.clock.move(60_000)
  // More than one page.
  for (let i = 0; i < 55; i++) await bank.call(documentContent, { params: { id: deed.id! } })
  stage = await openStage(portal)
  cci = await stage.visitor()
  await cci.signIn('cci@almotacen.example')
  owner = await stage.visitor({ width: 360, dark: true })
  await owner.signIn('proveedor@almotacen.example')
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('CCI reads a participant’s timeline page by page, by the keyboard alone, and takes the case file away', async () => {
  const { page } = cci
  await cci.open(paths.editParticipant(documentation.genericEntityId, 'PROVIDER'))
  await page.getByRole('button', { name: 'Cronología' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Cronología de ${NAME}` })
  const today = dialog.getByRole('list', { name: 'sábado, 21/11/2026' })
  const read = today.getByRole('listitem').filter({ hasText: `Leyó el documento «${DEED}»` })
  await read.first().waitFor()
  expect(await read.count()).toBeGreaterThan(15)
  await cci.checkAccessible()
  await dialog.getByText(/^1–50 de \d+ apuntes$/).waitFor()
  await dialog.getByRole('button', { name: 'Página 2' }).press('Enter')
  await dialog.getByText(/^51–/).waitFor()

  await dialog.getByLabel('Qué').selectOption('Documentación')
  await dialog.getByText(/^1–.* apuntes$/).waitFor()
  await expect.poll(() => dialog.getByText(`Leyó el documento «${DEED}»`).count()).toBe(0)
  await dialog.getByLabel('Qué').selectOption('Todo')
  const bank = dialog.getByLabel('Quién').locator('option', { hasText: 'Cajamar Caja Rural' })
  await dialog.getByLabel('Quién').selectOption(await bank.first().getAttribute('value'))
  const entry = read.first()
  await entry.locator('summary').press('Enter')
  await entry.getByText(/^El 21\/11\/2026 a las 10:01, .+ \(Cajamar Caja Rural, .+\) leyó el documento «/).waitFor()
  await entry.getByText(/^Huella en el registro de actividad: [0-9a-f]{64}$/).waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Descargar expediente' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^expediente Tramontana Custodia Digital, S\.L\..*zip$/)
  const files = unzipSync(await readFile(await download.path()))
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['LEAME.txt', 'indice.html', 'datos.json', 'SHA256SUMS']))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  // The access was recorded, and reopening the window shows it.
  await page.getByRole('button', { name: 'Cronología' }).click()
  await says(cci, 'Descargó el expediente')
  await page.keyboard.press('Escape')
})

test('D44: CCI takes away all that is held on a participant and its users, to answer their request', async () => {
  const { page } = cci
  await cci.open(paths.editParticipant(documentation.genericEntityId, 'PROVIDER'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar sus datos' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^datos de Tramontana Custodia Digital, S\.L\. .*json$/)
  const { users } = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    users: { account: { email: string }[] }[]
  }
  const living = await portal.app.db
    .selectFrom('portal_user')
    .select('email')
    .where('participant_id', '=', documentation.genericEntityId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  expect(living.length).toBeGreaterThan(0)
  expect(users.flatMap(({ account }) => account.map(({ email }) => ({ email })))).toEqual(living)
  await page.getByRole('button', { name: 'Cronología' }).click()
  await says(cci, 'Descargó los datos de')
  await page.keyboard.press('Escape')
})

test('a documentation, a request under review and an incident have theirs', async () => {
  const { page } = cci
  const incident = await portal.app.db.selectFrom('incident').selectAll().executeTakeFirstOrThrow()
  for (const [path, text] of [
    [paths.viewDocumentation(documentation.genericEntityId, documentation.id, 'DOC_MIN'), 'Leyó el documento'],
    [paths.verifyReport(request.genericEntityId, request.id), 'Solicitó la verificación del informe de'],
    [paths.openIncident(incident.provider_id, incident.id, 'w'), 'la incidencia'],
  ] as const) {
    await cci.open(path)
    await page.getByRole('button', { name: 'Cronología' }).click()
    await page.getByRole('dialog').getByRole('listitem').filter({ hasText: text }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
})

test('a provider sees who read its documents: organisation and time, not the person', async () => {
  const { page } = owner
  await owner.open(paths.ownDocumentation())
  await page.getByRole('button', { name: 'Quién lo ha leído' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quién lo ha leído' })
  const line = dialog.getByRole('listitem').first()
  await line.waitFor()
  const text = await line.textContent()
  expect(text).toContain('Cajamar Caja Rural')
  expect(text).toContain('El 21/11/2026 a las 10:01')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await owner.checkAccessible()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('button', { name: 'Cronología' }).count()).toBe(0)
})

test('CCI reads the person as well', async () => {
  const { page } = cci
  await cci.open(paths.viewDocumentation(documentation.genericEntityId, documentation.id, 'DOC_MIN'))
  await page.getByRole('button', { name: 'Quién lo ha leído' }).click()
  const bankUser = await portal.app.db
    .selectFrom('portal_user')
    .select(['name', 'surnames'])
    .where('email', '=', 'entidad@almotacen.example')
    .executeTakeFirstOrThrow()
  await says(cci, `${bankUser.name} ${bankUser.surnames}`)
})
