import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, rowOf } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* A disabled button shows the reason when pressed: by touch, mouse and key. */

const NO_EDITING = 'El estado del dictamen no permite editar la solicitud'
const NO_DELETING = 'El estado del dictamen no permite eliminar la solicitud'
const NOT_ACCEPTED = 'No puede descargar un documento que no se ha aceptado'

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

/** Presses it although it is disabled. */
const unasked = { force: true }

/** The message after a press: visible and announced. */
const toldIn = ({ page }: Visitor, sentence: string) => page.getByRole('alert').filter({ hasText: sentence })

test.each([390, 1440])('ERR-18 ERR-19: on a screen of %i px a finger shows why', async width => {
  const { provider } = await stage
    .people(['proveedor'], () => ({ width, touch: true }))
    .then(({ proveedor }) => ({
      provider: proveedor,
    }))
  const { page } = provider
  await provider.open('/provider')
  const row = rowOf(page, 'Custodia documental').first()
  await row.getByRole('button', { name: /^Lo que no se puede hacer/ }).tap()
  const menu = page.getByRole('menu')
  for (const [action, sentence] of [
    ['Editar', NO_EDITING],
    ['Eliminar', NO_DELETING],
  ] as const) {
    const item = menu.getByRole('menuitem', { name: new RegExp(`^${action} la solicitud de Custodia documental`) })
    await item.getByText(sentence).waitFor()
    // It explains, and does nothing.
    await item.tap(unasked)
    const box = (await item.boundingBox())!
    expect([box.x >= 0, box.x + box.width <= width]).toEqual([true, true])
  }
  await provider.checkAccessible()
  // The next press anywhere closes it.
  await page.getByRole('heading', { level: 1 }).tap()
  await menu.waitFor({ state: 'detached' })
  await provider.close()
})

test('ERR-12: a mouse and a key show why a report is not downloaded, and Escape hides only that', async () => {
  const { entidad: entity } = await stage.people(['entidad'])
  const { page } = entity
  await entity.open('/provider')
  await rowOf(page, 'Arcadio Mensajería').getByRole('button').first().click()
  await page.getByRole('complementary', { name: 'Detalle' }).getByRole('button', { name: 'Informes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Documentos del informe' })
  const download = dialog.getByRole('button', { name: /^Descargar Informe de auditoría/ })
  const told = toldIn(entity, NOT_ACCEPTED)
  await download.click(unasked)
  await told.waitFor()
  await dialog.getByRole('heading').first().hover()
  await told.waitFor({ state: 'detached' })
  for (const key of ['Enter', 'Space']) {
    await download.press(key)
    await told.waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(NOT_ACCEPTED).waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
  }
  await download.press('Enter')
  await told.waitFor()
  await page.keyboard.press('Tab')
  await told.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('D27: a finger shows why an empty list is not exported', async () => {
  const { cci } = await stage.people(['cci'], () => ({ width: 390, touch: true }))
  await cci.goto('/view-users?email=nadie@')
  await cci.page.getByText('Ningún usuario coincide').waitFor()
  await cci.page.getByRole('button', { name: 'Exportar: Usuarios por participante' }).tap(unasked)
  await toldIn(cci, 'No hay nada que exportar: la lista está vacía.').waitFor()
})
