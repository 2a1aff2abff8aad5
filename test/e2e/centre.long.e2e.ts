import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, optionsOf, pathOf, refusedOf, rowOf, rowTexts, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* CCI's administration: the configuration and its services, the users, and the login statistics. */

const EMPTY_LINES = 'No se pueden guardar líneas vacías. Por favor, rellene todos los campos.'

let portal: TestPortal
let stage: Stage
let cci: Visitor
let page: Page

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  cci = await stage.visitor()
  page = cci.page
  await cci.signIn('cci@almotacen.example')
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** Makes the database refuse each write to a table during `during`. */
async function refusing(table: 'service' | 'required_document', during: () => Promise<void>): Promise<void> {
  await portal.asOwner(
    `create function refuse_write() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse_write before insert or update or delete on ${table}
       for each statement execute function refuse_write()`,
  )
  try {
    await during()
  } finally {
    await portal.asOwner('drop function refuse_write() cascade')
  }
}

const table = (name: string) => page.getByRole('table', { name, exact: true })
const documents = () => table('Documentación requerida')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const filters = () => page.getByRole('search', { name: 'Filtros' })
const roleButton = (name: string | RegExp) => page.getByRole('group', { name: 'Rol' }).getByRole('button', { name })
const text = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true })

/** The saved configuration of the entities. */
async function openConfiguration(): Promise<void> {
  await cci.open('/documentation-data-configuration')
  await roleButton('Entidad').click()
  await page.waitForURL(url => url.searchParams.get('rol') === 'ENTITY')
  await expect.poll(() => text(documents(), 'Nombre del documento, línea 1').inputValue()).toBe('Ficha de la entidad')
}

async function saveConfiguration(): Promise<void> {
  await button('Guardar').click()
  await page.getByText('Todo guardado', { exact: true }).waitFor()
}

const savedDocuments = () =>
  portal.app.db
    .selectFrom('required_document as d')
    .innerJoin('document_catalogue as c', 'c.id', 'd.catalogue_id')
    .select(['d.name', 'd.description', 'd.required'])
    .where('c.type', '=', 'ENTITY')
    .orderBy('d.position')
    .execute()

test('CONF-01: each role that is chosen shows its own tables', async () => {
  await cci.open('/documentation-data-configuration')
  for (const [role, first] of [
    ['Evaluador', 'Certificado de inscripción en el ROAC'],
    ['Entidad', 'Ficha de la entidad'],
    ['Proveedor', 'Escritura de constitución'],
  ] as const) {
    await roleButton(role).click()
    await expect.poll(() => roleButton(role).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => text(documents(), 'Nombre del documento, línea 1').inputValue()).toBe(first)
  }
})

test('CONF-02 CONF-04: the documents of a role are edited in their table, and kept by ‘Guardar’', async () => {
  await openConfiguration()
  await text(documents(), 'Descripción, línea 1').fill('Firmada por un apoderado')
  await button('Añadir documento').click()
  await text(documents(), 'Nombre del documento, línea 2').fill('Poder del firmante')
  await text(documents(), 'Descripción, línea 2').fill('Copia simple')
  await documents().getByRole('checkbox', { name: 'Obligatorio, línea 2' }).uncheck()
  await page.getByText('Hay cambios sin guardar', { exact: true }).waitFor()
  await saveConfiguration()
  expect(await savedDocuments()).toEqual([
    { name: 'Ficha de la entidad', description: 'Firmada por un apoderado', required: true },
    { name: 'Poder del firmante', description: 'Copia simple', required: false },
  ])
})

test('CONF-03 CONF-04: the data of a role are edited in their table, and kept by ‘Guardar’', async () => {
  await openConfiguration()
  await button('Añadir dato').click()
  const data = table('Datos del participante')
  await text(data, 'Nombre del dato, línea 1').fill('Oficina de referencia')
  await saveConfiguration()
  await cci.open(`/editUser/${await portal.participantOf('entidad')}/ENTITY`)
  await page.getByRole('textbox', { name: /^Oficina de referencia/ }).waitFor()
})

test('FORM-50 CONF-04: ‘Guardar’ waits until there is something to save; an empty line it takes away', async () => {
  await openConfiguration()
  const save = button('Guardar')
  await page.getByText('Todo guardado', { exact: true }).waitFor()
  expect(await save.getAttribute('aria-disabled')).toBe('true')
  await text(documents(), 'Descripción, línea 1').press('Enter')
  expect(await page.getByText('No hay cambios que guardar.').count()).toBe(0)
  const lines = await documents().getByRole('row').count()
  await button('Añadir documento').click()
  await expect.poll(() => documents().getByRole('row').count()).toBe(lines + 1)
  await save.click()
  await says(cci, 'No hay cambios que guardar.')
  expect(await documents().getByRole('row').count()).toBe(lines)
})

test('FORM-51: a half-filled line is not saved, and it says so', async () => {
  const before = await savedDocuments()
  await openConfiguration()
  await button('Añadir documento').click()
  await text(documents(), `Nombre del documento, línea ${before.length + 1}`).fill('Acta del consejo')
  await button('Guardar').click()
  await says(cci, EMPTY_LINES)
  await page.getByRole('link', { name: `Descripción de la línea ${before.length + 1}` }).waitFor()
  expect(await savedDocuments()).toEqual(before)
  await button('Descartar cambios').click()
  await page.getByText('Todo guardado', { exact: true }).waitFor()
})

test('ERR-09: a save that the database refuses shows an unexpected error, and loses nothing', async () => {
  cci.expectComplaint(/500 .*document-catalogs/)
  const before = await savedDocuments()
  await openConfiguration()
  await text(documents(), 'Descripción, línea 1').fill('Firmada en papel')
  await refusing('required_document', async () => {
    await button('Guardar').click()
    // Exact match: the portal's own failures start with the same words.
    await page.getByText('Se ha producido un error inesperado.', { exact: true }).waitFor()
  })
  expect(await savedDocuments()).toEqual(before)
  expect(await text(documents(), 'Descripción, línea 1').inputValue()).toBe('Firmada en papel')
  await saveConfiguration()
  expect((await savedDocuments())[0]?.description).toBe('Firmada en papel')
})

test('LIM-24: a cell of a table takes 200 characters and no more', async () => {
  await openConfiguration()
  const cell = text(documents(), 'Descripción, línea 1')
  expect(await cell.getAttribute('maxlength')).toBe('200')
  await cell.fill('x'.repeat(199))
  await cell.press('End')
  await cell.pressSequentially('yz')
  await expect.poll(() => cell.inputValue()).toBe(`${'x'.repeat(199)}y`)
  await button('Descartar cambios').click()
  await page.getByText('Todo guardado', { exact: true }).waitFor()
})

test('SRV-01: the services are listed with their type and description', async () => {
  await cci.open('/service-configuration')
  const saved = await portal.app.db.selectFrom('service').select(['type', 'description']).execute()
  const rows = await rowTexts(page, 'Servicios', saved.length)
  for (const name of ['DESCRIPCIÓN', 'TIPO']) await page.getByRole('columnheader', { name }).waitFor()
  for (const { type, description } of saved)
    expect(rows.some(row => row.includes(type) && row.includes(description))).toBe(true)
})

test('SRV-02: a service is added, and its type and description are edited', async () => {
  await cci.open('/service-configuration')
  await button('Añadir servicio').click()
  const added = page.getByRole('dialog', { name: 'Añadir servicio' })
  // The list of types covers neither its trigger nor its error.
  const type = added.getByLabel('Tipo', { exact: true })
  await expect.poll(() => type.evaluate(field => field === document.activeElement)).toBe(true)
  await added.getByRole('button', { name: 'Guardar' }).click()
  await says(cci, EMPTY_LINES)
  expect(await page.getByRole('option').count()).toBe(0)
  await type.fill('Formación')
  await added.getByLabel('Descripción', { exact: true }).fill('Cursos de cumplimiento')
  await added.getByRole('button', { name: 'Guardar' }).click()
  await added.waitFor({ state: 'hidden' })
  await rowOf(page, 'Cursos de cumplimiento').getByRole('button', { name: 'Editar Cursos de cumplimiento' }).click()
  const edited = page.getByRole('dialog', { name: 'Editar servicio' })
  await edited.getByLabel('Tipo', { exact: true }).fill('Enseñanza')
  await edited.getByLabel('Descripción', { exact: true }).fill('Cursos de prevención')
  await edited.getByRole('button', { name: 'Guardar' }).click()
  await edited.waitFor({ state: 'hidden' })
  await rowOf(page, 'Cursos de prevención').filter({ hasText: 'Enseñanza' }).waitFor()
  expect(await rowOf(page, 'Cursos de cumplimiento').count()).toBe(0)
})

/** Starts deleting a service, up to the text of the window. */
async function failToDelete(service: string, sentence: string): Promise<void> {
  await rowOf(page, service)
    .getByRole('button', { name: `Eliminar ${service}` })
    .click()
  const dialog = page.getByRole('alertdialog', { name: 'Eliminar servicio' })
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await dialog.getByText(sentence, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await rowOf(page, service).waitFor()
}

test('ERR-07: a service in use is not deleted, and it says so', async () => {
  cci.expectComplaint(/409 .*service-catalogs/)
  await cci.open('/service-configuration')
  await failToDelete('Custodia documental', 'No se puede eliminar este servicio, posiblemente esté en uso.')
})

test('ERR-08: a service that the database refuses to delete stays, and it says so', async () => {
  cci.expectComplaint(/500 .*service-catalogs/)
  const { db } = portal.app
  await db
    .insertInto('service')
    .values({
      id: newId(portal.clock.now()),
      key: 'SRV-99',
      type: 'Archivo',
      description: 'Custodia de llaves',
      created_at: portal.clock.now(),
    })
    .execute()
  await cci.open('/service-configuration')
  await refusing('service', () => failToDelete('Custodia de llaves', 'Se ha producido un error al eliminar.'))
  await rowOf(page, 'Custodia de llaves')
    .getByRole('button', { name: /^Eliminar/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await rowOf(page, 'Custodia de llaves').waitFor({ state: 'detached' })
})

const userForm = (name: 'Crear usuario' | 'Editar usuario') => page.getByRole('dialog', { name })

async function describeUser(form: Locator, email: string): Promise<void> {
  await text(form, 'Nombre').fill('Nuria')
  await text(form, 'Apellidos').fill('Vidal Roca')
  await text(form, 'Cargo').fill('Archivo')
  await text(form, 'Teléfono').fill('911234567')
  await text(form, 'Correo electrónico').fill(email)
}

test('FORM-41 ERR-06: a user is created only with every field valid and an address of its own', async () => {
  cci.expectComplaint(/409 .*\/users$/)
  await cci.open('/user-management')
  await rowTexts(page, 'Lista de usuarios creados', 2)
  await button('Crear usuario').click()
  const form = userForm('Crear usuario')
  const send = form.getByRole('button', { name: 'Crear usuario' })
  await send.click()
  await form.getByText('Rellene todos los campos correctamente para poder crear el usuario.').waitFor()
  await describeUser(form, 'proveedor@almotacen.example')
  await send.click()
  // Under the field, and as the result of the attempt.
  await expect.poll(() => form.getByText('Ya existe un usuario asociado a ese correo electrónico.').count()).toBe(2)
  await text(form, 'Correo electrónico').fill('nuria@almotacen.example')
  await send.click()
  await form.waitFor({ state: 'hidden' })
  await rowOf(page, 'nuria@almotacen.example').waitFor()
})

test('USR-01 USR-02: creates and edits users, and lists them in the table', async () => {
  await cci.open(`/user-management?of=PROVIDER-${await portal.participantOf('arcadio')}`)
  await rowTexts(page, 'Lista de usuarios creados', 1)
  await button('Crear usuario').click()
  const form = userForm('Crear usuario')
  await form.getByText('Arcadio').waitFor()
  await describeUser(form, 'nuria@arcadio.example')
  await form.getByRole('button', { name: 'Crear usuario' }).click()
  await form.waitFor({ state: 'hidden' })
  await rowTexts(page, 'Lista de usuarios creados', 2)
  await button('Editar a Nuria Vidal Roca').click()
  const edit = userForm('Editar usuario')
  await text(edit, 'Cargo').fill('Compras')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await edit.waitFor({ state: 'hidden' })
  await rowOf(page, 'nuria@arcadio.example').filter({ hasText: 'Compras' }).waitFor()
})

test('ROLE-43: the table deletes no user, and the icon says where to end one', async () => {
  await cci.open('/user-management')
  const refused = 'Este usuario no se puede eliminar.'
  const removeOf = async (email: string) => {
    const menu = await refusedOf(rowOf(page, email))
    return menu.getByRole('menuitem', { name: /^Eliminar a/ })
  }
  const remove = await removeOf('cci2@almotacen.example')
  expect(await remove.textContent()).toMatch(
    new RegExp(`^Eliminar a Andrés Cano Vega\\s*${refused} Para darlo de baja, ábralo con «Editar».$`),
  )
  expect(await remove.getAttribute('aria-disabled')).toBe('true')
  await remove.click({ force: true })
  await page.keyboard.press('Escape')
  // The principal user cannot be deleted.
  const principal = await removeOf('cci@almotacen.example')
  expect(await principal.textContent()).toMatch(new RegExp(`^Eliminar a Marta Olmedo Rivas\\s*${refused}$`))
  await page.keyboard.press('Escape')
  const { status } = await portal.app.db
    .selectFrom('portal_user')
    .select('status')
    .where('email', '=', 'cci2@almotacen.example')
    .executeTakeFirstOrThrow()
  expect(status).toBe('ACCEPTED')
  await rowOf(page, 'cci2@almotacen.example').waitFor()
})

test('API-10: while one types, the users call is asked by that field', async () => {
  await cci.open('/view-users')
  await rowTexts(page, 'Usuarios por participante', 6)
  for (const [label, key, typed, offered] of [
    ['Correo', 'email', 'cantera', 'cantera@almotacen.example'],
    ['Participante', 'participant', 'tramont', 'Tramontana Custodia Digital, S.L.'],
  ] as const) {
    const asked = page.waitForRequest(request => {
      const url = new URL(request.url())
      // The filtered list uses the same call; suggestions are sorted by their own field.
      return (
        url.pathname.endsWith('/users') && url.searchParams.get(key) === typed && url.searchParams.get('sort') === key
      )
    })
    await filters().getByLabel(label, { exact: true }).pressSequentially(typed)
    await asked
    await page.getByRole('option', { name: offered, exact: true }).click()
    await page.waitForURL(url => url.searchParams.get(key) === offered)
    await filters().getByRole('button', { name: 'Limpiar' }).click()
    await page.waitForURL(url => !url.searchParams.has(key))
  }
})

test('USR-03: the user view shows each user with its participant, and leads there', async () => {
  await cci.open('/view-users')
  const rows = await rowTexts(page, 'Usuarios por participante', 6)
  expect(rows.find(row => row.includes('arcadio@almotacen.example'))).toContain('Arcadio Mensajería')
  await rowOf(page, 'arcadio@almotacen.example')
    .getByRole('link', { name: /^Gestionar los usuarios de Arcadio Mensajería/ })
    .click()
  await table('Lista de usuarios creados').getByRole('row').filter({ hasText: 'arcadio@almotacen.example' }).waitFor()
  expect(pathOf(cci)).toBe('/user-management')
})

test('USR-04: users are filtered by participant, address and status', async () => {
  await cci.open('/view-users')
  await filters().getByLabel('Participante', { exact: true }).fill('Tramontana')
  const rows = await rowTexts(page, 'Usuarios por participante', 2)
  expect(rows.every(row => row.includes('Tramontana'))).toBe(true)
  await filters().getByLabel('Correo', { exact: true }).fill('proveedor2')
  expect((await rowTexts(page, 'Usuarios por participante', 1))[0]).toContain('Íñigo Salcedo Prieto')
  await choose(page, filters().getByRole('combobox', { name: 'Estado' }), 'Pendiente')
  await says(cci, 'Ningún usuario coincide')
})

test('LIM-34 USR-04: the role filter has the four roles, and filters by them', async () => {
  await cci.open('/view-users')
  const role = filters().getByRole('combobox', { name: 'Rol' })
  expect((await optionsOf(page, role)).toSorted()).toEqual(['CCI', 'Entidad', 'Evaluador', 'Proveedor'])
  for (const [label, value] of [
    ['Proveedor', 'ROLE_PROVIDER'],
    ['Entidad', 'ROLE_ENTITY'],
    ['Evaluador', 'ROLE_AUDIT'],
    ['CCI', 'ROLE_CCI'],
  ] as const) {
    const answered = page.waitForResponse(response => new URL(response.url()).searchParams.get('role') === value)
    await choose(page, role, label)
    expect((await answered).status()).toBe(200)
    await expect
      .poll(async () => {
        const rows = await table('Usuarios por participante').locator('tbody').getByRole('row').allInnerTexts()
        return rows.length > 0 && rows.every(row => row.includes(label))
      })
      .toBe(true)
  }
})

test('USR-05: the edit form is that of the participant’s role', async () => {
  for (const [name, role, own] of [
    ['proveedor', 'PROVIDER', 'CNAE'],
    ['evaluador', 'AUDIT', 'ROAC'],
    ['entidad', 'ENTITY', 'NRBE'],
  ] as const) {
    await cci.open(`/editUser/${await portal.participantOf(name)}/${role}`)
    await page.getByRole('heading', { name: /^Editar / }).waitFor()
    const main = page.getByRole('main')
    await main.getByRole('textbox', { name: new RegExp(own) }).waitFor()
    for (const label of ['CNAE', 'ROAC', 'NRBE'])
      expect(await main.getByRole('textbox', { name: new RegExp(label) }).count(), `${label}, ${role}`).toBe(
        label === own ? 1 : 0,
      )
  }
})

test('STAT-01 STAT-04: the statistics have their title, and say which session is active', async () => {
  await portal.signIn('valdeoca@almotacen.example')
  portal.clock.move(6 * 60_000)
  await cci.open('/stadistic-login')
  await page.getByRole('heading', { name: 'ESTADÍSTICAS DE LOGIN', exact: true }).waitFor()
  await rowOf(page, 'cci@almotacen.example').getByText('Sesión activa', { exact: true }).waitFor()
  await rowOf(page, 'valdeoca@almotacen.example').waitFor()
  expect(await rowOf(page, 'valdeoca@almotacen.example').getByText('Sesión activa').count()).toBe(0)
})

test('LIM-19: the statistics show ten sessions a page', async () => {
  const names = ['proveedor', 'evaluador', 'entidad', 'cantera', 'lumbre'].flatMap(name => [name, name])
  for (const name of names) await portal.signIn(`${name}@almotacen.example`)
  const { length: all } = await portal.app.db.selectFrom('session').select('id').execute()
  await cci.open('/stadistic-login')
  await rowTexts(page, 'Sesiones', 10)
  await says(cci, `1–10 de ${all} sesiones`)
  await button('Siguiente').click()
  await rowTexts(page, 'Sesiones', all - 10)
})

/** Exports the sessions in a format of the menu. */
async function exportSessions(format: 'CSV' | 'Excel'): Promise<void> {
  await button('Exportar: Sesiones').click()
  await page.getByRole('menuitem', { name: format, exact: true }).click()
}

test('STAT-02: the statistics are exported as a CSV', async () => {
  await cci.open('/stadistic-login')
  await rowOf(page, '@almotacen.example').first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), exportSessions('CSV')])
  expect(download.suggestedFilename()).toBe('estadisticas-login-2026-11-21.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain('Compañía')
  expect(csv).toContain('cci@almotacen.example')
})

test('ERR-27: without sessions to export there is an alert that says so', async () => {
  cci.expectComplaint(/409 .*format=csv/, /409 .*format=xlsx/)
  await cci.open('/stadistic-login')
  await filters().getByLabel('Email', { exact: true }).fill('nadie@')
  await says(cci, 'Ninguna sesión coincide')
  await exportSessions('CSV')
  const alert = page.getByRole('alertdialog', { name: 'Exportar CSV' })
  await alert.getByText('No se puede crear csv, porque no existen datos que incluir en el', { exact: true }).waitFor()
  await alert.getByRole('button', { name: 'Aceptar' }).click()
  await alert.waitFor({ state: 'hidden' })
  await exportSessions('Excel')
  const other = page.getByRole('alertdialog', { name: 'Exportar Excel' })
  await other.getByText('No hay nada que exportar: la lista está vacía.', { exact: true }).waitFor()
  await other.getByRole('button', { name: 'Aceptar' }).click()
  await other.waitFor({ state: 'hidden' })
  await expect.poll(() => button('Exportar: Sesiones').evaluate(node => node === document.activeElement)).toBe(true)
})
