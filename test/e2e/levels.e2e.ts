import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readParticipant } from '#domain/participant/contract.ts'
import { acceptGap } from '#domain/supervision/acceptance/contract.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, pickFile, rowOf, says } from '#test/support/browser.ts'
import { servicesOf } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { newContract, newFunction, newLine } from '#test/support/register-entries.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'
import { declared } from '#test/support/uses.ts'

/* What a bank requires of the services that it uses, and what they have. */

let portal: TestPortal
let stage: Stage
let bank: Visitor
let caller: Caller
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'levels-'))
  portal = await startTestPortal({ withWeb: true })
  caller = await portal.signIn('entidad@almotacen.example')
  const services = await servicesOf(portal)
  const use = async (name: string, service: string, requiredScore: string | null, critical = 'NO') =>
    declared(
      caller,
      { providerId: await portal.participantOf(name), serviceId: services.get(service)! },
      { ...(requiredScore ? { requiredScore } : {}), critical },
    )
  await use('proveedor', 'Custodia documental', 'A/A/A', 'YES')
  await use('cantera', 'Alojamiento en nube', 'A/A/A', 'YES')
  await use('mirlo', 'Firma electrónica', 'B/B/B')
  await use('arcadio', 'Transporte de valija', null)
  const accepted = await use('lumbre', 'Custodia documental', 'A/A/A')
  const body = { reason: 'Solo archivo histórico', until: '2027-06-30' }
  await ok(caller.call(acceptGap, { params: { id: accepted.id }, body }))
  stage = await openStage(portal)
  ;({ entidad: bank } = await stage.people(['entidad']))
}, 120_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const step = steps()
const rows = async () => {
  const texts = await bank.page.getByRole('table', { name: 'Niveles exigidos' }).getByRole('row').allInnerTexts()
  return texts.slice(1).map(text => text.replace(/\s+/g, ' ').trim())
}
const firstWords = async () => (await rows()).map(text => text.split(' ')[0])
const segment = (name: string) => bank.page.getByRole('group', { name: 'Situación' }).getByRole('button', { name })
const tramontana = () => rowOf(bank.page, 'Tramontana')
const button = (name: string | RegExp) => bank.page.getByRole('button', { name })

step('LEVEL-10: the worst first, drawn as the distance to what is required, with counts that filter', async () => {
  const { page } = bank
  await bank.open('/required-levels')
  await says(bank, '1–5 de 5')
  expect(await firstWords()).toEqual(['Mirlo', 'Tramontana', 'Lumbre', 'Cantera', 'Arcadio'])
  const rule = (name: string) => tramontana().getByRole('img', { name, exact: true })
  await rule('Integridad: exigido A, obtenido B').waitFor()
  await rule('Disponibilidad: exigido A, obtenido A+').waitFor()
  expect(await tramontana().textContent()).toContain('en Integridad')
  expect(await segment('Todos').textContent()).toMatch(/5$/)
  await expectSound(bank, 'filled')
  await expectSoundInDark(bank)
  await segment('Por debajo').click()
  await says(bank, '1 de 1 servicio')
  expect(await firstWords()).toEqual(['Tramontana'])
  expect(new URL(page.url()).searchParams.get('situation')).toBe('BELOW')
  await segment('Por caducar').click()
  await expect.poll(() => new URL(page.url()).searchParams.get('ending')).toBe('true')
  expect(await firstWords()).toEqual(['Tramontana'])
  await segment('Todos').click()
  await says(bank, '1–5 de 5')
})

test('EXP-20: at 1280 px a service takes 56 px, and its marks lead to what the bank has about it', async () => {
  const { page } = bank
  await bank.open('/required-levels')
  await page.setViewportSize({ width: 1280, height: 800 })
  const table = page.getByRole('table', { name: 'Niveles exigidos' })
  await expect
    .poll(() => table.locator('tbody > tr').evaluateAll(rows => rows.map(row => Math.round(row.clientHeight))))
    .toEqual(Array(5).fill(56))
  await expect
    .poll(() => table.evaluate(node => node.parentElement!.scrollWidth - node.parentElement!.clientWidth))
    .toBe(0)
  const use = (await ok(caller.call(listUses, { query: { provider: 'tramontana' } }))).content[0]!
  const contract = await newContract(caller, { providerId: use.providerId })
  const fn = await newFunction(caller)
  await newLine(caller, { arrangementId: contract.id, functionId: fn.id, useId: use.id })
  await bank.open('/required-levels')
  await page.getByRole('link', { name: `Contrato ${contract.reference} de ${use.service}, de ${use.provider}` }).click()
  await page.getByRole('dialog', { name: new RegExp(contract.reference) }).waitFor()
  await page.setViewportSize({ width: 1440, height: 1000 })
  await bank.open('/required-levels')
})

step('LEVEL-10 EXP-20: a row is edited in a form under it, by keyboard too', async () => {
  const { page } = bank
  await button('Editar Custodia documental, de Tramontana Custodia Digital, S.L.').press('Enter')
  const level = page.getByRole('group', { name: 'Nivel exigido' }).getByRole('combobox', { name: 'Integridad' })
  await level.waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expectSound(bank, 'editing')
  await level.selectOption('')
  await button('Guardar').press('Enter')
  await says(bank, 'Elija un nivel en cada dimensión')
  await level.selectOption('B')
  await page.getByRole('combobox', { name: 'Función esencial o importante' }).last().selectOption('NO')
  await button('Guardar').press('Enter')
  await tramontana().getByText('Cumple').waitFor()
  expect(await tramontana().textContent()).not.toContain('función esencial o importante')
  const { content } = await ok(caller.call(listUses, { query: { provider: 'tramontana' } }))
  expect(content).toMatchObject([{ requiredScore: 'A/B/A', critical: 'NO', situation: 'MET' }])
})

step('LEVEL-10: the principal user accepts a gap and revokes it in a window', async () => {
  const { page } = bank
  await button('Aceptación del riesgo de Firma electrónica, de Mirlo Firma Electrónica, S.L.').click()
  const dialog = page.getByRole('dialog', { name: 'Aceptar el riesgo' })
  await dialog.getByRole('button', { name: 'Aceptar el riesgo' }).click()
  await dialog.getByText('Escriba al menos 10 caracteres').waitFor()
  await dialog.getByRole('textbox', { name: 'Hasta el' }).fill('30/06/2027')
  await dialog.getByRole('textbox', { name: 'Por qué se acepta' }).fill('Firma en pruebas, sin clientes')
  await bank.checkAccessible()
  await dialog.getByRole('button', { name: 'Aceptar el riesgo' }).click()
  const mirlo = rowOf(page, 'Mirlo')
  await mirlo.getByText('hasta el 30/06/2027').waitFor()
  await button('Aceptación del riesgo de Firma electrónica, de Mirlo Firma Electrónica, S.L.').click()
  const revoking = page.getByRole('dialog', { name: 'Revocar la aceptación' })
  await revoking.getByRole('textbox', { name: 'Por qué se revoca' }).fill('Empieza a usarse con clientes')
  await revoking.getByRole('button', { name: 'Revocar', exact: true }).click()
  await mirlo.getByText('Sin calificación vigente').waitFor()
})

step('LEVEL-18: the import shows what it would add and change before it does', async () => {
  const { page } = bank
  const cifOf = async (name: string) => {
    const params = { kind: 'provider' as const, id: await portal.participantOf(name) }
    return (await ok(caller.call(readParticipant, { params }))).cif
  }
  const sheet = join(folder, 'usos.csv')
  await writeFile(
    sheet,
    `CIF;Clave;Nivel exigido\r\n${await cifOf('mirlo')};Firma electrónica;C/C/C\r\n${await cifOf('cantera')};Custodia documental;B/B/B\r\n`,
  )
  const total = async () => (await ok(caller.call(listUses))).totalElements
  await button('Importar').click()
  const dialog = page.getByRole('dialog', { name: 'Importar servicios utilizados' })
  await pickFile(page, dialog.getByRole('button', { name: /^Elegir/ }), sheet)
  await dialog.getByText('1 servicio nuevo, 1 cambia, 0 quedan igual.').waitFor()
  await dialog.getByText('Nivel exigido: B/B/B → C/C/C').waitFor()
  await dialog.getByText('Custodia documental, de Cantera Nube, S.L.').waitFor()
  expect(await total()).toBe(5)
  await bank.checkAccessible()
  await dialog.getByRole('button', { name: 'Importar 2 filas' }).click()
  await dialog.waitFor({ state: 'detached' })
  await says(bank, '1–6 de 6')
  expect(await total()).toBe(6)
})

step(
  'LEVEL-11: the search, the panel and the comparison show the level of a used service, and of no other',
  async () => {
    const { page } = bank
    await bank.open('/provider?provider=lumbre')
    const accepted = 'Exigido A/A/A: aceptado hasta el 30/06/2027'
    await page.getByRole('table').getByRole('link', { name: accepted }).waitFor()
    expect(await page.getByRole('link', { name: /^Exigido / }).count()).toBe(1)
    await rowOf(page, 'Atención telefónica')
      .getByRole('button', { name: /Lumbre/ })
      .first()
      .click()
    await expect.poll(() => page.getByRole('link', { name: accepted }).count()).toBe(2)
    const ids = [await portal.participantOf('lumbre'), await portal.participantOf('proveedor')]
    await bank.open(`/provider-comparison?compare=${ids.join('-')}`)
    await page.getByRole('link', { name: accepted }).waitFor()
    await page.getByRole('link', { name: 'Exigido A/B/A: cumple' }).click()
    await expect.poll(() => pathOf(bank)).toBe('/required-levels')
    expect((await firstWords()).every(word => word === 'Tramontana')).toBe(true)
  },
)

step('LEVEL-20: the start counts unmet, unrated and lapsing uses, and leads to each', async () => {
  const { page } = bank
  for (const [name, filter, value] of [
    ['0 por debajo del nivel', 'situation', 'BELOW'],
    ['2 sin calificación vigente', 'situation', 'UNRATED'],
    ['1 por caducar en 30 días', 'ending', 'true'],
  ] as const) {
    await bank.open('/')
    await page.getByRole('link', { name }).click()
    await expect.poll(() => pathOf(bank)).toBe('/required-levels')
    expect(new URL(page.url()).searchParams.get(filter)).toBe(value)
  }
  await says(bank, '1 de 1 servicio')
})

test('other roles have no such screen', async () => {
  const { cci } = await stage.people(['cci'])
  await cci.open('/required-levels')
  await says(cci, 'No tiene acceso a esta pantalla')
})
