import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { confirmChain } from '#domain/participant/chain/contract.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import { requestedService } from '#test/support/chains.ts'
import { newLei } from '#test/support/companies.ts'
import { checkPackage } from '#test/support/register-checker.ts'
import { describeProvider } from '#test/support/register-entries.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'
import { declared } from '#test/support/uses.ts'

/* A bank with one contract, from an empty register to the file for the authority, as its screens lead it. */

let acting: Acting
let stage: Stage
let bank: Visitor

beforeAll(async () => {
  acting = await startActing({ withWeb: true })
  const service = await requestedService(acting)
  await describeProvider(acting, service.serviceId)
  await ok(acting.provider.call(confirmChain, { body: { serviceId: service.serviceId } }))
  await declared(acting.bank, service, { since: '2024-03-01' })
  stage = await openStage(acting.portal)
  bank = await stage.visitor()
  await bank.enter(acting.bank)
  await bank.goto('/register')
}, 180_000)
afterAll(async () => {
  await stage?.close()
  await acting?.portal.stop()
})

const step = steps()

/** The values that the bank gives by itself; what is proposed is none. */
let typed = 0
async function type(within: Locator, label: string, value: string): Promise<void> {
  typed++
  await within.getByRole('textbox', { name: label, exact: true }).fill(value)
}
async function pick(within: Locator, label: string, code: string): Promise<void> {
  typed++
  await within.getByLabel(label, { exact: true }).selectOption(code)
}
const main = () => bank.page.getByRole('main')
const next = (label: string) => bank.page.getByRole('link', { name: `Siguiente: ${label}`, exact: true }).click()
async function saveIn(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

step('REG-28: the first step says what is wanted, with an example, and proposes what is known of a bank', async () => {
  await says(bank, 'Diga quién es su entidad, como consta en su LEI y ante su supervisor.')
  await says(bank, /^Por ejemplo: entidad de crédito de España/)
  await expectSound(bank, 'first-entity')
  await expectSoundInDark(bank)
  expect(await main().getByLabel('Autoridad competente', { exact: true }).inputValue()).toBe('Banco de España')
  await type(main(), 'LEI de su entidad', newLei())
  await type(main(), 'Renovación del LEI', '31/12/2027')
  await pick(main(), 'Posición en el grupo', 'x21')
  await type(main(), 'Activos totales', '1500000000')
  await main().getByRole('button', { name: 'Guardar', exact: true }).click()
  await says(bank, 'Entidad guardada')
  await next('Funciones')
})

step('REG-28: a function takes its own number', async () => {
  const { page } = bank
  await says(bank, 'Añada cada función que usa servicios de TIC y diga si es esencial o importante.')
  await page.getByRole('button', { name: 'Añadir función' }).click()
  const dialog = page.getByRole('dialog', { name: 'Añadir función' })
  await type(dialog, 'Nombre', 'Pagos y transferencias')
  typed++
  const activity = edition40.lists.activity.values.find(({ code }) => code === 'x162')!.label
  await dialog.getByRole('combobox', { name: 'Actividad autorizada' }).fill(activity)
  await page.getByRole('option', { name: activity, exact: true }).click()
  await pick(dialog, 'Esencial o importante', 'x28')
  await type(dialog, 'Fecha de la evaluación', '15/01/2026')
  await type(dialog, 'Motivos', 'Sin ella no se atiende a los clientes')
  await type(dialog, 'RTO, en horas', '4')
  await type(dialog, 'RPO, en horas', '1')
  await pick(dialog, 'Impacto de la interrupción', 'x793')
  await saveIn(dialog)
  await page.getByRole('row', { name: /F1.*Pagos y transferencias/ }).waitFor()
  await next('Contratos')
})

step(
  'REG-28: a contract is proposed with the provider whose service is used without one, since it is used',
  async () => {
    const { page } = bank
    await says(bank, 'Añada el contrato de cada servicio de TIC: con quién, desde cuándo y cuánto cuesta al año.')
    await says(bank, 'Usa servicios de proveedores sin contrato en el registro:')
    await expectSound(bank, 'first-contract')
    await page.getByRole('button', { name: /^Contrato con / }).click()
    const dialog = page.getByRole('dialog', { name: 'Añadir contrato' })
    expect(await dialog.getByRole('textbox', { name: 'Inicio', exact: true }).inputValue()).toBe('01/03/2024')
    await type(dialog, 'Referencia', 'CT-001')
    await type(dialog, 'Coste anual', '120000')
    await type(dialog, 'Preaviso de su entidad, en días', '90')
    await type(dialog, 'Preaviso del proveedor, en días', '180')
    await saveIn(dialog)
    await page.getByRole('row', { name: /CT-001/ }).waitFor()
    expect(await page.getByText('Usa servicios de proveedores sin contrato en el registro:').count()).toBe(0)
    await next('Servicios')
  },
)

step('REG-28: of what there is one of, that one is proposed', async () => {
  const { page } = bank
  await says(bank, 'Indique qué servicio de cada contrato usa cada función y, si es esencial, cómo se sustituiría.')
  await page.getByRole('button', { name: 'Añadir servicio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Añadir servicio' })
  const proposed = (name: string) => dialog.getByRole('combobox', { name, exact: true })
  await expect.poll(() => proposed('Contrato').inputValue()).toMatch(/^CT-001/)
  await expect.poll(() => proposed('Función').inputValue()).toBe('F1 · Pagos y transferencias')
  await expect.poll(() => proposed('Servicio utilizado').inputValue()).not.toBe('')
  await pick(dialog, 'Sensibilidad de los datos', 'x793')
  await pick(dialog, 'Dependencia del servicio', 'x797')
  await pick(dialog, 'Sustituibilidad', 'x962')
  await type(dialog, 'Última auditoría propia', '31/10/2025')
  await pick(dialog, 'Plan de salida', 'YES')
  await pick(dialog, 'Reintegración', 'x966')
  await pick(dialog, 'Impacto de la interrupción', 'x793')
  await pick(dialog, 'Alternativas identificadas', 'x29')
  await saveIn(dialog)
  await page.getByRole('row', { name: /CT-001.*F1/ }).waitFor()
  await next('Comprobación')
})

step(
  'REG-28: the check finds nothing left, nor does a checker of its own in the file; the values given are 24',
  async () => {
    const { page } = bank
    await says(bank, 'El portal no encuentra ningún error')
    await next('Descarga')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar xBRL-CSV' }).click(),
    ])
    const files = Object.entries(unzipSync(await readFile(await download.path())))
    const faults = checkPackage(new Map(files.map(([path, text]) => [path, Buffer.from(text).toString()])))
    expect(faults).toEqual([])
    expect(typed).toBe(24)
  },
)
