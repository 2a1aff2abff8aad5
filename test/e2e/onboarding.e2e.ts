import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* The onboarding data: missing fields, and the links to them. */

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

test('during verification the page counts the accepted of all documents asked for, and marks optional ones', async () => {
  const { rechazado } = await stage.people(['rechazado'])
  const own = rechazado.page.getByRole('region', { name: 'SUS DOCUMENTOS' })
  await own.getByText(/^\d de 5 aceptados$/).waitFor()
  expect((await own.getByRole('listitem').allInnerTexts()).map(text => text.includes('Opcional'))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])
})

test('ONB-06: many faults are counted by the part of the form, and a part leads to its first', async () => {
  const { borrador } = await stage.people(['borrador'])
  const { page } = borrador
  await borrador.goto('/auth/mandatory-data')
  await page.getByText('4 cifras, como 6311').waitFor()
  await says(borrador, 'Puede dejarlo como está y completarlo más adelante, en «Mis datos».')
  await page.getByRole('button', { name: 'Continuar' }).click()
  const summary = page.getByRole('alert').filter({ hasText: /^Hay \d+ campos por corregir/ })
  await summary.waitFor()
  expect(await summary.getByRole('listitem').allTextContents()).toEqual([
    'Empresa: 4 campos',
    'Contactos: 4 campos',
    'Dirección: 6 campos',
    'Información económica: 6 campos',
  ])
  await summary.getByRole('link', { name: 'Contactos' }).click()
  const first = page.getByRole('textbox', { name: 'Contacto de facturación' })
  expect(await first.evaluate(field => field === document.activeElement)).toBe(true)
  await borrador.checkAccessible()
})
