import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { patchUser } from '#domain/identity/user/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import { START } from '#test/support/place.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

/* Unsent input survives a wrong key, the back button, sign-out and an expired session. */

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
afterEach(() => stage.clear())

async function enter(name: string): Promise<Visitor> {
  const visitor = await stage.visitor()
  await visitor.signIn(`${name}@almotacen.example`)
  return visitor
}
const question = ({ page }: Visitor) => page.getByRole('alertdialog', { name: 'Hay cambios sin guardar' })

/** The first document of a pending documentation, ready to be decided. */
async function review(): Promise<Visitor> {
  const cci = await enter('cci')
  await cci.open('/provider')
  await cci.page.getByRole('link', { name: /^Verificar \S+ de Ferrández/ }).click()
  await cci.page.getByText('Abierto. Ya puede decidir.').waitFor()
  return cci
}
const rejectIn = ({ page }: Visitor) => page.getByRole('button', { name: /^Rechazar/ })
const reasonIn = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Motivo del rechazo' })
const REASON = 'Falta la hoja 3 y la firma'

test('DOC-07: Escape folds a reason with its text, and a step back and forth keeps it', async () => {
  const cci = await review()
  await rejectIn(cci).click()
  await reasonIn(cci).fill(REASON)
  await cci.page.keyboard.press('Escape')
  await reasonIn(cci).waitFor({ state: 'hidden' })
  expect(await rejectIn(cci).evaluate(node => node === document.activeElement)).toBe(true)
  await cci.page.keyboard.press('Enter')
  expect(await reasonIn(cci).inputValue()).toBe(REASON)
  await cci.page.goBack()
  await reasonIn(cci).waitFor({ state: 'hidden' })
  await cci.page.goForward()
  await reasonIn(cci).waitFor()
  expect(await reasonIn(cci).inputValue()).toBe(REASON)
  await cci.page.getByRole('button', { name: 'Cancelar' }).click()
  await cci.page.reload()
  await cci.page.getByText('Abierto. Ya puede decidir.').waitFor()
  expect(await reasonIn(cci).count()).toBe(0)
})

/** The session ends, the click fails on it, and its owner signs in again. */
async function comeBack({ page, expectComplaint }: Visitor, name: string, click: string): Promise<void> {
  await portal.app.db.updateTable('session').set({ ended_at: START }).where('ended_at', 'is', null).execute()
  expectComplaint(/401 /)
  await page.getByRole('button', { name: click, exact: true }).click()
  await page.waitForURL('**/auth/sign-in*')
  await page.getByLabel('Correo electrónico').fill(`${name}@almotacen.example`)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

test('DOC-07: a reason whose sending meets the end of the session is there after the next sign-in', async () => {
  const cci = await review()
  const decision = cci.page.getByRole('region', { name: 'Decisión' })
  const title = await decision.getByRole('heading').first().textContent()
  await rejectIn(cci).click()
  await reasonIn(cci).fill(REASON)
  await comeBack(cci, 'cci', 'Confirmar rechazo')
  // The next document was already shown.
  await cci.page.getByRole('button', { name: title! }).first().click()
  await reasonIn(cci).waitFor()
  expect(await reasonIn(cci).inputValue()).toBe(REASON)
})

test('INC-01: an incident being written in its dialog is kept too', async () => {
  const provider = await enter('proveedor')
  const { page } = provider
  await provider.open('/incidences')
  await page.getByRole('button', { name: 'Nueva incidencia' }).click()
  await page.getByLabel('Título').fill('Corte largo')
  await page.getByLabel('Detalle').fill('Lo que costó escribir')
  await comeBack(provider, 'proveedor', 'Enviar incidencia')
  await page.getByRole('button', { name: 'Nueva incidencia' }).click()
  expect(await page.getByLabel('Título').inputValue()).toBe('Corte largo')
  expect(await page.getByLabel('Detalle').inputValue()).toBe('Lo que costó escribir')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await question(provider).getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: 'Nueva incidencia' }).click()
  expect(await page.getByLabel('Detalle').inputValue()).toBe('')
})

test('USR-08: own data are kept too, and a colleague’s change to the same field asks', async () => {
  const provider = await enter('proveedor')
  const { page } = provider
  const position = page.locator('[id="usuario.position"]')
  await provider.open('/own-data')
  await position.fill('Directora de cumplimiento')
  await comeBack(provider, 'proveedor', 'Guardar')
  await page.getByText('Aquí está lo que escribió la última vez').waitFor()
  expect(await position.inputValue()).toBe('Directora de cumplimiento')

  const cci = await portal.signIn('cci@almotacen.example')
  const body = { contactDetails: { position: 'Jefa de compras' } }
  const { status } = await cci.call(patchUser, { params: { key: 'proveedor@almotacen.example' }, body })
  expect(status).toBe(200)
  await page.reload()
  await position.waitFor()
  expect(await position.inputValue()).toBe('Directora de cumplimiento')
  provider.expectComplaint(/409 .*\/users\//)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  const conflict = page.getByRole('dialog', { name: 'Otra persona ha cambiado estos datos mientras editaba' })
  await conflict.getByText('Jefa de compras').waitFor()
  await conflict.getByRole('button', { name: 'Volver a lo guardado' }).click()
  await expect.poll(() => position.inputValue()).toBe('Jefa de compras')
})

test('INC-01: the way back asks before an incident half written in its window goes', async () => {
  const provider = await enter('proveedor')
  const { page } = provider
  await provider.open('/')
  await page.getByRole('link', { name: 'Incidencias' }).first().click()
  await page.getByRole('button', { name: 'Nueva incidencia' }).click()
  await page.getByLabel('Detalle').fill('Lo que costó escribir')
  await page.goBack()
  await question(provider).getByRole('button', { name: 'Seguir aquí' }).press('Enter')
  await question(provider).waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Detalle').inputValue()).toBe('Lo que costó escribir')
  await page.goBack()
  await question(provider).getByRole('button', { name: 'Descartar' }).press('Enter')
  await page.waitForURL(url => url.pathname === '/')
})

test('AUTH-20: signing out asks before it discards unsaved text, and is immediate without any', async () => {
  const provider = await enter('proveedor')
  const { page } = provider
  const signOut = async () => {
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  }
  await provider.open('/own-data')
  await page.getByLabel('Web').fill('https://otra.example')
  await signOut()
  await question(provider).getByRole('button', { name: 'Seguir aquí' }).press('Enter')
  expect(await page.getByLabel('Web').inputValue()).toBe('https://otra.example')
  await signOut()
  await question(provider).getByRole('button', { name: 'Descartar' }).press('Enter')
  await page.waitForURL('**/auth/sign-in')

  const another = await enter('proveedor2')
  await another.open('/own-data')
  await another.page.getByRole('banner').getByRole('button').last().click()
  await another.page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await another.page.waitForURL('**/auth/sign-in')
})
