import { afterAll, beforeAll, expect } from 'vitest'
import { listMembers } from '#domain/supervision/register/group/contract.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, says } from '#test/support/browser.ts'
import { newLei } from '#test/support/companies.ts'
import { address } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* A bank files for its group once it has added another entity of it. */

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

step('REG-25: the bank adds an entity of its group and a branch below its own data', async () => {
  const { page } = bank
  await bank.open('/register')
  await page.getByRole('button', { name: 'Añadir entidad' }).click()
  const form = page.getByRole('dialog', { name: 'Añadir entidad' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await form.getByText('Escriba el nombre').first().waitFor()
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Banco Filial, S.A.')
  await form.getByRole('textbox', { name: 'LEI', exact: true }).fill(newLei())
  await choose(page, form.getByRole('combobox', { name: 'País' }), 'Portugal')
  await expectSound(bank, 'entity of the group')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await says(bank, 'Entidad añadida')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Añadir sucursal' }).click()
  const other = page.getByRole('dialog', { name: 'Añadir sucursal' })
  await other.getByRole('textbox', { name: 'Nombre' }).fill('Sucursal de París')
  await other.getByRole('textbox', { name: 'Código de la sucursal' }).fill('FR-01')
  await choose(page, other.getByRole('combobox', { name: 'País' }), 'Francia')
  await other.getByRole('button', { name: 'Guardar' }).click()
  await says(bank, 'Sucursal añadida')
  await other.waitFor({ state: 'detached' })
  const list = page.getByRole('table', { name: 'Grupo y sucursales' })
  await list.getByRole('row', { name: /Banco Filial, S\.A\..*Entidad.*Portugal/ }).waitFor()
  await list.getByRole('row', { name: /Sucursal de París.*Sucursal.*Francia/ }).waitFor()
  await expectSoundInDark(bank)
  const caller = await portal.signIn(address('entidad'))
  expect((await ok(caller.call(listMembers))).content).toMatchObject([
    { kind: 'MEMBER', name: 'Banco Filial, S.A.', country: 'PT' },
    { kind: 'BRANCH', name: 'Sucursal de París', code: 'FR-01', lei: null },
  ])
})

step('REG-25: the check says that the file is consolidated, and leads to what an entity lacks', async () => {
  const { page } = bank
  await bank.open('/register?step=check')
  await says(bank, 'Consolidado (CON): su entidad y 1 más de su grupo.')
  await page.getByRole('link', { name: /^Corregir Banco Filial, S\.A\.: Falta el tipo/ }).click()
  const form = page.getByRole('dialog', { name: 'Entidad Banco Filial, S.A.' })
  const type = form.getByRole('combobox', { name: 'Tipo de entidad' })
  await expect.poll(() => type.evaluate(each => each === document.activeElement)).toBe(true)
  await choose(page, type, 'Entidad de crédito')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await says(bank, 'Entidad guardada')
  await bank.open('/register/summary')
  await says(bank, 'Consolidado (CON): su entidad y 1 más de su grupo')
})

step('REG-25: without its entities the register is individual again', async () => {
  const { page } = bank
  await bank.open('/register')
  await page.getByRole('button', { name: 'Quitar Banco Filial, S.A.' }).click()
  await page.getByRole('button', { name: 'Quitar', exact: true }).click()
  await says(bank, 'Entidad quitada')
  await bank.open('/register/summary')
  await says(bank, 'Individual (IND): solo su entidad')
})
