import { afterAll, beforeAll, expect } from 'vitest'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import {
  changeArrangement,
  changeFunction,
  listArrangements,
  listFunctions,
} from '#domain/supervision/register/entry/contract.ts'
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

step('REG-25: a function is of an entity, and a contract says who of the group signs and uses it', async () => {
  const { page } = bank
  await bank.open('/register?step=functions')
  await page.getByRole('button', { name: 'Añadir función' }).click()
  const added = page.getByRole('dialog', { name: 'Añadir función' })
  await choose(page, added.getByRole('combobox', { name: 'Entidad de la función' }), 'Banco Filial, S.A.')
  await added.getByRole('textbox', { name: 'Nombre' }).fill('Pagos en Portugal')
  await expectSound(bank, 'function of an entity')
  await added.getByRole('button', { name: 'Guardar' }).click()
  await says(bank, 'Función añadida')
  await page
    .getByRole('row', { name: /Pagos en Portugal/ })
    .getByText('Banco Filial, S.A.')
    .waitFor()
  await bank.open('/register?step=arrangements')
  await page
    .getByRole('button', { name: /^Editar / })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: /^Contrato / })
  const group = form.getByRole('region', { name: 'EN EL GRUPO' })
  await choose(page, group.getByRole('combobox', { name: 'Quién firma por su parte' }), 'Banco Filial, S.A.')
  await page.keyboard.press('Escape')
  await choose(page, group.getByRole('combobox', { name: 'Quién lo usa' }), 'Sucursal de París (sucursal)')
  await page.keyboard.press('Escape')
  await expectSound(bank, 'contract of a group')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await says(bank, 'Contrato guardado')
  const caller = await portal.signIn(address('entidad'))
  const { content } = await ok(caller.call(listArrangements, { query: { size: 9999 } }))
  expect(content.filter(({ usedBy }: ArrangementWire) => usedBy !== '')).toMatchObject([
    { signedBy: 'Banco Filial, S.A.', usedBy: 'Sucursal de París' },
  ])
})

step(
  'REG-25: an entity with functions or contracts stays; without entities the register is individual again',
  async () => {
    const { page } = bank
    await bank.open('/register')
    bank.expectComplaint(/409 .*\/register\/members/)
    await page.getByRole('button', { name: 'Quitar Banco Filial, S.A.' }).click()
    await page.getByRole('button', { name: 'Quitar', exact: true }).click()
    await says(bank, 'Tiene funciones, o consta en contratos. Cámbielos antes.')
    const caller = await portal.signIn(address('entidad'))
    for (const { id } of (await ok(caller.call(listArrangements, { query: { size: 9999 } }))).content) {
      await ok(caller.call(changeArrangement, { params: { id }, body: { signers: [], users: [] } }))
    }
    for (const { id, memberId } of (await ok(caller.call(listFunctions, { query: { size: 9999 } }))).content) {
      if (memberId) await ok(caller.call(changeFunction, { params: { id }, body: { memberId: null } }))
    }
    await page.getByRole('button', { name: 'Quitar', exact: true }).click()
    await says(bank, 'Entidad quitada')
    await bank.open('/register/summary')
    await says(bank, 'Individual (IND): solo su entidad')
  },
)
