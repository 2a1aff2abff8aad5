import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listDocumentCatalogues, saveDocumentCatalogue, saveService } from '#domain/catalogue/contract.ts'
import { patchUser, readUser } from '#domain/identity/user/contract.ts'
import { editParticipant, readParticipant } from '#domain/participant/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { giveLevel, levelOf, openStage, pickFile, says } from '#test/support/browser.ts'
import { acceptReport, freshRequest } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const TITLE = 'Otra persona ha cambiado estos datos mientras editaba'
const RENAMED = 'Lo que está calificando ha cambiado'
const demoFile = (name: string) => join(import.meta.dirname, '../../src/server/demo/files', name)
const patient = { timeout: 10_000 }

let portal: TestPortal
let stage: Stage
let cci: Caller
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})
afterEach(() => stage.clear())

async function enter(email: string, options?: { width?: number; dark?: boolean }): Promise<Visitor> {
  const visitor = await stage.visitor(options)
  await visitor.signIn(`${email}@almotacen.example`)
  return visitor
}

const windowOf = ({ page }: Visitor, name = TITLE) => page.getByRole('dialog', { name })
const rowsOf = async (visitor: Visitor, title = TITLE) =>
  (await windowOf(visitor, title).getByRole('row').allInnerTexts()).slice(1).map(row => row.split('\t'))

/** Goes on with the Tab key until a button of the window has the focus, and presses it. */
async function press(visitor: Visitor, name: string, title = TITLE): Promise<void> {
  const button = windowOf(visitor, title).getByRole('button', { name, exact: true })
  for (let steps = 0; steps < 8; steps++) {
    if (await button.evaluate(node => node === document.activeElement)) break
    await visitor.page.keyboard.press('Tab')
  }
  expect(await button.evaluate(node => node === document.activeElement), name).toBe(true)
  await visitor.page.keyboard.press('Enter')
  await windowOf(visitor, title).waitFor({ state: 'hidden' })
}

/** How far the sign that a button waits is from its middle, in pixels. */
function loaderOffCentre({ page }: Visitor): Promise<number> {
  return page
    .locator('button[data-loading]')
    .first()
    .evaluate(button => {
      const middle = ({ left, right, top, bottom }: DOMRect) => [(left + right) / 2, (top + bottom) / 2] as const
      const [x, y] = middle(button.getBoundingClientRect())
      const [signX, signY] = middle(button.querySelector('.mantine-Button-loader')!.getBoundingClientRect())
      return Math.hypot(x - signX, y - signY)
    })
}

/** Changes the contact data of the signed-in user as CCI. */
async function correctUser(key: string, contactDetails: Record<string, string>): Promise<void> {
  expect((await cci.call(patchUser, { params: { key }, body: { contactDetails } })).status).toBe(200)
}

const userOf = async (key: string) => (await cci.call(readUser, { params: { key } })).body.contactDetails

test('a reopened form begins with the values that others saved since, of user and organisation', async () => {
  const key = 'proveedor@almotacen.example'
  const visitor = await enter('proveedor')
  const { page } = visitor
  await visitor.open('/own-data')
  const position = page.locator('[id="usuario.position"]')
  const contact = page.getByRole('textbox', { name: 'Correo para incidencias' })
  await position.waitFor()
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link').first().click()
  await position.waitFor({ state: 'hidden' })
  const { idGenericEntity: id } = (await portal.signIn(key)).me
  await correctUser(key, { position: 'Jefa de seguridad' })
  const body = { issuesContact: 'guardia@tramontana.example' }
  expect((await cci.call(editParticipant, { params: { kind: 'provider', id }, body })).status).toBe(200)
  await page.goBack()
  await position.waitFor()
  expect([await position.inputValue(), await contact.inputValue()]).toEqual(['Jefa de seguridad', body.issuesContact])
})

test('a conflict is decided by keyboard alone in its dialog, and typed text stays until then', async () => {
  const key = 'entidad@almotacen.example'
  const visitor = await enter('entidad')
  const { page } = visitor
  await visitor.open('/own-data')
  const field = (name: string) => page.locator(`[id="usuario.${name}"]`)
  await field('position').waitFor()
  await correctUser(key, { position: 'Jefa de compras', surNames: 'Puertas Lázaro Díez' })
  await field('position').fill('Responsable de riesgos')
  await field('tlf').fill('600102030')
  visitor.expectComplaint(/409 .*\/users\//)
  await page.keyboard.press('Enter')

  await windowOf(visitor).waitFor()
  await says(visitor, 'El último cambio lo hizo el CCI')
  // Only what both changed is asked about.
  expect(await rowsOf(visitor)).toEqual([['Cargo', 'Jefa de compras', 'Responsable de riesgos']])
  await visitor.checkAccessible()
  expect(await loaderOffCentre(visitor)).toBeLessThan(1)

  // Closed, nothing is decided: nothing is saved and nothing lost.
  await page.keyboard.press('Escape')
  await windowOf(visitor).waitFor({ state: 'hidden' })
  expect(await field('position').inputValue()).toBe('Responsable de riesgos')
  expect(await userOf(key)).toMatchObject({ position: 'Jefa de compras' })

  visitor.expectComplaint(/409 .*\/users\//)
  await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
  await windowOf(visitor).waitFor()
  await press(visitor, 'Aplicar mis cambios sobre lo nuevo')
  await says(visitor, 'Datos guardados')
  expect(await userOf(key)).toMatchObject({
    position: 'Responsable de riesgos',
    tlf: '600102030',
    surNames: 'Puertas Lázaro Díez',
  })

  await correctUser(key, { position: 'Directora' })
  await field('position').fill('Otra cosa')
  await field('name').fill('Elena María')
  visitor.expectComplaint(/409 .*\/users\//)
  await page.keyboard.press('Enter')
  await windowOf(visitor).waitFor()
  await press(visitor, 'Volver a lo guardado')
  await expect.poll(() => field('position').inputValue(), patient).toBe('Directora')
  // A change that does not conflict can still be saved.
  expect(await field('name').inputValue()).toBe('Elena María')
  expect(await userOf(key)).toMatchObject({ position: 'Directora', name: expect.not.stringMatching('María') })
})

test('saves both changes without a question when two people change different fields', async () => {
  const key = 'lumbre@almotacen.example'
  const visitor = await enter('lumbre')
  await visitor.open('/own-data')
  const field = visitor.page.locator('[id="usuario.tlf"]')
  await field.waitFor()
  await correctUser(key, { position: 'Gerencia' })
  visitor.expectComplaint(/409 .*\/users\//)
  await field.fill('611223344')
  await visitor.page.keyboard.press('Enter')
  await says(visitor, 'Datos guardados')
  expect(await windowOf(visitor).count()).toBe(0)
  expect(await userOf(key)).toMatchObject({ position: 'Gerencia', tlf: '611223344' })
})

test('PART-10: the same window decides about a profile, on a phone and in the dark', async () => {
  const visitor = await enter('cci', { width: 360, dark: true })
  const provider = await portal.signIn('proveedor@almotacen.example')
  const params = { kind: 'provider' as const, id: provider.me.idGenericEntity }
  await visitor.open(`/editUser/${params.id}/PROVIDER`)
  const field = visitor.page.getByRole('textbox', { name: 'Correo para incidencias' })
  await field.waitFor()
  await provider.call(editParticipant, { params, body: { issuesContact: 'ayuda@tramontana.example' } })
  await field.fill('avisos@tramontana.example')
  await visitor.page.keyboard.press('Enter')
  const confirm = visitor.page.getByRole('alertdialog', { name: 'Guardar los cambios' })
  visitor.expectComplaint(/409 .*\/entity-provider\//)
  await confirm.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
  await windowOf(visitor).waitFor()
  await says(visitor, 'El último cambio lo hizo Lucía Ferrer Casals (Tramontana Custodia Digital, S.L.)')
  expect(await rowsOf(visitor)).toEqual([
    ['Correo para incidencias', 'ayuda@tramontana.example', 'avisos@tramontana.example'],
  ])
  await visitor.checkAccessible()
  await press(visitor, 'Aplicar mis cambios sobre lo nuevo')
  const saved = () => cci.call(readParticipant, { params })
  await expect.poll(async () => (await saved()).body.issuesContact, patient).toBe('avisos@tramontana.example')
})

test('CONF-04: saves the edits of two people to different lines of a catalogue', async () => {
  const visitor = await enter('cci')
  const { page } = visitor
  const read = async () => (await cci.call(listDocumentCatalogues, { query: { type: 'AUDIT' } })).body.content[0]
  const { docList } = await read()
  await visitor.open('/documentation-data-configuration?rol=AUDIT')
  const name = (line: number) => page.getByRole('textbox', { name: `Nombre del documento, línea ${line}`, exact: true })
  const text = (line: number) => page.getByRole('textbox', { name: `Descripción, línea ${line}`, exact: true })
  await expect.poll(() => name(1).inputValue(), patient).toBe(docList[0].documentCatalogName)
  const theirs = { documentCatalogName: 'Seguro', description: 'En vigor', required: false }
  await cci.call(saveDocumentCatalogue, { body: { type: 'AUDIT', docList: [...docList, theirs] } })
  await text(1).fill('Con firma electrónica')
  visitor.expectComplaint(/409 .*\/document-catalogs\//)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Todo guardado', { exact: true }).waitFor()
  const saved = (await read()).docList
  expect(saved[0].description).toBe('Con firma electrónica')
  expect(saved.at(-1)).toEqual(theirs)

  await text(1).fill('Mi descripción')
  const [first, ...rest] = saved
  await cci.call(saveDocumentCatalogue, {
    body: { type: 'AUDIT', docList: [{ ...first, description: 'La otra' }, ...rest] },
  })
  visitor.expectComplaint(/409 .*\/document-catalogs\//)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await windowOf(visitor).waitFor()
  await press(visitor, 'Volver a lo guardado')
  await expect.poll(() => text(1).inputValue(), patient).toBe('La otra')
})

test('SCO-06: a rename of the service is shown, the score stays, and it is published for the facts in view', async () => {
  const [provider, evaluator, colleague] = await Promise.all(
    ['proveedor', 'evaluador', 'cci2'].map(name => portal.signIn(`${name}@almotacen.example`)),
  )
  const id = await freshRequest(cci, provider!, evaluator!)
  await acceptReport(cci, id)
  const readRequest = async () => (await cci.call(readValidation, { params: { id } })).body
  const { idServiceCatalog, service } = await readRequest()
  const rename = async (description: string) => {
    const answer = await colleague!.call(saveService, { body: { id: idServiceCatalog, type: 'Pruebas', description } })
    expect(answer.status).toBe(200)
  }
  const visitor = await enter('cci', { width: 768 })
  const { page } = visitor
  await visitor.open(`/report-verification/${provider!.me.idGenericEntity}-${id}-AUDIT_REPORT?paso=2`)
  await giveLevel(page, 'Confidencialidad', 'A')
  await giveLevel(page, 'Integridad', 'B')
  await giveLevel(page, 'Disponibilidad', 'C')
  const dictamen = page.getByRole('listitem').filter({ hasText: 'dictamen-calificacion.pdf' })
  await pickFile(page, page.getByRole('button', { name: 'Elegir archivo' }), demoFile('dictamen-calificacion.pdf'))
  await dictamen.first().waitFor()
  const finish = async () => {
    visitor.expectComplaint(/409 .*\/scores/)
    await page.getByRole('button', { name: 'Finalizar', exact: true }).press('Enter')
    await windowOf(visitor, RENAMED).waitFor()
  }

  await rename('Custodia de sellos')
  await finish()
  await says(visitor, 'El último cambio lo hizo Andrés Cano Vega')
  await says(visitor, 'Su calificación aún no se ha guardado')
  expect(await rowsOf(visitor, RENAMED)).toEqual([['Servicio', 'Custodia de sellos', service]])
  // A field that the page scrolled half under the bar would count as too small to press.
  await page.evaluate(() => window.scrollTo(0, 0))
  await visitor.checkAccessible()
  await press(visitor, 'Revisarlo antes', RENAMED)
  await page.getByRole('main').getByText('Custodia de sellos', { exact: true }).first().waitFor()
  expect(await levelOf(page, 'Disponibilidad', 'C').isChecked()).toBe(true)
  expect(await dictamen.count()).toBeGreaterThan(0)
  expect(await readRequest()).toMatchObject({ status: 'PENDING' })

  await rename('Custodia de llaves')
  await finish()
  expect(await rowsOf(visitor, RENAMED)).toEqual([['Servicio', 'Custodia de llaves', 'Custodia de sellos']])
  await press(visitor, 'Calificar lo de ahora', RENAMED)
  await page.waitForURL('**/provider*')
  expect(await readRequest()).toMatchObject({ service: 'Custodia de llaves', score: 'A/B/C' })
})
