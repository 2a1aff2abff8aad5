import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, rowOf, says } from '#test/support/browser.ts'
import {
  chooseByKeys,
  expectArrived,
  expectFocus,
  expectFocusIn,
  pickByKeys,
  press,
  signInByKeys,
  tabTo,
  write,
} from '#test/support/keyboard.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

/* A day of each role with the keyboard alone: after each step the focus is where the user continues. */

const file = (name: string) => join(import.meta.dirname, '../../src/server/demo/files', name)

let portal: TestPortal
let stage: Stage
let visitor: Visitor
let page: Page

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  visitor = await stage.visitor()
  page = visitor.page
  // Playwright intercepts the file dialog only while a listener exists, and the key press would be faster.
  page.on('filechooser', () => {})
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const menuLink = (name: string) =>
  page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

/** From anywhere on the page back to the menu and to another screen. */
async function goByMenu(name: string, heading: string, group?: string): Promise<void> {
  if (group && !(await menuLink(name).isVisible())) await press(page, button(group), { back: true })
  await press(page, menuLink(name), { back: !group })
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await expectArrived(page)
}

/** Accepts the open document, and continues at the next, or stays at the last. */
async function acceptDocument(title: string, expiry: string | null): Promise<void> {
  await page.getByRole('heading', { name: title }).waitFor()
  await page.getByText('Abierto. Ya puede decidir.').waitFor()
  if (expiry) await write(page, page.getByRole('textbox', { name: 'FECHA DE CADUCIDAD' }), expiry)
  await press(page, button(/^Aceptar/))
  await expectArrived(page)
}

test('CCI: invites a provider, verifies a documentation, scores a report and publishes it', async () => {
  await signInByKeys(page, 'cci@almotacen.example', PASSWORD)
  await goByMenu('Invitaciones', 'Invitaciones')
  const email = page.getByRole('main').getByLabel('Correo electrónico')
  await write(page, email, 'alta@sierranorte.example')
  await page.keyboard.press('Enter')
  await rowOf(page, 'alta@sierranorte.example').waitFor()
  await expectFocus(email)

  await goByMenu('Proveedores', 'Cola de verificación', 'Participantes')
  await press(page, page.getByRole('link', { name: /^Verificar \S+ de Hontanar/ }))
  await page.waitForURL('**/documentation-verification/**')
  await expectArrived(page)
  for (const title of [
    'Escritura de constitución',
    'Certificado de estar al corriente con la AEAT',
    'Certificado de estar al corriente con la Seguridad Social',
    'Póliza de responsabilidad civil',
    'Plan de continuidad de negocio',
  ])
    await acceptDocument(title, '31/12/2030')
  await press(page, button('Finalizar'))
  await page.waitForURL('**/provider')
  await expectArrived(page)

  // The completion message offers the next item and stays for keyboard users.
  const next = page.getByRole('link', { name: /^Verificar el siguiente informe: Arcadio/ })
  await press(page, next, { back: true })
  await page.waitForURL('**/report-verification/**')
  await expectArrived(page)
  await next.waitFor({ state: 'detached' })
  for (const title of ['Informe de auditoría', 'Doc. Excel asociado']) await acceptDocument(title, null)
  await press(page, button('Continuar'))
  await page.getByText('DICTAMEN DE CALIFICACIÓN').first().waitFor()
  await expectArrived(page)
  for (const [dimension, level] of [
    ['Confidencialidad', 'A'],
    ['Integridad', 'B'],
    ['Disponibilidad', 'A+'],
  ] as const) {
    const levels = page.getByRole('radiogroup', { name: dimension }).getByRole('radio')
    await tabTo(page, levels.first())
    const wanted = levels.and(page.getByRole('radio', { name: `Nivel ${level}`, exact: true }))
    for (let steps = 0; steps < 4 && !(await wanted.isChecked()); steps++) await page.keyboard.press('ArrowRight')
    expect(await wanted.isChecked()).toBe(true)
  }
  await pickByKeys(page, button('Elegir archivo'), file('dictamen-calificacion.pdf'))
  await page.getByRole('main').getByText('dictamen-calificacion.pdf').waitFor()
  await expectArrived(page)
  await press(page, button('Finalizar'))
  await page.waitForURL('**/provider')
  await says(visitor, /Calificación publicada: A\/B\/A\+/)
  await expectArrived(page)
})

test('PROVIDER: searches its services, sends a new request with its files, and sees its status', async () => {
  await signInByKeys(page, 'proveedor@almotacen.example', PASSWORD)
  await press(page, page.getByRole('link', { name: 'Ver todos', exact: true }))
  await page.getByRole('heading', { level: 1, name: 'BÚSQUEDA DE SERVICIOS' }).waitFor()
  await expectArrived(page)
  const status = page.getByRole('combobox', { name: 'Estado' })
  await chooseByKeys(page, status, /Rechazada/)
  await expectFocus(status)
  await expect.poll(() => rowOf(page, 'Archivo intermedio').count(), { timeout: 10_000 }).toBe(0)
  await rowOf(page, 'Destrucción confidencial').waitFor()

  await goByMenu('Envío informe de auditoría', 'Enviar solicitud de verificación de informe de auditoría')
  await chooseByKeys(page, page.getByRole('combobox', { name: 'Servicio' }), /Firma electrónica/)
  await chooseByKeys(page, page.getByRole('combobox', { name: 'Evaluador' }), /Quintanilla/)
  await write(page, page.getByLabel('Concepto'), 'Planta de Coslada')
  for (const [title, name] of [
    ['Informe de auditoría', 'informe-auditoria.pdf'],
    ['Doc. Excel asociado', 'controles-evaluados.xlsx'],
  ] as const) {
    const row = page
      .getByRole('listitem')
      .filter({ hasText: title })
      .filter({ has: page.getByRole('button') })
      .last()
    await pickByKeys(page, row.getByRole('button').first(), file(name))
    await row.getByText(name).waitFor()
    await expectFocusIn(page.getByRole('main'))
  }
  await press(page, button('Enviar solicitud'))
  await page.waitForURL(url => url.pathname === '/')
  await says(visitor, /Solicitud enviada/)
  await expectArrived(page)
  await rowOf(page, 'Firma electrónica').getByText('Pendiente').first().waitFor()
})

test('EVALUATOR: opens the documents of a provider it evaluated, and its own documentation', async () => {
  await signInByKeys(page, 'evaluador@almotacen.example', PASSWORD)
  await press(page, page.getByRole('main').getByRole('link', { name: 'Alojamiento en nube' }).first())
  await page.waitForURL('**/provider?**')
  await expectArrived(page)
  const opener = button('Documentos de Alojamiento en nube')
  await press(page, opener)
  const dialog = page.getByRole('dialog', { name: 'Documentos del informe' })
  await expectFocusIn(dialog)
  const download = dialog.getByRole('button', { name: /^Descargar/ }).first()
  await tabTo(page, download)
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expectFocus(opener)

  const person = page.getByRole('banner').getByRole('button').last()
  await press(page, person, { back: true })
  await expectFocusIn(page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await expectFocus(person)
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: 'Mi documentación' })
  await entry.waitFor()
  for (let steps = 0; steps < 6 && !(await entry.evaluate(item => item === document.activeElement)); steps++)
    await page.keyboard.press('ArrowDown')
  await expectFocus(entry)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mi documentación' }).waitFor()
  expect(pathOf(visitor)).toBe('/own-documentation')
  await expectArrived(page)
})

test('ENTITY: finds a provider, marks it, reads a report document, and raises an incident', async () => {
  await signInByKeys(page, 'entidad@almotacen.example', PASSWORD)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cantera')
  await page.getByRole('option', { name: 'Cantera Nube' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/provider?**')
  await expectArrived(page)
  await chooseByKeys(page, page.getByRole('combobox', { name: 'Estado' }), /Calificado/)
  const star = button('Favorito: Cantera Nube')
  const wasMarked = await star.getAttribute('aria-pressed')
  await press(page, star, { key: 'Space' })
  await expect
    .poll(() => star.getAttribute('aria-pressed'), { timeout: 10_000 })
    .toBe(wasMarked === 'true' ? 'false' : 'true')
  await expectFocus(star)

  const name = rowOf(page, 'Cantera Nube').getByRole('button', { name: /^Cantera Nube/ })
  await press(page, name, { back: true })
  const panel = page.getByRole('complementary', { name: 'DETALLE' })
  await expectFocusIn(panel)
  const opener = panel.getByRole('button', { name: 'Informes' })
  await press(page, opener)
  const dialog = page.getByRole('dialog', { name: 'Documentos del informe' })
  await expectFocusIn(dialog)
  await tabTo(page, dialog.getByRole('button', { name: /^Descargar Informe/ }))
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expectFocus(opener)
  await press(page, panel.getByRole('button', { name: 'Cerrar el detalle' }), { back: true })
  await expectFocus(name)

  await goByMenu('Incidencias', 'NOTIFICAR INCIDENCIA')
  const raise = button('Nueva incidencia')
  await press(page, raise)
  const incident = page.getByRole('dialog', { name: 'Nueva incidencia' })
  await expectFocusIn(incident)
  const provider = incident.getByRole('combobox', { name: 'Proveedor' })
  await tabTo(page, provider)
  await page.keyboard.type('cantera')
  await chooseByKeys(page, provider, /Cantera Nube/)
  await write(page, incident.getByLabel('Título'), 'Corte del servicio de nube')
  await write(page, incident.getByLabel('Detalle'), 'Dos horas sin acceso desde las 9:00.')
  await press(page, incident.getByRole('button', { name: 'Enviar incidencia' }))
  await incident.waitFor({ state: 'hidden' })
  await says(visitor, /El CCI contactará con usted/)
  await expectFocus(raise)
  await rowOf(page, 'Corte del servicio de nube').waitFor()
  await visitor.close()
})
