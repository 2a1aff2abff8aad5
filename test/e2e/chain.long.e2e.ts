import { afterAll, beforeAll, expect, test } from 'vitest'
import { readChain } from '#domain/participant/chain/contract.ts'
import { readRegisterIdentity } from '#domain/participant/company/contract.ts'
import { listStances } from '#domain/supervision/chain/contract.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, pathOf, rowOf, says } from '#test/support/browser.ts'
import { declareLink } from '#test/support/chains.ts'
import { newLei } from '#test/support/companies.ts'
import { servicesOf } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'
import { declared } from '#test/support/uses.ts'

/* Who works for a service: declared by its provider, read and valued by a bank, and added up for bank and sector. */

let portal: TestPortal
let stage: Stage
let provider: Visitor
let bank: Visitor
let caller: Caller
let banker: Caller
let custody: { providerId: string; serviceId: string }
let useId: string
const centreLei = newLei()
/** A rated service's chain changes with notice from its first declaration on. */
const BEFORE = 'Trabajaba ya antes de la primera declaración'

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  caller = await portal.signIn('proveedor@almotacen.example')
  banker = await portal.signIn('entidad@almotacen.example')
  const services = await servicesOf(portal)
  custody = { providerId: caller.me.idGenericEntity, serviceId: services.get('Custodia documental')! }
  const cloud = { providerId: await portal.participantOf('cantera'), serviceId: services.get('Alojamiento en nube')! }
  useId = (await declared(banker, custody, { critical: 'YES' })).id
  await declared(banker, cloud, { critical: 'NO' })
  const cantera = await portal.signIn('cantera@almotacen.example')
  const company = { name: 'Abantos Centros de Datos, S.A.', country: 'ES', lei: centreLei }
  await declareLink(cantera, cloud.serviceId, { company, urgentReason: BEFORE })
  stage = await openStage(portal)
  ;({ proveedor: provider, entidad: bank } = await stage.people(['proveedor', 'entidad']))
}, 120_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const step = steps()
const chainTable = ({ page }: Visitor) => page.getByRole('table', { name: 'Cadena de Custodia documental' })
const chainNow = () => ok(caller.call(readChain, { params: custody }))

step('CHAIN-01 CHAIN-02: a provider declares a subcontractor with the keyboard alone', async () => {
  const { page } = provider
  provider.expectComplaint(/status of 400 .*\/subcontracts$/, /status of 409 .*\/subcontracts$/)
  await provider.open('/chain')
  await page.getByRole('button', { name: 'Declarar subcontratista de Custodia documental' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Declarar subcontratista' })
  await expect.poll(() => dialog.getByRole('radio', { name: /no está en el portal/ }).evaluate(isFocused)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Abantos Centros de Datos, S.A.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('España')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const type = dialog.getByRole('combobox', { name: 'Tipo de servicio TIC' })
  await type.focus()
  await page.keyboard.type('S07')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('checkbox', { name: 'Sustenta el servicio' }).press('Space')
  await dialog.getByRole('textbox', { name: 'Desde' }).fill('01/01/2025')
  await provider.checkAccessible()
  await page.keyboard.press('Enter')
  await dialog.getByText('necesita su LEI o su EUID').waitFor()
  await dialog.getByRole('textbox', { name: 'LEI' }).fill(`${centreLei.slice(0, 18)}00`)
  await page.keyboard.press('Enter')
  await dialog.getByText('LEI erróneo: los dígitos de control no son correctos.').waitFor()
  await dialog.getByRole('textbox', { name: 'LEI' }).fill(centreLei.toLowerCase())
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Motivo de urgencia' }).fill(BEFORE)
  await dialog.getByRole('button', { name: 'Declarar' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await chainTable(provider).getByText('Abantos Centros de Datos, S.A.').waitFor()
  const { subcontracts } = await chainNow()
  expect(subcontracts).toMatchObject([{ rank: 2, ictType: 'S07', underpins: true, company: { lei: centreLei } }])
})

step('CHAIN-12: a chain is an indented table that opens and closes with the keyboard and is exported', async () => {
  const { page } = provider
  const [top] = (await chainNow()).subcontracts
  const company = { name: 'Energía del Sur, S.L.', country: 'PT', lei: newLei() }
  await declareLink(caller, custody.serviceId, {
    ...{ recipientId: top!.id, company, ictType: 'S14', countries: ['PT'] },
    urgentReason: BEFORE,
  })
  await provider.open('/chain')
  const below = chainTable(provider).getByRole('row').filter({ hasText: 'Energía del Sur' })
  await below.waitFor()
  expect(await below.textContent()).toMatch(/Portugal · LEI \w+3S14 · Operación y mantenimiento de TICPortugal/)
  const insetOf = (text: string) =>
    chainTable(provider)
      .getByText(text, { exact: true })
      .evaluate(element => element.getBoundingClientRect().left)
  expect(await insetOf('Energía del Sur, S.L.')).toBeGreaterThan(await insetOf('Abantos Centros de Datos, S.A.'))
  await expectSound(provider, 'filled')
  await expectSoundInDark(provider)
  const toggle = page.getByRole('button', { name: 'Empresas que trabajan para Abantos Centros de Datos, S.A.' })
  await toggle.press('Enter')
  await below.waitFor({ state: 'detached' })
  expect(await toggle.getAttribute('aria-expanded')).toBe('false')
  await toggle.press('Space')
  await below.waitFor()
  await page.getByRole('button', { name: 'Exportar: Cadena de Custodia documental' }).press('Enter')
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^subcontratacion.*\.csv$/)
})

step('CHAIN-06 CHAIN-09: a confirmed chain is marked so, and a change that comes too soon asks why', async () => {
  const { page } = provider
  provider.expectComplaint(/status of 409 .*\/subcontracts\/\w+$/)
  await page.getByRole('button', { name: 'Confirmar la cadena de Custodia documental' }).click()
  await says(provider, 'Confirmada el 21/11/2026')
  await page.getByRole('button', { name: 'Terminar Energía del Sur, S.L.' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terminar la subcontratación' })
  await dialog.getByRole('textbox', { name: 'Último día' }).fill('30/11/2026')
  await dialog.getByRole('button', { name: 'Terminar' }).click()
  await dialog.getByText('Un cambio de este alcance se comunica 30 días antes').waitFor()
  await dialog.getByRole('textbox', { name: 'Motivo de urgencia' }).fill('Cierra su planta')
  await dialog.getByRole('button', { name: 'Terminar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await chainTable(provider).getByText('Urgente: Cierra su planta').waitFor()
})

step('CHAIN-08: a bank reads the chain of a service that it uses and notes its stance', async () => {
  const { page } = bank
  await bank.open(`/provider/${custody.providerId}?parte=cadena`)
  await chainTable(bank).getByText('Abantos Centros de Datos, S.A.').waitFor()
  await page.getByRole('button', { name: 'Valorar Abantos Centros de Datos, S.A.' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Valorar subcontratista' })
  await dialog.getByRole('radio', { name: 'Objeción', exact: true }).press('Space')
  await dialog.getByRole('button', { name: 'Anotar' }).press('Enter')
  await dialog.getByText('Escriba qué objeta').waitFor()
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Sin plan de salida del centro')
  await bank.checkAccessible()
  await dialog.getByRole('button', { name: 'Anotar' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await chainTable(bank).getByText('Sin plan de salida del centro').waitFor()
  const { stances } = await ok(banker.call(listStances, { params: { id: useId } }))
  expect(stances).toMatchObject([{ stance: 'OBJECTION', text: 'Sin plan de salida del centro' }])
})

step('CHAIN-16: both concentrations are filtered and lead from a company to its services', async () => {
  const { page } = bank
  await bank.open('/concentration')
  await says(bank, '1 de 1 empresa')
  await choose(page, page.getByRole('combobox', { name: 'País' }), 'Portugal')
  await says(bank, 'Ninguna empresa coincide')
  await bank.open('/concentration?critical=true&country=ES&ictType=S07')
  await rowOf(page, 'Abantos').getByRole('button').press('Enter')
  await page.getByText('rango 2 · función esencial o importante · lo sustenta').waitFor()
  await expectSound(bank, 'filled')
  await page.getByRole('link', { name: 'Custodia documental' }).click()
  await expect.poll(() => pathOf(bank)).toBe(`/provider/${custody.providerId}`)
  await chainTable(bank).getByText('Abantos Centros de Datos, S.A.').waitFor()
  const { cci } = await stage.people(['cci'])
  await cci.open('/sector-concentration?underpins=true&country=ES')
  await rowOf(cci.page, 'Abantos').getByRole('button').press('Enter')
  // One bank uses it: fewer than three are not told.
  await cci.page.getByText('rango 2 · lo sustenta · entidades: –').first().waitFor()
  await expectSound(cci, 'filled')
  expect(await rowOf(cci.page, 'Abantos').textContent()).toMatch(/^Abantos.*22/)
})

step(
  'EXP-26: chain and concentration are drawn above their tables, with ranks, what is shared, and a text',
  async () => {
    const { page } = provider
    await provider.open('/chain')
    const chain = page.getByRole('img', { name: 'Dibujo de la cadena de Custodia documental' })
    await chain.locator('text', { hasText: 'Abantos' }).first().waitFor()
    const above = async (picture: typeof chain, table: typeof chain) =>
      expect((await picture.boundingBox())!.y).toBeLessThan((await table.boundingBox())!.y)
    await above(chain, chainTable(provider))
    await page
      .getByText(/^Rango 2: Abantos Centros de Datos, S\.A\. trabaja para .+; sustenta el servicio/)
      .waitFor({ state: 'attached' })
    await page.setViewportSize({ width: 360, height: 740 })
    await expect.poll(async () => (await chain.boundingBox())!.width).toBeLessThanOrEqual(360)
    await expectSound(provider, 'filled')
    await page.setViewportSize({ width: 1280, height: 800 })
    const { cci } = await stage.people(['cci'])
    for (const [visitor, path] of [
      [bank, '/concentration'],
      [cci, '/sector-concentration'],
    ] as const) {
      await visitor.open(path)
      const picture = visitor.page.getByRole('img', { name: /^Dibujo de la concentración/ })
      await picture.locator('text', { hasText: 'Custodia documental' }).first().waitFor()
      await above(picture, visitor.page.getByRole('table').first())
      const described = await picture.evaluate(
        svg => document.getElementById(svg.getAttribute('aria-describedby')!)!.textContent,
      )
      expect(described).toMatch(/Abantos.*: .*Custodia documental, de .*, rango 2, lo sustenta/)
      await visitor.checkAccessible()
    }
  },
)

step('DORA-06: the data for the clients’ registers say what each is for and how many are given', async () => {
  const { page } = provider
  await provider.open('/own-data')
  await says(provider, /se piden aquí una vez para todas las entidades/)
  await says(provider, /^0 de \d+ datos$/)
  await page.getByRole('button', { name: 'Editar la identificación' }).click()
  const dialog = page.getByRole('dialog', { name: 'Identificación para el registro' })
  const fields = dialog.locator('input:not([type=hidden]), select')
  const explained = await fields.evaluateAll(inputs => inputs.map(input => input.getAttribute('aria-describedby')))
  expect(explained.length).toBe(7)
  expect(explained.every(Boolean)).toBe(true)
  const lei = newLei()
  await dialog.getByRole('textbox', { name: 'LEI', exact: true }).fill(lei)
  await dialog.getByRole('textbox', { name: 'Renovación del LEI' }).fill('01/06/2027')
  await choose(page, dialog.getByRole('combobox', { name: 'País de la sede' }), 'España')
  await provider.checkAccessible()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await says(provider, /^3 de \d+ datos$/)
  const params = { id: custody.providerId }
  expect(await ok(caller.call(readRegisterIdentity, { params }))).toMatchObject({ lei, leiRenewalOn: '2027-06-01' })
  await page.getByRole('button', { name: 'Editar los datos de Custodia documental' }).click()
  const facts = page.getByRole('dialog', { name: 'Datos del servicio para el registro' })
  await choose(
    page,
    facts.getByRole('combobox', { name: 'Tipo de servicio TIC' }),
    'S09 · Almacenamiento de datos, sin nube',
  )
  await choose(page, facts.getByRole('combobox', { name: 'Países desde los que se presta' }), 'España')
  await page.keyboard.press('Escape')
  await provider.checkAccessible()
  await facts.getByRole('button', { name: 'Guardar' }).click()
  await facts.waitFor({ state: 'detached' })
  await rowOf(page, 'Custodia documental').getByText('2 de 4 datos').waitFor()
})

const isFocused = (element: Element) => element === document.activeElement

test('other roles have no such screens', async () => {
  await bank.open('/chain')
  await says(bank, 'No tiene acceso a esta pantalla')
  await provider.open('/concentration')
  await says(provider, 'No tiene acceso a esta pantalla')
})
