import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { listArrangements } from '#domain/supervision/register/entry/contract.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import { newLei, outside } from '#test/support/companies.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { newContract, newFunction, newLine } from '#test/support/register-entries.ts'
import { expectSound } from '#test/support/states.ts'

/* What GLEIF publishes, and the providers that the authorities designated, on the screens (REG-23). */

let portal: TestPortal
let stage: Stage
let bank: Caller
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  bank = await portal.signIn('entidad@almotacen.example')
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const company = outside({ name: 'Acme Cloud', country: 'IE' })
const parent = newLei()

test('REG-23: a company outside shows what GLEIF says, and takes its parent from there', async () => {
  const contract = await newContract(bank, { reference: 'CT-GLEIF', company })
  await newLine(bank, { arrangementId: contract.id, functionId: (await newFunction(bank)).id })
  const { db } = portal.app
  const visitor = await stage.visitor()
  await visitor.signIn('entidad@almotacen.example')
  await visitor.open('/register?paso=check')
  const { page } = visitor
  await page.getByRole('tab', { name: /Comprobación/ }).click()
  await page.getByText(/El CCI no ha cargado los datos de GLEIF/).waitFor()

  const known = { country: 'IE', status: 'ISSUED', renewal_on: '2027-03-01' }
  await db
    .insertInto('gleif_lei')
    .values([
      { ...known, lei: company.lei, name: 'Acme Cloud Ireland Limited' },
      { ...known, lei: parent, name: 'Acme Inc.', country: 'US' },
    ])
    .execute()
  await db.insertInto('gleif_parent').values({ lei: company.lei, parent_lei: parent }).execute()
  const load = { published_on: '2026-11-20', is_part: true, rows: 2, loaded_at: portal.clock.now() }
  await db
    .insertInto('gleif_load')
    .values({ ...load, kind: 'LEI' })
    .execute()
  await page.reload()
  await page.getByText(/comprueban con una parte de los datos que GLEIF publicó el 20\/11\/2026/).waitFor()
  const fault = page.getByRole('listitem').filter({ hasText: 'su matriz última es «Acme Inc.»' })
  await fault.waitFor()
  await expectSound(visitor, 'check')
  await fault.getByRole('link', { name: /^Corregir/ }).click()

  const dialog = page.getByRole('dialog', { name: /CT-GLEIF/ })
  await dialog.getByText(/GLEIF \(20\/11\/2026\): «Acme Cloud Ireland Limited», Irlanda, su LEI se renueva/).waitFor()
  await dialog.getByText(/El nombre es otro: compruébelo\./).waitFor()
  await dialog.getByRole('button', { name: 'Poner esta matriz' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Nombre de la matriz' }).inputValue()).toBe('Acme Inc.')
  await dialog.getByRole('button', { name: 'Poner esta matriz' }).waitFor({ state: 'detached' })
  await visitor.checkAccessible()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { content } = await ok(bank.call(listArrangements, { query: { id: contract.id } }))
  expect(content).toMatchObject([{ company: { name: 'Acme Cloud' }, parent: { lei: parent, country: 'US' } }])

  // A new company is its LEI alone.
  await page.getByRole('tab', { name: /Contratos/ }).click()
  await page.getByRole('button', { name: 'Añadir contrato' }).click()
  const adding = page.getByRole('dialog', { name: 'Añadir contrato' })
  await adding.getByRole('combobox', { name: 'Con quién es' }).selectOption('Una empresa externa')
  await adding.getByRole('textbox', { name: 'LEI de la empresa' }).fill(parent)
  await adding.getByRole('button', { name: 'Poner nombre y país' }).click()
  expect(await adding.getByRole('textbox', { name: 'Empresa externa' }).inputValue()).toBe('Acme Inc.')
  await adding.getByRole('textbox', { name: 'LEI de la empresa' }).fill(newLei())
  await adding.getByText('GLEIF (20/11/2026): este LEI no está en los datos que cargó el CCI.').waitFor()
  await visitor.close()
})

test('REG-23: CCI lists who was designated, and the lines of a bank say so', async () => {
  const cci = await stage.visitor()
  await cci.signIn('cci@almotacen.example')
  await cci.open('/centre-rules')
  const rule = cci.page.getByRole('region', { name: 'Proveedores terceros esenciales' })
  await rule.getByRole('button', { name: /^Cambiar/ }).click()
  const field = rule.getByRole('textbox', { name: 'Proveedores terceros esenciales' })
  await field.fill(`Acme Cloud; ${company.lei}; mañana`)
  await rule.getByRole('button', { name: 'Guardar' }).click()
  await rule.getByText(/la fecha no es válida/).waitFor()
  await cci.checkAccessible()
  await field.fill(`Acme Cloud; ${company.lei}; 18/11/2025; Lista de las AES`)
  await rule.getByRole('button', { name: 'Guardar' }).click()
  await says(cci, 'Regla guardada')
  await rule
    .getByRole('listitem')
    .filter({ hasText: `Acme Cloud (LEI ${company.lei}, 18/11/2025` })
    .waitFor()
  await expectSound(cci, 'critical-providers')
  const reader = await portal.signIn('cci@almotacen.example')
  expect((await ok(reader.call(readCentreRules))).rules.criticalProviders).toHaveLength(1)

  const visitor = await stage.visitor()
  await visitor.signIn('entidad@almotacen.example')
  await visitor.open('/register')
  await visitor.page.getByRole('tab', { name: /Servicios/ }).click()
  const row = visitor.page.getByRole('row').filter({ hasText: 'CT-GLEIF' })
  await row.getByText('Acme Cloud · Proveedor tercero esencial').waitFor()
  await visitor.close()
})
