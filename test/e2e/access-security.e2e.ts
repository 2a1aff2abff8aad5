import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listServices, saveService } from '#domain/catalogue/contract.ts'
import { readWatermark, saveWatermark } from '#domain/document/watermark/contract.ts'
import { readFourEyes, saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { deleteParticipant, editParticipant, readParticipant } from '#domain/participant/contract.ts'
import { checkMarks } from '#server/document/watermark/check.ts'
import type { Stage } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import { ownDocumentation, upload } from '#test/support/documents.ts'
import { attach, raised } from '#test/support/incidents.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const LABEL = 'Marcar los PDF que leen las entidades'

let portal: TestPortal
let stage: Stage
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('CCI switches the mark on with the keyboard, it stays, and a colleague’s change is shown', async () => {
  const cci = await portal.signIn('cci@almotacen.example')
  const marked = async () => (await cci.call(readWatermark)).body.enabled
  const visitor = await stage.visitor()
  await visitor.signIn('cci2@almotacen.example')
  await visitor.open('/access-security')
  const { page } = visitor
  const mark = page.getByRole('switch', { name: LABEL })
  await mark.waitFor()
  await says(visitor, 'La marca invalida la firma digital de un PDF firmado')
  expect([await mark.isChecked(), await marked()]).toEqual([false, false])
  await mark.focus()
  await page.keyboard.press('Space')
  await says(visitor, 'Marca de agua activada')
  await visitor.checkAccessible()
  expect(await marked()).toBe(true)
  await page.reload()
  await expect.poll(() => mark.isChecked(), { timeout: 10_000 }).toBe(true)

  // A colleague turned it off while this screen still shows it on: turning it off again is no conflict.
  await cci.call(saveWatermark, { body: { enabled: false } })
  visitor.expectComplaint(/409 .*\/watermark/)
  await mark.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => mark.isChecked(), { timeout: 10_000 }).toBe(false)
  expect(await marked()).toBe(false)
  await visitor.close()
})

test('CCI finds the documents that banks cannot read beside the mark, and is warned of one before it accepts it', async () => {
  const cci = await portal.signIn('cci@almotacen.example')
  const provider = await portal.signIn('proveedor@almotacen.example')
  const pdf = new PdfKit({ userPassword: 'clave' })
  pdf.end()
  const file = { name: 'informe cifrado.pdf', content: await buffer(pdf) }
  const incident = await raised(provider)
  expect((await attach(cci, incident.id, file)).status).toBe(201)
  const { id } = await ownDocumentation(provider)
  expect((await upload(provider, id, 'Escritura de constitución', file)).status).toBe(201)
  await checkMarks(portal.app)
  const visitor = await stage.visitor()
  await visitor.signIn('cci2@almotacen.example')
  await visitor.open('/access-security')
  const { page } = visitor
  await says(visitor, 'Con la marca, las entidades no podrán leer 1 documento')
  await page.getByRole('switch', { name: LABEL }).press('Space')
  await says(visitor, 'Marca de agua activada')
  await page.getByText(/^1 documento que las entidades no podrán leer$/).waitFor()
  await page.getByRole('button', { name: 'Ver los documentos' }).press('Enter')
  const list = page.getByRole('dialog', { name: '1 documento que las entidades no podrán leer' })
  await list.getByRole('link', { name: `Incidencia: ${incident.title}` }).waitFor()
  await list.getByText('Está protegido con contraseña o con permisos.').waitFor()
  await visitor.checkAccessible()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })

  await visitor.visit(`/documentation-verification/${provider.me.idGenericEntity}-${id}-DOC_MIN`)
  await page
    .getByRole('button', { name: /Escritura de constitución/ })
    .first()
    .press('Enter')
  await says(visitor, 'Las entidades no podrán leer este PDF, porque no admite la marca de agua.')
  expect((await cci.call(saveWatermark, { body: { enabled: false } })).status).toBe(200)
  await visitor.close()
})

test('ASVS 2.3.5: an act for two people is shown as proposed with its deadline, and done by a colleague', async () => {
  const cci = await portal.signIn('cci@almotacen.example')
  const visitor = await stage.visitor()
  await visitor.signIn('cci2@almotacen.example')
  await visitor.open('/access-security')
  const { page } = visitor
  const two = page.getByRole('switch', { name: 'Pedir dos personas del CCI' })
  await two.focus()
  await page.keyboard.press('Space')
  await says(visitor, 'Desde ahora hacen falta dos personas')

  const noted = 'Para que se haga, otra persona del CCI tiene que hacer lo mismo antes del 22/11/2026 a las 10:00.'
  visitor.expectComplaint(/409 .*\/deleteGenericEntity/)
  await visitor.visit('/entity?provider=Cajamar')
  await page.getByRole('rowheader', { name: /^Cajamar/ }).click()
  await page.getByRole('button', { name: /^Eliminar Cajamar/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await says(visitor, noted)
  await dialog.waitFor({ state: 'hidden' })
  const idGenericEntity = await portal.participantOf('entidad')
  expect((await cci.call(deleteParticipant, { body: { idGenericEntity } })).status).toBe(200)

  // Renaming a service with scores needs approval, and the typed name is not lost.
  const scored = await portal.app.db
    .selectFrom('score as c')
    .innerJoin('validation as v', 'v.id', 'c.validation_id')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .where('c.is_current', '=', true)
    .select(['s.id', 's.type', 's.description', 'v.participant_id as provider'])
    .executeTakeFirstOrThrow()
  const called = async () =>
    (await cci.call(listServices)).body.content.find(({ id }: { id: string }) => id === scored.id).description
  visitor.expectComplaint(/409 .*\/service-catalog/)
  await visitor.visit('/service-configuration')
  await page.getByRole('button', { name: `Editar ${scored.description}`, exact: true }).click()
  const service = page.getByRole('dialog', { name: 'Editar servicio' })
  await service.getByLabel('Descripción').fill('Custodia de llaves')
  await service.getByRole('button', { name: 'Guardar' }).press('Enter')
  await says(visitor, noted)
  await service.waitFor({ state: 'hidden' })
  expect(await called()).toBe(scored.description)
  const { id, type } = scored
  expect((await cci.call(saveService, { body: { id, type, description: 'Custodia de llaves' } })).status).toBe(200)
  expect(await called()).toBe('Custodia de llaves')

  const profile = { kind: 'provider' as const, id: scored.provider }
  const nameOf = async () => (await cci.call(readParticipant, { params: profile })).body.name
  const before = await nameOf()
  visitor.expectComplaint(/409 .*\/entity-provider/)
  await visitor.visit(`/editUser/${scored.provider}/PROVIDER`)
  const name = page.getByRole('textbox', { name: 'Nombre', exact: true }).first()
  await name.fill('Otra Empresa, S.A.')
  await name.press('Enter')
  const confirm = page.getByRole('alertdialog', { name: 'Guardar los cambios' })
  await confirm.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
  await says(visitor, noted)
  await visitor.checkAccessible()
  expect([await nameOf(), await name.inputValue()]).toEqual([before, 'Otra Empresa, S.A.'])
  await page.getByText('Hay cambios sin guardar').waitFor({ state: 'hidden' })
  const renamed = await cci.call(editParticipant, { params: profile, body: { name: 'Otra Empresa, S.A.' } })
  expect([renamed.status, await nameOf()]).toEqual([200, 'Otra Empresa, S.A.'])

  visitor.expectComplaint(/409 .*\/two-people/)
  await visitor.visit('/access-security')
  await two.focus()
  await page.keyboard.press('Space')
  await says(visitor, noted)
  await expect.poll(() => two.isChecked()).toBe(true)
  await visitor.checkAccessible()
  expect((await cci.call(saveFourEyes, { body: { enabled: false } })).body).toMatchObject({ enabled: false })
  expect((await cci.call(readFourEyes)).body.enabled).toBe(false)
  await visitor.close()
})
