import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, optionsOf, pickFile, rowOf, rowTexts, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'

/* Participants' submissions: report requests, their own data, the edit form, and invitations. */

const file = (name: string) => join(import.meta.dirname, '../../src/server/demo/files', name)
const INCOMPLETE =
  'Rellene todos los campos y suba la documentación necesaria para poder enviar la verificación del informe.'
const readers = ['cci', 'proveedor', 'evaluador', 'entidad', 'valdeoca'] as const

let portal: TestPortal
let stage: Stage
let visitors: Record<(typeof readers)[number], Visitor>

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  visitors = await stage.people(readers)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const requestsOf = async (name: string) =>
  portal.app.db
    .selectFrom('validation as v')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .innerJoin('participant as e', 'e.id', 'v.evaluator_id')
    .select(['v.id', 's.description as service', 'e.display_name as evaluator', 'v.status', 'v.concept'])
    .where('v.participant_id', '=', await portal.participantOf(name))
    .where('v.deleted_at', 'is', null)
    .execute()

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true }).first()

/** Fills in a request except for its files. */
async function describeRequest(page: Page, service: string, evaluator: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Servicio' }).click()
  await page.getByRole('option', { name: service, exact: true }).click()
  await page.getByRole('combobox', { name: 'Evaluador' }).click()
  await page.getByRole('option', { name: evaluator }).click()
  await field(page, 'Concepto').fill('Planta de Coslada')
}

const sending = steps()
sending('REP-01 FORM-52 ERR-11: without fields and documents nothing is sent, and it says so', async () => {
  const { page } = visitors.proveedor
  await visitors.proveedor.open('/send-report')
  await page
    .getByRole('heading', { name: 'Enviar solicitud de verificación de informe de auditoría', exact: true })
    .waitFor()
  let posts = 0
  const count = (request: { method(): string }) => {
    if (request.method() === 'POST') posts++
  }
  page.on('request', count)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await says(visitors.proveedor, INCOMPLETE)
  await describeRequest(page, 'Digitalización certificada', /Somport/)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await says(visitors.proveedor, INCOMPLETE)
  expect(posts).toBe(0)
  page.off('request', count)
})

sending('ERR-10: a live request for the same service and evaluator is refused in a sentence', async () => {
  visitors.proveedor.expectComplaint(/409 .*audit_report/)
  const { page } = visitors.proveedor
  const live = 'Ya hay una solicitud en curso para este servicio y este evaluador. Consúltela en su lista.'
  await says(visitors.proveedor, live)
  for (const [title, name] of [
    ['Informe de auditoría', 'informe-auditoria.pdf'],
    ['Doc. Excel asociado', 'controles-evaluados.xlsx'],
  ] as const)
    await pickFile(page, page.getByRole('listitem').filter({ hasText: title }).getByRole('button').first(), file(name))
  const refused = page.waitForResponse(response => response.request().method() === 'POST' && response.status() === 409)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await refused
  await says(visitors.proveedor, live)
  const standing = (await requestsOf('proveedor')).find(
    ({ service, evaluator }) => service === 'Digitalización certificada' && evaluator.includes('Somport'),
  )!
  expect(await page.getByRole('link', { name: 'Ver la solicitud' }).getAttribute('href')).toContain(standing.id)
  expect((await requestsOf('proveedor')).length).toBe(5)
})

sending('REP-03: the request goes to the chosen evaluator, for the chosen service', async () => {
  const { page } = visitors.proveedor
  await describeRequest(page, 'Firma electrónica', /Quintanilla/)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.waitForURL(url => url.pathname === '/')
  expect(await requestsOf('proveedor')).toContainEqual(
    expect.objectContaining({
      service: 'Firma electrónica',
      evaluator: 'Quintanilla y Robles Auditores, S.L.P.',
      status: 'PENDING',
      concept: 'Planta de Coslada',
    }),
  )
})

test('ERR-18: a request that cannot be edited says so instead of showing its form', async () => {
  const { page } = visitors.proveedor
  const qualified = (await requestsOf('proveedor')).find(({ service }) => service === 'Custodia documental')!
  await visitors.proveedor.open(`/send-report/${qualified.id}`)
  await page.getByRole('main').getByText('El estado del dictamen no permite editar la solicitud').waitFor()
  await says(visitors.proveedor, /Podrá renovarla desde el \d{2}\/\d{2}\/\d{4}\./)
  expect(await page.getByRole('button', { name: 'Enviar solicitud' }).count()).toBe(0)
})

test('REP-10 VAL-11: shows the reason of a rejection above the form until the answer is sent', async () => {
  const { page } = visitors.proveedor
  const rejected = (await requestsOf('proveedor')).find(request => request.status === 'REJECTED')!
  await visitors.proveedor.open(`/send-report/${rejected.id}`)
  const reason = page.getByText(/^El CCI rechazó «/)
  const [why, concept] = await Promise.all([reason.boundingBox(), field(page, 'Concepto').boundingBox()])
  expect(why!.y).toBeLessThan(concept!.y)
  const words = await reason.textContent()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Sustituir / }) })
  expect(await row.count()).toBe(1)
  const sheet = words?.includes('Excel') ? 'controles-evaluados.xlsx' : 'informe-auditoria.pdf'
  await pickFile(page, row.getByRole('button', { name: /^Sustituir / }), file(sheet))
  await says(visitors.proveedor, 'Compruebe que el archivo nuevo responde al rechazo')
  expect(await reason.textContent()).toBe(words)
  await visitors.proveedor.checkAccessible()
})

test('REP-02: CCI’s form for a provider has its own title', async () => {
  const { page } = visitors.cci
  await visitors.cci.open(`/send-report-cci/${await portal.participantOf('proveedor')}`)
  await page
    .getByRole('heading', { name: 'CREAR NUEVA SOLICITUD DE VERIFICACIÓN DE INFORME DE AUDITORÍA', exact: true })
    .waitFor()
  await page.getByRole('combobox', { name: 'Evaluador' }).waitFor()
  // CCI's form does not explain a provider's role.
  await page.getByRole('complementary', { name: 'LA SOLICITUD' }).waitFor()
  expect(await page.getByText('aparecerá en la página de inicio').count()).toBe(0)
})

test('ERR-23: an incident without files says so', async () => {
  const incident = await portal.app.db
    .selectFrom('incident')
    .select(['id', 'provider_id'])
    .where('provider_id', '=', await portal.participantOf('valdeoca'))
    .executeTakeFirstOrThrow()
  await visitors.valdeoca.open(`/incidences/open-incidence/${incident.provider_id}-${incident.id}-r`)
  await says(visitors.valdeoca, 'No hay archivos asociados a esta incidencia')
})

const ownData = steps()
ownData('PART-10: a provider does not edit its CNAE, and does its web', async () => {
  const { page } = visitors.proveedor
  await visitors.proveedor.open('/own-data')
  expect(await field(page, 'CNAE').getAttribute('readonly')).not.toBeNull()
  expect(await field(page, 'CNAE').inputValue()).toBe('6311')
  expect(await field(page, 'Web').getAttribute('readonly')).toBeNull()
})

ownData('PART-23 LIM-25: the kinds of via and the bands of employees', async () => {
  const { page } = visitors.proveedor
  expect(await optionsOf(page, page.getByRole('combobox', { name: 'Tipo de vía' }).first())).toEqual(
    'Alameda Avenida Calle Calleja Camino Carretera Edificio Glorieta Pasaje Paseo Plaza Polígono Sector Travesía Urbanización Vía'.split(
      ' ',
    ),
  )
  expect(await optionsOf(page, page.getByRole('combobox', { name: 'Número de empleados' }))).toEqual([
    '1-9',
    '10-49',
    '50-249',
    'Más de 250',
  ])
})

test('PART-12: an entity does not edit its name, its NRBE code or its address', async () => {
  const { page } = visitors.entidad
  await visitors.entidad.open('/own-data')
  const group = page.getByRole('group', { name: 'Entidad' })
  for (const label of ['Nombre', 'Código NRBE'])
    expect(await group.getByRole('textbox', { name: label, exact: true }).getAttribute('readonly')).not.toBeNull()
  const address = page.getByRole('group', { name: 'Dirección', exact: true })
  await address.getByText(/Reina Casilda/).waitFor()
  expect(await address.locator('input').count()).toBe(0)
})

test('PART-16 PART-17 PART-19: an evaluator’s signing partners and ROAC number', async () => {
  const { page } = visitors.evaluador
  await visitors.evaluador.open('/own-data')
  for (const [label, value] of [
    ['Número de ROAC', 'S0984'],
    ['Socio firmante de auditoría de sistemas', 'Beatriz Quintanilla Soto'],
  ] as const)
    expect(await field(page, label).inputValue()).toBe(value)
  await page.getByRole('textbox', { name: /^Socio firmante de informes ISAE 3000/ }).waitFor()
  await visitors.evaluador.checkAccessible()
})

const editing = steps()
editing('FORM-19: in the edit form a rule runs when its field is left', async () => {
  const { page } = visitors.cci
  await visitors.cci.open(`/editUser/${await portal.participantOf('cantera')}/PROVIDER`)
  const web = field(page, 'Correo de facturación')
  await web.fill('facturas@cantera')
  expect(await page.getByText('Correo electrónico no válido').count()).toBe(0)
  await web.press('Tab')
  await says(visitors.cci, 'Correo electrónico no válido')
})

editing('FORM-20 FORM-21: saving runs every rule, and asks for confirmation only when all are kept', async () => {
  const { page } = visitors.cci
  const dialog = page.getByRole('alertdialog', { name: 'Guardar los cambios' })
  await field(page, 'Nombre comercial').fill('')
  const cif = await field(page, 'CIF').inputValue()
  await field(page, 'CIF').fill('B1')
  await page.getByRole('button', { name: 'Guardar' }).click()
  // The field's name is shown once.
  const wrong = page.getByRole('listitem').filter({ hasText: 'CIF' })
  expect(await wrong.textContent()).toBe('CIF erróneo: el formato no es correcto.')
  await field(page, 'CIF').fill(cif)
  await page.getByRole('link', { name: 'Nombre comercial' }).waitFor()
  await page.getByRole('link', { name: 'Correo de facturación' }).waitFor()
  expect(await dialog.count()).toBe(0)
  await field(page, 'Nombre comercial').fill('Cantera Nube Ibérica')
  await field(page, 'Correo de facturación').fill('facturas@cantera.example')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await says(visitors.cci, 'Datos guardados')
})

const inviting = steps()
inviting('INV-03 LIM-12: issued invitations are a table of six a page', async () => {
  const { page } = visitors.cci
  await visitors.cci.open('/access-invitation')
  const rows = await rowTexts(page, 'Invitaciones emitidas', 6)
  expect(rows.every(row => /Pendiente|Aceptada|Retirada/.test(row))).toBe(true)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await says(visitors.cci, /^7–12 de \d+ invitaciones$/)
})

inviting('INV-04 LIM-33: invitations are filtered by status and by the rest', async () => {
  const { page } = visitors.cci
  const statuses = page.getByRole('group', { name: 'Estado' })
  for (const [name, word, status] of [
    ['Aceptadas', 'Aceptada', 'ACCEPTED'],
    ['Pendientes', 'Pendiente', 'PENDING'],
  ] as const) {
    await statuses.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await page.waitForURL(url => url.searchParams.get('status') === status)
    const { length: count } = await portal.app.db
      .selectFrom('invitation')
      .select('id')
      .where('status', '=', status)
      .execute()
    expect(count).toBeGreaterThan(0)
    await expect
      .poll(async () => {
        const rows = await rowTexts(page, 'Invitaciones emitidas', Math.min(6, count))
        return rows.every(row => row.includes(word))
      })
      .toBe(true)
  }
  await statuses.getByRole('button', { name: /^Todas/ }).click()
  const filters = page.getByRole('search', { name: 'Filtros' })
  await filters.getByRole('textbox', { name: 'Correo' }).fill('cantera')
  expect((await rowTexts(page, 'Invitaciones emitidas', 1))[0]).toContain('cantera@almotacen.example')
  await filters.getByRole('button', { name: 'Limpiar' }).click()
  await choose(page, filters.getByRole('combobox', { name: 'Tipo' }), 'Entidad')
  await rowOf(page, 'externalizacion@santander.example').waitFor()
  expect(await rowOf(page, 'proveedor@almotacen.example').count()).toBe(0)
})

inviting('FORM-46: an invitation without e-mail asks for it', async () => {
  const { page } = visitors.cci
  await page.getByRole('button', { name: 'Enviar invitación' }).click()
  await says(visitors.cci, 'Introduzca un correo para enviar la invitación.')
})

test('LIM-13: users are listed six a page', async () => {
  const { page } = visitors.cci
  await visitors.cci.open('/view-users')
  await rowTexts(page, 'Usuarios por participante', 6)
  await says(visitors.cci, /^1–6 de \d+/)
})
