import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseIncident, readIncident } from '#domain/incident/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { demoCif } from '#server/demo/people.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, optionsOf, pathOf, pickFile, rowOf, rowTexts, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'

/* Incidents per role, a provider's onboarding, and messages when the server or the network fails. */

const file = (name: string) => join(import.meta.dirname, '../../src/server/demo/files', name)
const CONTACTED = 'El CCI contactará con usted para su gestión'
const NO_PROVIDER = 'Tiene que seleccionar un proveedor al que asignar la incidencia'
const readers = ['cci', 'proveedor', 'evaluador', 'entidad', 'borrador'] as const

let portal: TestPortal
let stage: Stage
let visitors: Record<(typeof readers)[number], Visitor>

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  await askForPhotographs()
  visitors = await stage.people(readers)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const incidentOf = (title: string) =>
  portal.app.db.selectFrom('incident').selectAll().where('title', '=', title).executeTakeFirst()

/** With one document alone, 'all have a file' and 'any has a file' would be equal; an optional one counts too (D53). */
async function askForPhotographs(): Promise<void> {
  const { db } = portal.app
  const { id } = await db
    .selectFrom('document_catalogue')
    .select('id')
    .where('type', '=', 'ISSUE')
    .executeTakeFirstOrThrow()
  const entry = { name: 'Fotografías', description: 'Si las hay', required: false, position: 9 }
  await db
    .insertInto('required_document')
    .values({ catalogue_id: id, ...entry })
    .execute()
}

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true }).first()

/** The effects of CCI's verification, which these tests ignore. */
async function acceptDocumentation(participantId: string): Promise<void> {
  const { db, clock } = portal.app
  const at = clock.now()
  const { id } = await db
    .updateTable('validation')
    .set({ status: 'ACCEPTED', decided_at: at })
    .where('participant_id', '=', participantId)
    .where('kind', '=', 'DOC_MIN')
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('document_version')
    .set({ status: 'ACCEPTED', expires_on: '2027-06-30', decided_at: at, decided_by: eb => eb.ref('uploaded_by') })
    .where('document_id', 'in', eb => eb.selectFrom('document').select('id').where('validation_id', '=', id))
    .execute()
  await db.updateTable('participant').set({ onboarded_at: at }).where('id', '=', participantId).execute()
}

const incidentDialog = (page: Page) => page.getByRole('dialog', { name: 'Nueva incidencia' })

async function openDialog({ page }: Visitor) {
  await page.getByRole('button', { name: 'Nueva incidencia' }).click()
  const dialog = incidentDialog(page)
  await dialog.getByRole('textbox', { name: 'Título' }).waitFor()
  return dialog
}

async function describeIncident(page: Page, title: string, detail: string): Promise<void> {
  await incidentDialog(page).getByRole('textbox', { name: 'Título' }).fill(title)
  await incidentDialog(page).getByRole('textbox', { name: 'Detalle' }).fill(detail)
}

/** Finds a provider by typing. */
async function chooseProvider(page: Page, name: string): Promise<void> {
  await incidentDialog(page).getByRole('combobox', { name: 'Proveedor' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
}

test('INC-01 INC-02 FORM-58: a provider notifies an incident, with every field', async () => {
  const { page } = visitors.proveedor
  await visitors.proveedor.open('/incidences')
  await page.getByRole('heading', { name: 'NOTIFICAR INCIDENCIA', exact: true }).waitFor()
  await page.getByRole('heading', { name: 'RESUMEN INCIDENCIAS', exact: true }).waitFor()
  const dialog = await openDialog(visitors.proveedor)
  const send = dialog.getByRole('button', { name: 'Enviar incidencia' })
  const incomplete = dialog.getByText('Debe rellenar todos los campos para crear una incidencia')
  await send.click()
  await incomplete.waitFor()
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Corte de fibra en Coslada')
  await incomplete.waitFor({ state: 'hidden' })
  await send.click()
  await incomplete.waitFor()
  expect(await incidentOf('Corte de fibra en Coslada')).toBeUndefined()
})

const ofProvider = steps()
ofProvider('FORM-59 FORM-60 ERR-24: the detail is counted, and CCI will be in touch', async () => {
  const { page } = visitors.proveedor
  await visitors.proveedor.open('/incidences')
  const dialog = await openDialog(visitors.proveedor)
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Corte de fibra en Coslada')
  const detail = dialog.getByPlaceholder('Escriba el detalle...', { exact: true })
  await dialog.getByText('0 / 200', { exact: true }).waitFor()
  await detail.fill('Sin enlace dos horas')
  await dialog.getByText('20 / 200', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Enviar incidencia' }).click()
  await says(visitors.proveedor, CONTACTED)
  await dialog.waitFor({ state: 'hidden' })
  await rowOf(page, 'Corte de fibra en Coslada').getByText('Pendiente').waitFor()
  expect(await incidentOf('Corte de fibra en Coslada')).toMatchObject({
    status: 'PENDING',
    detail: 'Sin enlace dos horas',
    provider_id: await portal.participantOf('proveedor'),
  })
})

ofProvider('INC-04: a provider reads its incident, and has no form for it', async () => {
  const { page } = visitors.proveedor
  const incident = (await incidentOf('Corte de fibra en Coslada'))!
  await page.getByRole('link', { name: 'Corte de fibra en Coslada', exact: true }).click()
  await page.waitForURL(`**/incidences/open-incidence/${incident.provider_id}-${incident.id}-r`)
  await page.getByRole('heading', { name: 'Corte de fibra en Coslada', exact: true }).waitFor()
  await page.getByRole('main').getByText('Sin enlace dos horas').waitFor()
  for (const name of ['Abrir incidencia', 'Modificar']) expect(await page.getByRole('button', { name }).count()).toBe(0)
})

const ofCci = steps()
ofCci('FORM-61 ERR-24: an entity chooses the provider of its incident', async () => {
  const { page } = visitors.entidad
  await visitors.entidad.open('/incidences')
  const dialog = await openDialog(visitors.entidad)
  await describeIncident(page, 'Cartas sin franquear', 'Un lote del martes llegó sin franquear.')
  await dialog.getByRole('button', { name: 'Enviar incidencia' }).click()
  await dialog.getByText(NO_PROVIDER).waitFor()
  await dialog.getByText('Debe rellenar todos los campos para crear una incidencia').waitFor()
  expect(await incidentOf('Cartas sin franquear')).toBeUndefined()
  await chooseProvider(page, 'Valdeoca')
  await dialog.getByRole('button', { name: 'Enviar incidencia' }).click()
  await says(visitors.entidad, CONTACTED)
  await rowOf(page, 'Cartas sin franquear').getByText('Valdeoca').first().waitFor()
})

ofCci('INC-03 FORM-61: CCI manages incidents, and must choose the provider of its own', async () => {
  const { page } = visitors.cci
  await visitors.cci.open('/incidences/incidences-CCI')
  await page.getByRole('heading', { name: 'GESTIÓN INCIDENCIA', exact: true }).waitFor()
  await rowOf(page, 'Cartas sin franquear').waitFor()
  const dialog = await openDialog(visitors.cci)
  await describeIncident(page, 'Auditoría sin responder', 'No contesta desde octubre.')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByText(NO_PROVIDER).waitFor()
  expect(pathOf(visitors.cci)).toBe('/incidences/incidences-CCI')
  await chooseProvider(page, 'Valdeoca')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await page.waitForURL(`**/incidences/open-incidence/${await portal.participantOf('valdeoca')}--w`)
})

ofCci('INC-04 INC-12 FORM-55: an incident is opened with a file on every documentation entry', async () => {
  const { page } = visitors.cci
  const missing = page.getByText('Adjunte un archivo en cada documento antes de abrir la incidencia.')
  const open = page.getByRole('button', { name: 'Abrir incidencia' })
  await missing.waitFor()
  // It is disabled; pressing it sends nothing.
  await open.click({ force: true })
  await missing.waitFor()
  expect(await incidentOf('Auditoría sin responder')).toBeUndefined()
  const attach = (entry: string, name: string) =>
    pickFile(page, page.getByRole('listitem').filter({ hasText: entry }).getByRole('button').first(), file(name))
  await attach('Informe de la incidencia', 'plan-continuidad.pdf')
  await page.getByRole('listitem').filter({ hasText: 'plan-continuidad.pdf' }).waitFor()
  await open.click({ force: true })
  await missing.waitFor()
  expect(await incidentOf('Auditoría sin responder')).toBeUndefined()
  await attach('Fotografías', 'ficha-entidad.pdf')
  await missing.waitFor({ state: 'hidden' })
  await open.click()
  await page.getByRole('button', { name: 'Modificar' }).waitFor()
  const incident = (await incidentOf('Auditoría sin responder'))!
  expect(incident.status).toBe('OPEN')
  await page.waitForURL(`**/incidences/open-incidence/${incident.provider_id}-${incident.id}-w`)
  await page.getByRole('button', { name: 'Ver plan-continuidad.pdf' }).waitFor()
})

ofCci('INC-08 INC-12: the status of an open incident is Abierta or Cerrada, and is modified', async () => {
  const { page } = visitors.cci
  const status = page.getByRole('combobox', { name: 'Estado' })
  expect(await optionsOf(page, status)).toEqual(['Abierta', 'Cerrada'])
  await choose(page, status, 'Cerrada')
  await page.getByRole('button', { name: 'Modificar' }).click()
  await says(visitors.cci, 'Queda cerrada.')
  expect(await incidentOf('Auditoría sin responder')).toMatchObject({ status: 'CLOSED' })
})

ofCci(
  'ROLE-16 INC-12: the text of a closed incident is read-only until it is open again; a correction notifies both sides',
  async () => {
    const { page } = visitors.cci
    const modify = page.getByRole('button', { name: 'Modificar' })
    const status = page.getByRole('combobox', { name: 'Estado' })
    expect(await field(page, 'Título').isEditable()).toBe(false)
    await says(visitors.cci, 'Una incidencia cerrada no se corrige: elija «Abierta» para hacerlo.')
    await says(visitors.cci, 'Una incidencia cerrada conserva los archivos con los que se cerró.')
    await page.getByRole('button', { name: 'Ver plan-continuidad.pdf' }).waitFor()
    expect(await page.getByText('Arrastre aquí los documentos').count()).toBe(0)
    await choose(page, status, 'Abierta')
    await field(page, 'Título').fill('Auditoría contestada tarde')
    // Closed: nothing is kept or sent.
    await choose(page, status, 'Cerrada')
    expect(await field(page, 'Título').inputValue()).toBe('Auditoría sin responder')
    await choose(page, status, 'Abierta')
    await field(page, 'Detalle').fill(' ')
    await modify.click()
    await says(visitors.cci, 'Debe rellenar todos los campos para crear una incidencia')
    await field(page, 'Detalle').fill('Se contestó con diez días de retraso.')
    await modify.click()
    await page.getByRole('heading', { name: 'Auditoría contestada tarde', exact: true }).waitFor()
    expect(await incidentOf('Auditoría contestada tarde')).toMatchObject({
      status: 'OPEN',
      detail: 'Se contestó con diez días de retraso.',
    })
    await page.getByText('Arrastre aquí los documentos').waitFor()
    await visitors.cci.checkAccessible()
    const valdeoca = await portal.signIn('valdeoca@almotacen.example')
    const { content } = (await valdeoca.call(listNotifications, { query: { size: 20 } })).body
    expect(content.map(({ message }: { message: string }) => message)).toContain(
      'La incidencia «Auditoría sin responder» se llama ahora «Auditoría contestada tarde».',
    )
  },
)

ofCci(
  'ERR-26 FORM-55: a file that does not arrive leaves an incident that only CCI knows of, until it is sent again',
  async () => {
    const { page } = visitors.cci
    const providerId = await portal.participantOf('valdeoca')
    await visitors.cci.open(`/incidences/open-incidence/${providerId}--w`)
    await field(page, 'Título').fill('Plan sin probar')
    await field(page, 'Detalle').fill('El plan de continuidad no se ha probado.')
    const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    for (const [name, picked] of [
      ['Informe de la incidencia', 'plan-continuidad.pdf'],
      ['Fotografías', 'ficha-entidad.pdf'],
    ] as const)
      await pickFile(page, entry(name).getByRole('button').first(), file(picked))
    const cut = (body: string | null) => body?.includes('Fotograf')
    await page.route('**/issue-documents', route =>
      cut(route.request().postDataBuffer()?.toString('utf8') ?? null)
        ? route.abort('connectionreset')
        : route.fallback(),
    )
    visitors.cci.expectComplaint(/ERR_CONNECTION_RESET/)
    const open = page.getByRole('button', { name: 'Abrir incidencia' })
    await open.click()
    await page.getByText('No se han subido todos los archivos: mire qué pasa con cada uno.').waitFor()
    await says(visitors.cci, 'La incidencia queda pendiente: suba los archivos que faltan y pulse «Abrir incidencia».')
    const incident = (await incidentOf('Plan sin probar'))!
    expect(incident.status).toBe('PENDING')
    const valdeoca = await portal.signIn('valdeoca@almotacen.example')
    expect((await valdeoca.call(readIncident, { params: { id: incident.id } })).status).toBe(404)
    await page.waitForURL(`**/incidences/open-incidence/${providerId}-${incident.id}-w`)

    await page.unroute('**/issue-documents')
    await entry('Fotografías')
      .getByRole('button', { name: /^Reintentar/ })
      .click()
    await page.getByRole('button', { name: 'Ver ficha-entidad.pdf' }).waitFor()
    await open.click()
    await page.getByRole('button', { name: 'Modificar' }).waitFor()
    expect((await incidentOf('Plan sin probar'))!.status).toBe('OPEN')
    expect((await valdeoca.call(readIncident, { params: { id: incident.id } })).body.status).toBe('OPEN')
  },
)

test('LIM-18: the incidents are six a page', async () => {
  const caller = await portal.signIn('entidad@almotacen.example')
  const providerId = await portal.participantOf('valdeoca')
  for (let i = 1; i <= 6; i++) {
    const body = { providerId, title: `Devolución ${i}`, detail: 'Sobres devueltos.' }
    expect((await caller.call(raiseIncident, { body })).status).toBeLessThan(300)
  }
  const { page } = visitors.entidad
  await visitors.entidad.open('/incidences')
  await rowTexts(page, 'Incidencias', 6)
  await says(visitors.entidad, /^1–6 de 7 incidencias$/)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await rowTexts(page, 'Incidencias', 1)
})

test('ONB-04 ONB-05: the mandatory data have a header and a way out, and no menu', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await visitor.signIn('borrador@almotacen.example')
  await page.waitForURL('**/auth/mandatory-data*')
  await page.getByRole('heading', { name: 'Complete su alta', exact: true }).waitFor()
  const header = page.getByRole('banner')
  await header.getByText(/borrador@almotacen\.example/).waitFor()
  expect(await page.getByRole('navigation', { name: 'Menú principal' }).count()).toBe(0)
  await header.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.waitForURL('**/auth/sign-in*')
  await visitor.close()
})

const onboarding = steps()
onboarding('ERR-26: an upload that fails raises an error, and is tried again', async () => {
  const { page, context } = visitors.borrador
  await visitors.borrador.goto('/auth/mandatory-data?tab=documentacion')
  const row = page.getByRole('listitem').filter({ hasText: 'Póliza de responsabilidad civil' })
  await row.getByRole('button', { name: /^Elegir archivo/ }).waitFor()
  const flag = page.getByText('No se han subido todos los archivos: mire qué pasa con cada uno.')
  visitors.borrador.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  try {
    await pickFile(page, row.getByRole('button').first(), file('poliza-responsabilidad-civil.pdf'))
    await flag.waitFor()
    await row
      .getByRole('alert')
      .getByText(/^No hay conexión con el portal/)
      .waitFor()
  } finally {
    await context.setOffline(false)
  }
  await row.getByRole('button', { name: 'Reintentar poliza-responsabilidad-civil.pdf' }).click()
  await row.getByRole('button', { name: 'Ver poliza-responsabilidad-civil.pdf' }).waitFor()
  await flag.waitFor({ state: 'hidden' })
})

onboarding('ONB-03: a provider completes its data and its documentation, and then asks for a service', async () => {
  const { page } = visitors.borrador
  const certificate = page
    .getByRole('listitem')
    .filter({ hasText: 'Certificado de estar al corriente con la Seguridad Social' })
  await pickFile(page, certificate.getByRole('button').first(), file('certificado-seguridad-social.pdf'))
  await certificate.getByRole('button', { name: 'Ver certificado-seguridad-social.pdf' }).waitFor()
  await page.getByRole('button', { name: 'Enviar documentación' }).click()
  // The documents are complete, the data are not.
  await field(page, 'Nombre comercial').waitFor()
  for (const [label, value] of Object.entries({
    Nombre: 'Peñafiel Transcripciones, S.L.',
    CIF: demoCif('B', '0090158'),
    'Nombre comercial': 'Peñafiel',
    CNAE: '8210',
    Web: 'www.penafiel.example',
    'Correo electrónico': 'info@penafiel.example',
    'Contacto de facturación': 'Julián Escribano Toro',
    'Correo de facturación': 'facturas@penafiel.example',
    'Correo del responsable de seguridad': 'seguridad@penafiel.example',
    'Correo para incidencias': 'incidencias@penafiel.example',
    'Nombre de la vía': 'Reina Casilda',
    Número: '14',
    'Código postal': '28045',
    Municipio: 'Madrid',
  }))
    await field(page, label).fill(value)
  await choose(page, page.getByRole('combobox', { name: 'Tipo de vía' }).first(), 'Calle')
  await choose(page, page.getByRole('combobox', { name: 'Provincia' }).first(), 'Madrid')
  await page.getByRole('checkbox', { name: 'Es la misma que la dirección' }).check()
  for (const figure of ['Volumen de facturación', 'Resultados']) {
    const inputs = page.getByRole('textbox', { name: new RegExp(`^${figure}`) })
    for (let year = 0; year < 3; year++) await inputs.nth(year).fill('4.812')
  }
  await page.getByRole('tab', { name: /Documentación requerida/ }).click()
  await page.getByRole('button', { name: 'Enviar documentación' }).click()
  await page.waitForURL(url => url.pathname === '/')
  const id = await portal.participantOf('borrador')
  const requests = () =>
    portal.app.db
      .selectFrom('validation')
      .select(['kind', 'status'])
      .where('participant_id', '=', id)
      .orderBy('created_at')
      .execute()
  expect(await requests()).toEqual([{ kind: 'DOC_MIN', status: 'PENDING' }])

  await acceptDocumentation(id)
  await visitors.borrador.open('/send-report')
  await choose(page, page.getByRole('combobox', { name: 'Servicio' }), 'Firma electrónica')
  await page.getByRole('combobox', { name: 'Evaluador' }).click()
  await page.getByRole('option', { name: /Quintanilla/ }).click()
  await field(page, 'Concepto').fill('Transcripción de vistas')
  for (const [title, name] of [
    ['Informe de auditoría', 'informe-auditoria.pdf'],
    ['Doc. Excel asociado', 'controles-evaluados.xlsx'],
  ] as const)
    await pickFile(page, page.getByRole('listitem').filter({ hasText: title }).getByRole('button').first(), file(name))
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.waitForURL(url => url.pathname === '/')
  expect(await requests()).toEqual([
    { kind: 'DOC_MIN', status: 'ACCEPTED' },
    { kind: 'AUDIT_REPORT', status: 'PENDING' },
  ])
})

test('ROLE-41: an evaluator reads its accreditation and does not write it', async () => {
  const { page } = visitors.evaluador
  await visitors.evaluador.open('/own-documentation')
  const term = page.getByText('ACREDITACIÓN VIGENTE HASTA', { exact: true })
  await term.waitFor()
  const line = page.locator('dl').filter({ has: term })
  await line.getByText(/\d{2}\/\d{2}\/\d{4}/).waitFor()
  expect(await line.locator('input, button, select, textarea').count()).toBe(0)
  expect(await page.getByLabel('ACREDITACIÓN VIGENTE HASTA').count()).toBe(0)
  await says(visitors.evaluador, /^La fija el /)
})

test('ERR-04: a preload with a file that is no sheet says that its extension is wrong', async () => {
  const { page } = visitors.cci
  await visitors.cci.open('/access-invitation')
  await page.getByRole('button', { name: 'Precarga masiva de entidades' }).click()
  const dialog = page.getByRole('dialog', { name: 'Precarga masiva de entidades' })
  visitors.cci.expectComplaint(/status of 4\d\d .* \/api\/v1\/invitations-entity\/preview$/)
  await pickFile(
    page,
    dialog.getByRole('button', { name: 'Elegir archivo', exact: true }),
    join(import.meta.dirname, '../fixtures/entities/entidades.pdf'),
  )
  await dialog.getByText('Extensión de archivo no válida.', { exact: true }).waitFor()
})
