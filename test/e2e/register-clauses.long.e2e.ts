import { afterAll, beforeAll, expect } from 'vitest'
import { clauseKeys } from '#domain/supervision/register/clause/clauses.ts'
import { saveClauses } from '#domain/supervision/register/clause/contract.ts'
import { listArrangements } from '#domain/supervision/register/entry/contract.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* The clauses of the contracts of the demo bank, from the list of those that are missing. */

let portal: TestPortal
let stage: Stage
let bank: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true, seed: 'none' })
  await loadDemoWorld(portal.app)
  stage = await openStage(portal)
  ;({ entidad: bank } = await stage.people(['entidad']))
}, 180_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const step = steps()
const missing = () => bank.page.getByRole('list', { name: 'Cláusulas que faltan' }).getByRole('listitem')

step('REG-26: the check lists the critical contracts with clauses to write, and leads to them', async () => {
  const { page } = bank
  await bank.open('/register?step=check')
  const item = missing().filter({ hasText: 'CT-2023-007' })
  await item.getByText(`Quedan ${clauseKeys.length} cláusulas por revisar.`).waitFor()
  await expectSound(bank, 'check with clauses')
  await item.getByRole('link', { name: /^Revisar las cláusulas de CT-2023-007/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Cláusulas de CT-2023-007/ })
  await dialog.getByRole('heading', { name: 'ARTÍCULO 30, APARTADO 3' }).waitFor()
  await expectSound(bank, 'clauses')
  await expectSoundInDark(bank)
  // A clause that is there needs its place.
  await dialog.getByLabel('30.2.a) Funciones y servicios').selectOption('Consta')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  const place = dialog.getByLabel('Dónde consta 30.2.a)')
  await expect.poll(() => place.evaluate(each => each === document.activeElement)).toBe(true)
  await says(bank, 'Escriba en qué cláusula o anexo consta')
  await place.fill('Cláusula 2 y anexo I')
  await dialog.getByLabel('30.2.i) Formación').selectOption('No consta')
  await dialog.getByLabel('30.3.d) Pruebas de penetración').selectOption('No procede')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await bank.open('/register?step=check')
  await item.getByText(`No consta 30.2.i) Formación. Quedan ${clauseKeys.length - 3} cláusulas por revisar.`).waitFor()
})

step('REG-26: a contract opens its clauses from its row, and leaves the list when none is missing', async () => {
  const { page } = bank
  const caller = await portal.signIn('entidad@almotacen.example')
  const { content } = await ok(caller.call(listArrangements, { query: { text: 'CT-2023-007' } }))
  const standings = Object.fromEntries(clauseKeys.map(key => [`standing${key}`, 'NOT_APPLICABLE'] as const))
  const body = { ...standings, standing2i: 'ABSENT', place2a: '' } as object
  await ok(caller.call(saveClauses, { params: { id: content[0]!.id }, body }))
  await bank.open('/register?step=arrangements')
  await page.getByRole('button', { name: /^Cláusulas de CT-2023-007/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Cláusulas de CT-2023-007/ })
  await dialog.getByLabel('30.2.i) Formación').selectOption('No procede')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await bank.open('/register?step=check')
  await missing().first().waitFor()
  expect(await missing().filter({ hasText: 'CT-2023-007' }).count()).toBe(0)
})
