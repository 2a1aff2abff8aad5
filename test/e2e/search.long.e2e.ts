import { afterAll, beforeAll, expect, test } from 'vitest'
import { displayName } from '#domain/participant/participant.ts'
import { demoCif } from '#server/demo/people.ts'
import { newId } from '#server/platform/ids.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, optionsOf, refusedOf, rowOf, rowTexts, says } from '#test/support/browser.ts'
import { coloursOf } from '#test/support/picture.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'

/* The searches of every role on the demo data: lists, filters, detail panel and windows. */

const PROVIDERS = 'Lista de proveedores'

let portal: TestPortal
let stage: Stage
let entity: Visitor
let provider: Visitor
let evaluator: Visitor
let cci: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  const people = await stage.people(['entidad', 'proveedor', 'evaluador', 'cci'])
  ;({ entidad: entity, proveedor: provider, evaluador: evaluator, cci } = people)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const idOf = async (email: string) =>
  (
    await portal.app.db
      .selectFrom('portal_user')
      .select('participant_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).participant_id

const ofBank = steps()
ofBank('LIM-14: the start of a bank lists five providers and leads to all of them', async () => {
  const { page } = entity
  await rowTexts(page, PROVIDERS, 5)
  await page.getByRole('link', { name: 'Ver todos' }).first().click()
  await page.waitForURL('**/provider')
})

ofBank('a lapse leads to its score, with the detail open', async () => {
  const { page } = entity
  const before = page.url()
  await entity.goto('/')
  await page.getByRole('link', { name: 'Tramontana Custodia Digital, S.L.: Custodia documental' }).click()
  await says(entity, 'B00472183 · Pyme')
  expect((await rowTexts(page, PROVIDERS, 5)).every(row => row.includes('Tramontana'))).toBe(true)
  await page.getByText('De «Custodia documental»:').waitFor()
  await entity.goto(before)
})

let bankRows: string[]
const wordsOf = (name: string) => bankRows.find(row => row.includes(name)) ?? ''

ofBank('SRCH-01 SRCH-07 LIM-15: a bank searches providers, six a page', async () => {
  const { page } = entity
  await page.getByRole('heading', { name: 'BÚSQUEDA PROVEEDORES', exact: true }).waitFor()
  bankRows = await rowTexts(page, PROVIDERS, 6)
  await says(entity, '1–6 de 12')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await says(entity, '7–12 de 12')
  // Both pages are full: the old rows stay until the new ones arrive.
  await entity.quiet()
  const rest = await rowTexts(page, PROVIDERS, 6)
  expect(bankRows.filter(row => rest.includes(row))).toEqual([])
  bankRows.push(...rest)
  await page.getByRole('button', { name: 'Anterior' }).click()
  await says(entity, '1–6 de 12')
})

ofBank.each([
  ['VAL-03', 'Cantera Nube', 'Calificado'],
  ['VAL-04', 'Arcadio Mensajería', 'Pendiente'],
  ['VAL-05', 'Mirlo', 'Rechazada'],
  ['VAL-06', 'Lumbre Sistemas', 'Caducada'],
  ['VAL-07', 'Valdeoca', 'Expirada'],
])('%s: the request of %s reads %s', (_id, name, word) => {
  expect(wordsOf(name).split(/\s+/)).toContain(word)
})

ofBank('VAL-08: incidents read Abierta and Cerrada, the documentation Aceptada', async () => {
  const { page } = entity
  expect(wordsOf('Lumbre Sistemas')).toContain('Abierta')
  expect(wordsOf('Cantera Nube')).toContain('Cerrada')
  expect(wordsOf('Mirlo')).not.toMatch(/Abierta|Cerrada/)
  await rowOf(page, 'Ribera').getByRole('button').first().click()
  const panel = page.getByRole('complementary', { name: 'Detalle' })
  await panel.getByText('Aceptada', { exact: true }).waitFor()
})

ofBank('ERR-20 PART-28: without scores the panel says so, with business and contact person', async () => {
  const panel = entity.page.getByRole('complementary', { name: 'Detalle' })
  await panel.getByText('No hay calificaciones asociadas a este proveedor').first().waitFor()
  await panel.getByText('Datos y contacto').click()
  await panel.getByRole('heading', { name: 'DATOS DE LA EMPRESA' }).waitFor()
  await panel.getByRole('heading', { name: 'PERSONA DE CONTACTO' }).waitFor()
  await panel.getByText('Amparo Llopis Sanchis').waitFor()
  // Only CCI edits a participant.
  expect(await panel.getByRole('button', { name: /^Eliminar/ }).count()).toBe(0)
  expect(await panel.getByRole('link', { name: /^(Editar|Nuevo servicio)/ }).count()).toBe(0)
})

ofBank('SRCH-06 LIM-35: the status filter offers its six words and narrows the list', async () => {
  const { page } = entity
  const filters = page.getByRole('search', { name: 'Filtros' })
  const status = filters.getByRole('combobox', { name: 'Estado' })
  expect(await optionsOf(page, status)).toEqual([
    'Calificado',
    'Pendiente',
    'Rechazada',
    'Caducada',
    'Expirada',
    'Aceptada',
  ])
  await choose(page, status, 'Rechazada')
  await says(entity, '1–2 de 2')
  for (const row of await rowTexts(page, PROVIDERS, 2)) expect(row).toContain('Rechazada')
  await filters.getByRole('button', { name: 'Limpiar' }).click()
  await says(entity, '1–6 de 12')
})

ofBank('LIM-36: the incident filter has Abierta, Cerrada and -', async () => {
  const { page } = entity
  const filters = page.getByRole('search', { name: 'Filtros' })
  const incident = filters.getByRole('combobox', { name: 'Incidencia' })
  expect(await optionsOf(page, incident)).toEqual(['Abierta', 'Cerrada', '-'])
  await choose(page, incident, 'Abierta')
  for (const row of await rowTexts(page, PROVIDERS, 2)) expect(row).toContain('Lumbre Sistemas')
  await filters.getByRole('button', { name: 'Limpiar' }).click()
})

ofBank('LIM-37: the favourites filter offers Si first and applies only when chosen', async () => {
  const { page } = entity
  const filters = page.getByRole('search', { name: 'Filtros' })
  const favourites = filters.getByRole('combobox', { name: 'Favoritos' })
  expect(await favourites.inputValue()).toBe('')
  expect(await optionsOf(page, favourites)).toEqual(['Si', 'No'])
  await choose(page, favourites, 'Si')
  await says(entity, /de [4-9]$/)
  const marks = page.getByRole('button', { name: /^Favorito: / })
  expect(await marks.count()).toBeGreaterThan(0)
  for (const mark of await marks.all()) expect(await mark.getAttribute('aria-pressed')).toBe('true')
  await filters.getByRole('button', { name: 'Limpiar' }).click()
  await says(entity, '1–6 de 12')
})

ofBank(
  'SRCH-08 SRCH-09 ERR-12: the panel opens the report documents; a bank downloads only what is accepted',
  async () => {
    const { page } = entity
    await rowOf(page, 'Arcadio Mensajería').getByRole('button').first().click()
    const panel = page.getByRole('complementary', { name: 'Detalle' })
    await panel.getByText('Transporte de valija').first().waitFor()
    await panel.getByText('Pendiente', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Informes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Documentos del informe' })
    for (const name of ['Informe de auditoría', 'Doc. Excel asociado']) {
      const download = dialog.getByRole('button', { name: new RegExp(`^Descargar ${name}`) })
      await download.waitFor()
      expect(await download.getAttribute('aria-disabled')).toBe('true')
      expect(await download.getAttribute('aria-label')).toContain(
        'No puede descargar un documento que no se ha aceptado',
      )
    }
    await entity.checkAccessible()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await dialog.waitFor({ state: 'hidden' })
  },
)

ofBank('SRCH-11 ERR-21: the score window has the dictamen, or says that it is missing', async () => {
  const { page } = entity
  const panel = page.getByRole('complementary', { name: 'Detalle' })
  const dialog = page.getByRole('dialog', { name: 'Dictamen de calificación' })
  await panel.getByRole('button', { name: 'Dictamen' }).click()
  await dialog.getByText('No hay archivos asociados a este dictamen').waitFor()
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await rowOf(page, 'Cantera Nube').getByRole('button').first().click()
  await panel.getByRole('button', { name: 'Dictamen' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Descargar el dictamen/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('dictamen-calificacion.pdf')

  const see = dialog.getByRole('button', { name: /^Ver el dictamen/ })
  await see.click()
  const file = page.getByRole('dialog', { name: /^Dictamen del / })
  await file.getByRole('img', { name: /^Página 1 de/ }).waitFor()
  await entity.checkAccessible()
  // Escape closes the topmost window, and the focus returns to its opener.
  await page.keyboard.press('Escape')
  await file.waitFor({ state: 'hidden' })
  await expect.poll(() => see.evaluate(button => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

ofBank('SRCH-09: a bank reads an accepted report in the portal', async () => {
  const { page } = entity
  await page.getByRole('complementary', { name: 'Detalle' }).getByRole('button', { name: 'Informes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ver Informe de auditoría', exact: true }).click()
  const file = page.getByRole('dialog', { name: 'Informe de auditoría', exact: true })
  await file.getByRole('img', { name: /^Página 1 de/ }).waitFor()
  await entity.close()
})

const ofProvider = steps()
ofProvider('SRCH-02 LIM-29: a provider searches its services, with dates as DD/MM/YYYY', async () => {
  const { page } = provider
  await provider.goto('/provider')
  await page.getByRole('heading', { name: 'BÚSQUEDA DE SERVICIOS', exact: true }).waitFor()
  await rowOf(page, 'Custodia documental').getByText('14/12/2026', { exact: true }).waitFor()
  await rowTexts(page, 'Lista de servicios', 5)
})

ofProvider('ERR-18 ERR-19: a refused action says why', async () => {
  const row = rowOf(provider.page, 'Custodia documental')
  const refused = await refusedOf(row)
  for (const [action, sentence] of [
    ['Editar', 'El estado del dictamen no permite editar la solicitud'],
    ['Renovar', 'Solo se renueva una solicitud caducada. Podrá renovarla desde el 15/12/2026'],
    ['Eliminar', 'El estado del dictamen no permite eliminar la solicitud'],
  ]) {
    const name = new RegExp(`^${action} la solicitud de Custodia documental`)
    const item = refused.getByRole('menuitem', { name })
    expect(await item.textContent()).toContain(sentence)
    expect(await item.getAttribute('aria-disabled')).toBe('true')
    expect(await row.getByRole('button', { name }).count()).toBe(0)
  }
  await provider.page.keyboard.press('Escape')
  const rejected = rowOf(provider.page, 'Destrucción confidencial')
  await rejected.getByRole('link', { name: 'Editar la solicitud de Destrucción confidencial', exact: true }).waitFor()
})

ofProvider('SRCH-10 ERR-22 LIM-30: the history of a document, its versions and when one was deleted', async () => {
  const { page } = provider
  await rowOf(page, 'Custodia documental').getByRole('button').first().click()
  await page.getByRole('complementary', { name: 'Detalle' }).getByRole('button', { name: 'Histórico' }).click()
  const first = page.getByRole('dialog', { name: 'Histórico de Informe de auditoría' })
  await first.getByText('Este archivo no tiene varias versiones').waitFor()
  await first.getByRole('button', { name: 'Cerrar' }).click()
  await first.waitFor({ state: 'hidden' })

  const { db } = portal.app
  const version = await db
    .selectFrom('document_version as v')
    .innerJoin('document as d', 'd.id', 'v.document_id')
    .innerJoin('validation as n', 'n.id', 'd.validation_id')
    .innerJoin('service as s', 's.id', 'n.service_id')
    .selectAll('v')
    .where('d.name', '=', 'Informe de auditoría')
    .where('s.description', '=', 'Custodia documental')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('document_version')
    .set({ is_current: false, deleted_at: '2026-11-20T15:07:00.000Z' })
    .where('id', '=', version.id)
    .execute()
  const history = cci.page.getByRole('dialog', { name: 'Histórico de Informe de auditoría' })
  const openHistory = async () => {
    await cci.goto('/provider?provider=Tramontana&sort=service,asc')
    await rowOf(cci.page, 'Custodia documental').getByRole('button').first().click()
    await cci.page.getByRole('complementary', { name: 'Detalle' }).getByRole('button', { name: 'Histórico' }).click()
  }
  // CCI still sees the deleted one (D8).
  await openHistory()
  await history.getByText('Eliminada el 20/11/2026 16:07', { exact: true }).waitFor()
  await history.getByRole('button', { name: 'Ver la versión 1' }).waitFor()

  const next = { ...version, id: newId('2026-11-21T08:00:00.000Z'), number: 2, file_name: 'informe-nuevo.pdf' }
  await db.insertInto('document_version').values(next).execute()
  await openHistory()
  await history.getByText('Versión 2 (actual)').waitFor()
  await history.getByText('informe-nuevo.pdf').waitFor()
  await history.getByText('Eliminada el 20/11/2026 16:07', { exact: true }).waitFor()
  await history.getByRole('button', { name: 'Ver la versión 1' }).click()
  const file = cci.page.getByRole('dialog', { name: 'Informe de auditoría, versión 1' })
  await file.getByRole('img', { name: /^Página 1 de/ }).waitFor()
})

ofProvider('SRCH-12: deleting a request asks first, and a kept one stays', async () => {
  const { page } = provider
  const row = rowOf(page, 'Digitalización certificada')
  const remove = row.getByRole('button', { name: 'Eliminar la solicitud de Digitalización certificada', exact: true })
  const dialog = page.getByRole('alertdialog', { name: 'Eliminar solicitud' })
  await remove.click()
  await dialog.getByText('¿Está seguro de eliminar la solicitud?').waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await row.count()).toBe(1)
  await remove.click()
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await rowTexts(page, 'Lista de servicios', 4)
  expect(await row.count()).toBe(0)
  await provider.close()
})

test('SRCH-03 ROLE-40: an evaluator lists the providers that chose it, without their history', async () => {
  const { page } = evaluator
  await evaluator.goto('/provider')
  const rows = await rowTexts(page, PROVIDERS, 5)
  expect(rows.filter(row => /Arcadio|Lumbre|Valdeoca|Ribera/.test(row))).toEqual([])
  await rowOf(page, 'Cantera Nube').getByRole('button').first().click()
  const panel = page.getByRole('complementary', { name: 'Detalle' })
  await panel.getByRole('button', { name: 'Informes' }).waitFor()
  expect(await panel.getByRole('button', { name: 'Histórico' }).count()).toBe(0)

  const { id, participant_id } = await portal.app.db
    .selectFrom('validation')
    .select(['id', 'participant_id'])
    .where('evaluator_id', '=', await portal.participantOf('evaluador'))
    .where('status', '=', 'QUALIFIED')
    .executeTakeFirstOrThrow()
  await evaluator.goto(`/documentation-view/${participant_id}-${id}-AUDIT_REPORT`)
  await page.getByRole('button', { name: 'Ver Informe de auditoría' }).waitFor()
  expect(await page.getByRole('button', { name: /^Histórico/ }).count()).toBe(0)
  await evaluator.close()
})

/** Seven more of a kind, as if invited and accepted long ago. */
async function addParticipants(kind: 'ENTITY' | 'AUDIT'): Promise<void> {
  const { db } = portal.app
  const at = '2026-01-05T10:00:00.000Z'
  for (let number = 1; number <= 7; number++) {
    const id = newId(at)
    const name = `${kind === 'ENTITY' ? 'Caja' : 'Auditores'} de Prueba ${number}`
    const own =
      kind === 'ENTITY' ? { name, nrbe: `900${number}` } : { business_name: name, cif: demoCif('B', `070000${number}`) }
    await db
      .insertInto('participant')
      .values({ id, kind, created_at: at, onboarded_at: at, ...own })
      .execute()
    await db
      .insertInto('validation')
      .values({
        id: newId(at),
        participant_id: id,
        kind: 'DOC_MIN',
        status: 'ACCEPTED',
        created_at: at,
        sent_at: at,
        decided_at: at,
      })
      .execute()
  }
}

test.each([
  ['SRCH-04 LIM-16', 'ENTITY', '/entity', 'BÚSQUEDA ENTIDADES', 'Entidades'],
  ['SRCH-05 LIM-17', 'AUDIT', '/audit', 'BÚSQUEDA EVALUADORES', 'Evaluadores'],
] as const)('%s: CCI lists each %s, six a page', async (_ids, kind, path, title, table) => {
  await addParticipants(kind)
  await cci.goto(path)
  await cci.page.getByRole('heading', { name: title, exact: true }).waitFor()
  await rowTexts(cci.page, table, 6)
  await cci.page.getByRole('button', { name: 'Siguiente' }).click()
  await says(cci, /^7–1\d de 1\d$/)
})

test('PART-27 PART-29: the panel of an evaluator and of an entity shows the known data of each', async () => {
  const { page } = cci
  const panel = page.getByRole('complementary', { name: 'Detalle' })
  for (const [path, name, buttons] of [
    ['/audit?provider=Quintanilla', 'Quintanilla', ['Dirección', 'Dirección de facturación']],
    ['/entity?provider=Cajamar', 'Cajamar', ['Dirección']],
  ] as const) {
    await cci.goto(path)
    await rowOf(page, name).getByRole('button').first().click()
    await panel.getByRole('heading', { name: 'DATOS DE LA EMPRESA' }).waitFor()
    await panel.getByRole('heading', { name: 'PERSONA DE CONTACTO' }).waitFor()
    for (const button of buttons) {
      await panel.getByRole('button', { name: button, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: button, exact: true })
      await dialog.getByText('Reina Casilda').waitFor()
      await dialog.getByRole('button', { name: 'Cerrar' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    // Only providers offer new services (PART-31).
    await panel.getByRole('link', { name: /^Editar / }).waitFor()
    expect(await panel.getByRole('link', { name: /^Nuevo servicio/ }).count()).toBe(0)
  }
})

test('the row of a provider without requests shows the state of its documentation, and an expired date says so', async () => {
  const { page } = cci
  await cci.goto('/provider?provider=guadalmina')
  const row = rowOf(page, 'Guadalmina')
  await row.waitFor()
  expect(
    (await row.getByRole('cell').allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim()).slice(0, 4),
  ).toEqual(['—', '—', '—', 'Rechazada Documentación'])
  await cci.goto('/audit?provider=penalara')
  const ended = rowOf(page, 'Peñalara').getByText(/^\d\d\/\d\d\/\d{4} caducada$/)
  await ended.waitFor()
  expect(await ended.locator('svg').count()).toBe(1)
})

const deleting = steps()
deleting('LIM-27 LIM-28: the figures of a provider are three fiscal years in thousands of euros', async () => {
  const { page } = cci
  await cci.goto('/provider?provider=Valdeoca')
  // The queue above the list names the same service.
  const list = page.getByRole('table', { name: 'Lista de proveedores' })
  await list.getByRole('row').filter({ hasText: 'Impresión y ensobrado' }).getByRole('button').first().click()
  const panel = page.getByRole('complementary', { name: 'Detalle' })
  await panel.getByText('Datos y contacto').click()
  await panel.getByRole('button', { name: 'Información económica' }).click()
  const dialog = page.getByRole('dialog', { name: 'Información económica' })
  await dialog.getByText('En miles de euros', { exact: true }).waitFor()
  expect(await dialog.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['2025', '2024', '2023']),
  )
  expect(await dialog.getByRole('row').filter({ hasText: 'Resultados' }).getByRole('cell').allInnerTexts()).toEqual([
    '505',
    '488',
    expect.stringMatching(/^[-−]298$/),
  ])
  // An element half under the page's bar would count as small.
  await page.evaluate(() => scrollTo(0, 0))
  await cci.checkAccessible()
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

deleting('PART-30 PART-31: CCI has new service, edit and delete beside a provider', async () => {
  const panel = cci.page.getByRole('complementary', { name: 'Detalle' })
  const id = await idOf('valdeoca@almotacen.example')
  const name = displayName({
    name: 'Valdeoca Impresión y Ensobrado, S.A.',
    commercialName: 'Valdeoca',
    businessName: '',
  })
  expect(await panel.getByRole('link', { name: `Nuevo servicio de ${name}` }).getAttribute('href')).toBe(
    `/send-report-cci/${id}`,
  )
  expect(await panel.getByRole('link', { name: `Editar ${name}` }).getAttribute('href')).toBe(
    `/editUser/${id}/PROVIDER`,
  )
  await panel.getByRole('button', { name: `Eliminar ${name}` }).waitFor()
})

deleting('PART-32: deleting a participant asks with its name', async () => {
  const { page } = cci
  const name = 'Valdeoca Impresión y Ensobrado, S.A.'
  await page.getByRole('button', { name: `Eliminar ${name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Eliminar participante' })
  await dialog.getByText(`¿Seguro que desea eliminar ${name}, junto con todos sus documentos?`).waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await rowOf(page, 'Impresión y ensobrado').count()).toBeGreaterThan(0)
})

deleting('ERR-25: a delete that the server cannot do says so, and nothing is deleted', async () => {
  const { page } = cci
  await portal.asOwner(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before update on participant for each row execute function refuse()`,
  )
  await page.getByRole('button', { name: 'Eliminar Valdeoca Impresión y Ensobrado, S.A.' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Eliminar participante' })
  cci.expectComplaint(/status of 500 .* \/api\/v1\/deleteGenericEntity/)
  await dialog.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await dialog.getByText('Error en el Servidor consultar con el administrador del sistema').waitFor()
  await portal.asOwner('drop trigger refuse on participant')
  cci.expectComplaint(/ERR_INTERNET_DISCONNECTED .*deleteGenericEntity/)
  await cci.context.setOffline(true)
  await dialog.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await dialog.getByText(/^Error en el Servidor .* del sistema\. No hay conexión con el portal\./).waitFor()
  await cci.context.setOffline(false)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await rowOf(page, 'Impresión y ensobrado').count()).toBeGreaterThan(0)
})

deleting('PART-32: a name is asked about to the letter', async () => {
  const { page } = cci
  const name = 'Caja de Prueba 3 $$ $& S.L.'
  const named = (now: string) =>
    portal.app.db.updateTable('participant').set({ name: now }).where('name', 'like', 'Caja de Prueba 3%').execute()
  await named(name)
  await cci.goto('/entity?provider=Caja+de+Prueba+3')
  await rowOf(page, name).getByRole('button').first().click()
  await page.getByRole('button', { name: `Eliminar ${name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Eliminar participante' })
  await dialog
    .getByText(`¿Seguro que desea eliminar ${name}, junto con todos sus documentos?`, { exact: true })
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await named('Caja de Prueba 3')
})

deleting('PART-33 PART-34 LIM-08: a deletion is confirmed at once, and the list is read again 3 s later', async () => {
  const { page } = cci
  await page.clock.install()
  await cci.goto('/entity?provider=Caja+de+Prueba+3')
  await rowOf(page, 'Caja de Prueba 3').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Eliminar Caja de Prueba 3' }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar', exact: true })
  await confirm.waitFor()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  let readAgain = 0
  page.on('request', request => {
    if (request.url().includes('/views/ENTITY')) readAgain++
  })
  await confirm.click()
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return page.getByRole('status').filter({ hasText: 'Eliminado correctamente.' }).count()
    })
    .toBe(1)
  await page.clock.runFor(2000)
  expect(readAgain).toBe(0)
  expect(new URL(page.url()).search).not.toBe('')
  await page.clock.runFor(1000)
  await expect.poll(() => readAgain).toBeGreaterThan(0)
  await page.clock.resume()
  await page.waitForURL(url => url.pathname === '/entity' && url.search === '')
  await rowTexts(page, 'Entidades', 6)
  await cci.close()
})
test('on screens without a column for it, the detail leaves the list visible', async () => {
  const narrow = await stage.visitor({ width: 1024 })
  await narrow.enter(await portal.signIn('entidad2@almotacen.example'))
  const { page } = narrow
  await narrow.goto('/provider')
  await page.getByRole('button', { name: 'Cantera Nube' }).first().click()
  await page.getByRole('dialog', { name: 'Cantera Nube, S.L.' }).waitFor()
  await narrow.quiet()
  const title = page.getByText('BÚSQUEDA PROVEEDORES', { exact: true })
  await expect.poll(() => coloursOf(title)).toBeGreaterThan(10)
  await narrow.close()
})
