import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect } from 'vitest'
import { saveRegisterIdentity } from '#domain/participant/company/contract.ts'
import { lintRegister, makePackage, packageContent } from '#domain/supervision/register/contract.ts'
import type { ArrangementWire, LineWire } from '#domain/supervision/register/entry/contract.ts'
import {
  addArrangement,
  changeArrangement,
  changeFunction,
  changeLine,
  listArrangements,
  listFunctions,
  listLines,
  removeArrangement,
  saveRegisterEntity,
} from '#domain/supervision/register/entry/contract.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, pathOf, pickFile, rowOf, says } from '#test/support/browser.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { checkPackage } from '#test/support/register-checker.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* The register of information of the demo bank, from its faults to the file for the authority. */

let portal: TestPortal
let stage: Stage
let bank: Visitor
let caller: Caller
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'register-'))
  portal = await startTestPortal({ withWeb: true, seed: 'none' })
  await loadDemoWorld(portal.app)
  caller = await portal.signIn('entidad@almotacen.example')
  stage = await openStage(portal)
  ;({ entidad: bank } = await stage.people(['entidad']))
}, 180_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const step = steps()
const tab = (name: RegExp) => bank.page.getByRole('tab', { name })
const button = (name: string | RegExp) => bank.page.getByRole('button', { name })
const blocking = async () => (await ok(caller.call(lintRegister))).counts.BLOCKING

/** The files of what a button downloads, by path. */
async function downloaded(name: string | RegExp): Promise<{ name: string; files: Map<string, string> }> {
  const [download] = await Promise.all([bank.page.waitForEvent('download'), button(name).click()])
  const bytes = await readFile(await download.path())
  const files = Object.entries(unzipSync(bytes)).map(([path, text]) => [path, Buffer.from(text).toString()] as const)
  return { name: download.suggestedFilename(), files: new Map(files) }
}

step('EXP-21: all six steps are in view at every width, also with their counts of faults', async () => {
  const { page } = bank
  await bank.open('/register')
  await tab(/Comprobación.*errores/).waitFor()
  for (const width of [1440, 1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const right = (await page.getByRole('tablist').boundingBox())!
    for (const each of await page.getByRole('tab').all()) {
      const box = (await each.boundingBox())!
      expect(box.x + box.width, `${width}: ${await each.textContent()}`).toBeLessThanOrEqual(right.x + right.width + 1)
    }
  }
  await page.setViewportSize({ width: 1440, height: 1000 })
})

step('DORA-19: the check says who can mend each fault, and what the portal cannot know', async () => {
  const { page } = bank
  await bank.open('/')
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Registro DORA' }).click()
  await expect.poll(() => pathOf(bank)).toBe('/register')
  await page.getByRole('tab', { name: /Descarga/ }).waitFor()
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    expect.stringContaining('Entidad'),
    expect.stringContaining('Funciones'),
    expect.stringContaining('Contratos'),
    expect.stringContaining('Servicios'),
    expect.stringContaining('Comprobación'),
    expect.stringContaining('Descarga'),
  ])
  await tab(/Comprobación/).click()
  await says(bank, '1 error que haría que se rechazara')
  const own = page.getByRole('list', { name: 'Lo corrige su entidad' })
  const first = own.getByRole('listitem').first()
  expect(await first.textContent()).toContain('La autoridad lo rechaza')
  expect(await first.textContent()).toContain('CT-2025-003')
  const mirlo = page.getByRole('region', { name: 'Mirlo Firma Electrónica, S.L.' })
  expect(await mirlo.textContent()).toContain('uno caducado se rechaza')
  expect(await mirlo.getByRole('link').count()).toBe(0)
  const unknown = page.getByRole('list', { name: 'No se puede comprobar aquí' })
  expect(await unknown.getByRole('listitem').count()).toBe(2)
  expect(await page.getByText('sin comparar todavía').count()).toBe(0)
  await expectSound(bank, 'check')
  await expectSoundInDark(bank)
  await page
    .getByRole('group', { name: 'Gravedad' })
    .getByRole('button', { name: /pregunta/ })
    .click()
  await expect.poll(() => own.getByText('La autoridad lo rechaza').count()).toBe(0)
  await page.getByRole('group', { name: 'Gravedad' }).getByRole('button', { name: /Todas/ }).click()
})

step('DORA-19: a provider is asked from the check, once', async () => {
  const mirlo = bank.page.getByRole('region', { name: 'Mirlo Firma Electrónica, S.L.' })
  await mirlo.getByRole('button', { name: 'Pedir al proveedor' }).click()
  await mirlo.getByText('Al proveedor ya se le pidieron estos datos en los últimos 30 días.').waitFor()
})

step('REG-10: what a provider changed is listed with what it was, and taken or not', async () => {
  const { page } = bank
  const list = await ok(caller.call(listArrangements, { query: { size: 100 } }))
  const { providerId, provider } = list.content.find((each: ArrangementWire) => each.provider.startsWith('Mirlo'))
  const cci = await portal.signIn('cci@almotacen.example')
  const identity = (body: object) => ok(cci.call(saveRegisterIdentity, { params: { id: providerId }, body }))
  await identity({ latinName: 'Mirlo Uno' })
  await page.reload()
  const changes = page.getByRole('list', { name: 'Datos cambiados por el proveedor' })
  await changes.getByText('Nombre en letras latinas: vacío → Mirlo Uno').waitFor()
  await expectSound(bank, 'provider-changes')
  await changes.getByRole('button', { name: `Conservar lo de antes de ${provider}` }).click()
  await changes.waitFor({ state: 'detached' })
  await identity({ latinName: 'Mirlo Dos' })
  await page.reload()
  await changes.getByText('Nombre en letras latinas: vacío → Mirlo Dos').waitFor()
  await changes.getByRole('button', { name: `Aceptar de ${provider}` }).click()
  await changes.waitFor({ state: 'detached' })
})

step('DORA-25: while a fault blocks it, the file for the authority is not made and Excel is', async () => {
  await tab(/Descarga/).click()
  await says(bank, 'El portal no presenta el registro: su entidad lo revisa, lo presenta y responde de él')
  await says(bank, 'El fichero es individual (IND); si en «Entidad» hay otras de su grupo, es consolidado (CON).')
  const followed = 'Siguen la edición 4.0, con sus listas comparadas con las de la ABE el 28/11/2026.'
  await bank.page.getByText(followed).waitFor()
  await bank.page
    .getByText(/error que haría que se rechazara/)
    .first()
    .waitFor()
  expect(await button('Descargar xBRL-CSV').getAttribute('aria-disabled')).toBe('true')
  const { name } = await downloaded('Descargar Excel')
  expect(name).toMatch(/\.xlsx$/)
  await rowOf(bank.page, '1 error que haría que se rechazara').waitFor()
  await expectSound(bank, 'packages')
})

step('DORA-19: the blocking fault leads to its field, and mending it lets the file be made', async () => {
  const { page } = bank
  await tab(/Comprobación/).click()
  await page.getByRole('link', { name: /^Corregir CT-2025-003.*Falta «Tipo de servicio de TIC»/ }).click()
  const dialog = page.getByRole('dialog', { name: /CT-2025-003/ })
  const type = dialog.getByRole('combobox', { name: 'Tipo de servicio de TIC' })
  await type.waitFor()
  await expect.poll(() => type.evaluate(element => element === document.activeElement)).toBe(true)
  await bank.checkAccessible()
  await choose(page, type, 'S10 · Operador de telecomunicaciones')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, 'CT-2025-003').getByText('S10 · Operador de telecomunicaciones').waitFor()
  expect(await blocking()).toBe(0)
})

step('DORA-25: the file that the bank downloads is right for a checker that knows nothing of the portal', async () => {
  await tab(/Descarga/).click()
  await expect.poll(() => button('Descargar xBRL-CSV').getAttribute('aria-disabled')).not.toBe('true')
  // Two files of one instant have no order.
  portal.clock.move(60_000)
  const { name, files } = await downloaded('Descargar xBRL-CSV')
  expect(name).toMatch(/\.IND_ES_DORA010100_DORA_\d{4}-12-31_\d{17}\.zip$/)
  expect(checkPackage(files)).toEqual([])
  const services = [...files].find(([path]) => path.endsWith('b_02.02.csv'))![1]
  expect(services.trim().split('\n')).toHaveLength(6)
  const dialog = bank.page.getByRole('dialog')
  // The list that holds the button is read again after the download.
  await bank.quiet()
  await button(/^Cambios de xBRL-CSV/).click()
  await bank.quiet()
  await dialog.getByText(/^Filas nuevas: \d+\. Quitadas: \d+\. Cambiadas: \d+\.$/).waitFor()
  await bank.page.keyboard.press('Escape')
})

step('DORA-07 REG-12: the bank writes its entity, a contract with a company outside and its service', async () => {
  const { page } = bank
  await tab(/Entidad/).click()
  await page.getByRole('textbox', { name: 'Activos totales' }).fill('41.000.000.000')
  await button('Guardar').click()
  await says(bank, 'Entidad guardada')
  await expectSound(bank, 'entity')
  await tab(/Contratos/).click()
  await button('Añadir contrato').click()
  const contract = page.getByRole('dialog', { name: 'Añadir contrato' })
  await contract.getByRole('combobox', { name: 'Con quién es' }).selectOption('Una empresa externa')
  await contract.getByRole('button', { name: 'Guardar' }).click()
  await contract.getByText('Escriba el nombre').waitFor()
  await contract.getByRole('textbox', { name: 'Empresa externa' }).fill('Torre Sur, S.A.')
  await choose(page, contract.getByRole('combobox', { name: 'País de la empresa' }), 'Portugal')
  await contract.getByRole('textbox', { name: 'Referencia' }).fill('CT-2026-001')
  await contract.getByRole('textbox', { name: 'Coste anual' }).fill('1.200,50')
  await contract.getByRole('textbox', { name: 'Inicio' }).fill('01/02/2024')
  await bank.checkAccessible()
  await contract.getByRole('button', { name: 'Guardar' }).click()
  await contract.waitFor({ state: 'detached' })
  await rowOf(page, 'CT-2026-001').waitFor()
  await expectSound(bank, 'contracts')
  const { content } = await ok(caller.call(listArrangements, { query: { text: 'CT-2026-001' } }))
  expect(content).toMatchObject([{ annualCost: 1200.5, startsOn: '2024-02-01', company: { country: 'PT' } }])
  await tab(/Servicios/).click()
  await button('Añadir servicio').click()
  const line = page.getByRole('dialog', { name: 'Añadir servicio' })
  await choose(page, line.getByRole('combobox', { name: 'Contrato' }), 'CT-2026-001 · Torre Sur, S.A.')
  await choose(page, line.getByRole('combobox', { name: 'Función' }), 'F5 · Gestión de expedientes')
  const provision = line.getByRole('combobox', { name: 'Países de prestación' })
  await choose(page, provision, 'Portugal')
  await choose(page, provision, 'España')
  await page.keyboard.press('Escape')
  await line.getByRole('combobox', { name: 'Plan de salida' }).selectOption('No')
  await line.getByRole('button', { name: 'Guardar' }).click()
  await line.waitFor({ state: 'detached' })
  const lines = await ok(caller.call(listLines, { query: { text: 'Torre Sur' } }))
  expect(lines.content).toMatchObject([{ functionCode: 'F5', provisionCountries: ['ES', 'PT'], exitPlan: false }])
  // Without LEI and EUID the authority would refuse it again.
  expect(await blocking()).toBeGreaterThan(0)
})

step('REG-11: the bank writes the parent of a company outside, and who works for it', async () => {
  const { page } = bank
  await tab(/Contratos/).click()
  await button('Editar CT-2026-001').click()
  const dialog = page.getByRole('dialog', { name: /CT-2026-001/ })
  await dialog.getByRole('combobox', { name: 'Matriz última de la empresa' }).selectOption('Otra empresa')
  await dialog.getByRole('textbox', { name: 'Nombre de la matriz' }).fill('Grupo Torre')
  await choose(page, dialog.getByRole('combobox', { name: 'País de la matriz' }), 'Francia')
  await dialog.getByRole('button', { name: 'Añadir subcontratista' }).click()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  const type = dialog.getByRole('combobox', { name: 'Tipo de servicio de TIC en que trabaja' })
  await expect.poll(() => type.evaluate(element => element === document.activeElement)).toBe(true)
  await choose(page, type, 'S17 · Nube: infraestructura (IaaS)')
  await dialog.getByRole('textbox', { name: 'Subcontratista', exact: true }).fill('Centros del Sur')
  await choose(page, dialog.getByRole('combobox', { name: 'País del subcontratista' }), 'Portugal')
  await dialog.getByRole('button', { name: 'Añadir subcontratista' }).click()
  await dialog.getByRole('textbox', { name: 'Subcontratista', exact: true }).fill('Red del Sur')
  await choose(page, dialog.getByRole('combobox', { name: 'País del subcontratista' }), 'España')
  await dialog.getByRole('combobox', { name: 'Para quién trabaja' }).selectOption('Centros del Sur')
  await dialog.getByRole('combobox', { name: 'Constan todos los subcontratistas' }).selectOption('Sí')
  await bank.checkAccessible()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const read = async () => (await ok(caller.call(listArrangements, { query: { text: 'CT-2026-001' } }))).content[0]!
  const { chain, parent, chainIsWhole } = await read()
  expect([parent?.name, chainIsWhole]).toEqual(['Grupo Torre', true])
  expect(chain).toMatchObject([
    { ictType: 'S17', company: { name: 'Centros del Sur', country: 'PT' }, recipientId: null },
    { ictType: 'S17', company: { name: 'Red del Sur', country: 'ES' }, recipientId: chain[0]!.id },
  ])
  // Who worked for one that is taken away works for its recipient.
  await button('Editar CT-2026-001').click()
  await dialog.getByRole('button', { name: 'Quitar Centros del Sur' }).click()
  await dialog.getByText(/trabaja para Torre Sur/).waitFor()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await read()).chain).toMatchObject([{ id: chain[1]!.id, recipientId: null }])
})

/** Whether nothing covers the middle of a control, and it is not scrolled away. */
const isSeen = (control: Element): boolean => {
  const { x, y, width, height } = control.getBoundingClientRect()
  return control.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** Breaks something of the register, and what the check then says of it. */
type Broken = { breaking: () => Promise<unknown>; says: RegExp; dialog: RegExp | null; control: string | RegExp }

step('REG-15: a fault leads to the very field that mends it', async () => {
  const { page } = bank
  const contract = (await ok(caller.call(listArrangements, { query: { text: 'CT-2023-007' } }))).content[0]!
  const lines = (await ok(caller.call(listLines, { query: { arrangementId: contract.id } }))).content
  const businessFunction = (await ok(caller.call(listFunctions, { query: { id: lines[0]!.functionId } }))).content[0]!
  const ofContract = (body: object) => ok(caller.call(changeArrangement, { params: { id: contract.id }, body }))
  const ofLine = (body: object) => ok(caller.call(changeLine, { params: { id: lines[0]!.id }, body }))
  const ofFunction = (body: object) => ok(caller.call(changeFunction, { params: { id: businessFunction.id }, body }))
  const empty = await ok(
    caller.call(addArrangement, { body: { reference: 'CT-SIN-SERVICIO', providerId: contract.providerId! } }),
  )
  const broken: Broken[] = [
    {
      breaking: () => ofContract({ currency: null }),
      says: /^Corregir CT-2023-007: Falta la moneda/,
      dialog: /CT-2023-007/,
      control: 'Moneda',
    },
    {
      breaking: () => ofContract({ currency: 'EUR', noticeProviderDays: null }),
      says: /^Corregir CT-2023-007: .*preaviso del proveedor/,
      dialog: /CT-2023-007/,
      control: 'Preaviso del proveedor, en días',
    },
    {
      breaking: () => ofContract({ noticeProviderDays: 90, endsOn: '2026-01-01' }),
      says: /^Corregir CT-2023-007: .*motivo/,
      dialog: /CT-2023-007/,
      control: 'Motivo de la terminación',
    },
    {
      breaking: () => ofLine({ alternatives: 'x28', alternativeNames: '' }),
      says: /^Corregir CT-2023-007 .*falta cuáles/,
      dialog: /CT-2023-007/,
      control: 'Cuáles',
    },
    {
      breaking: () => ofFunction({ rpoHours: null }),
      says: /^Corregir F\d.*Falta su RPO/,
      dialog: /Función F/,
      control: 'RPO, en horas',
    },
    {
      breaking: () => ok(caller.call(saveRegisterEntity, { body: { leiRenewalOn: '2020-01-01' } })),
      says: /^Corregir .*debía renovarse/,
      dialog: null,
      control: 'Renovación del LEI',
    },
    {
      breaking: () =>
        ok(caller.call(changeArrangement, { params: { id: empty.id }, body: { currency: 'USD', annualCost: 10 } })),
      says: /^Corregir .*Falta el cambio de USD a EUR/,
      dialog: null,
      control: /^Cambio de USD a 31\/12\//,
    },
    {
      breaking: () => Promise.resolve(),
      says: /^Añadir CT-SIN-SERVICIO/,
      dialog: /Añadir servicio/,
      control: 'Función',
    },
  ]
  for (const { breaking, says: words, dialog, control } of broken) {
    await breaking()
    await bank.open('/register?step=check')
    await page.getByRole('link', { name: words }).click()
    const form = dialog === null ? page.getByRole('main') : page.getByRole('dialog', { name: dialog })
    const focused = form.getByLabel(control, { exact: true }).and(page.locator(':focus'))
    await focused.waitFor()
    await expect.poll(() => focused.evaluate(isSeen)).toBe(true)
    if (dialog !== null) {
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'detached' })
    }
  }
  await ok(caller.call(removeArrangement, { params: { id: empty.id } }))
})

step(
  'REG-11 REG-15: faults of companies outside lead to the very company: the chain, a subcontractor, a parent',
  async () => {
    const { page } = bank
    const { content } = await ok(caller.call(listArrangements, { query: { text: 'CT-2025-003' } }))
    const { id, company } = content[0]!
    const { name, country, lei, euid, latinName, personType } = company!
    const leadsTo = async (link: RegExp, control: string) => {
      await bank.goto('/register?step=check')
      await page.getByRole('link', { name: link }).first().click()
      const form = page.getByRole('dialog', { name: /CT-2025-003/ })
      const field = form
        .getByRole('textbox', { name: control, exact: true })
        .or(form.getByRole('button', { name: control }))
      const focused = field.and(page.locator(':focus'))
      await focused.waitFor()
      await expect.poll(() => focused.evaluate(isSeen)).toBe(true)
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'detached' })
    }
    await leadsTo(/^Corregir .*: No consta quién trabaja para la empresa/, 'Añadir subcontratista')
    const body = {
      company: {
        name,
        country,
        lei,
        euid,
        latinName,
        personType,
        parent: { name: 'Matriz Sin Código', country: 'FR' },
      },
      chain: [{ ictType: 'S10' as const, company: { name: 'Cables Sin Código', country: 'PT' }, recipient: null }],
    }
    await ok(caller.call(changeArrangement, { params: { id }, body }))
    await leadsTo(/^Corregir Cables Sin Código: Falta «Código de la empresa»/, 'LEI del subcontratista')
    await leadsTo(/^Corregir Matriz Sin Código: Falta «Código de la empresa»/, 'LEI de la matriz')
    const none = { company: { ...body.company, parent: null }, chain: [] }
    await ok(caller.call(changeArrangement, { params: { id }, body: none }))
  },
)

step('REG-06: what two critical lines of a contract say differently is chosen in the field, for both', async () => {
  const { page } = bank
  const { content } = await ok(caller.call(listLines, { query: { text: 'CT-2023-007' } }))
  const [one, other] = content as [LineWire, LineWire]
  const change = (body: object) => ok(caller.call(changeLine, { params: { id: one.id }, body }))
  // It says otherwise while it is of another type, and comes back.
  await change({ ictType: 'S08' })
  await change({ substitutability: 'x962' })
  await change({ ictType: null })
  await bank.open('/register?step=check')
  await page
    .getByRole('link', { name: /^Corregir CT-2023-007.*una sola valoración/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /CT-2023-007/ })
  const field = dialog.getByRole('combobox', { name: 'Sustituibilidad' })
  await field.and(page.locator(':focus')).waitFor()
  await expect.poll(() => field.evaluate(isSeen)).toBe(true)
  expect(await field.inputValue()).toBe('')
  await dialog.getByText(/^Dicen .*«Fácil» \(F\d\).* Elija uno para todos\.$/).waitFor()
  await bank.checkAccessible()
  await field.selectOption('Fácil')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const chosen = (await ok(caller.call(listLines, { query: { id: other.id } }))).content[0]!
  expect(chosen).toMatchObject({ substitutability: 'x962', differing: [] })
})

step('DORA-09: the import shows what it would add and change before it does', async () => {
  const { page } = bank
  const book = join(folder, 'registro.xlsx')
  const columns = ['Identificador', 'Nombre', 'Esencial o importante'].map(header => ({ header }))
  const rows = [
    ['F6', 'Atención al cliente', 'No'],
    ['F7', 'Tesorería', 'Sí'],
  ]
  await writeFile(book, await writeXlsx({ sheet: 'Funciones', columns, rows }))
  await tab(/Funciones/).click()
  await button('Importar').click()
  const dialog = page.getByRole('dialog', { name: 'Importar el registro' })
  await pickFile(page, dialog.getByRole('button', { name: /^Elegir/ }), book)
  await dialog.getByText('1 fila nueva, 1 cambia, 0 quedan igual.').waitFor()
  await dialog.getByText('Esencial o importante: No').waitFor()
  expect(await rowOf(page, 'Tesorería').count()).toBe(0)
  await bank.checkAccessible()
  await dialog.getByRole('button', { name: 'Importar 2 filas' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, 'Tesorería').waitFor()
  await button('Quitar F7 · Tesorería').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
  await expect.poll(() => rowOf(page, 'Tesorería').count()).toBe(0)
  await expectSound(bank, 'functions')
})

step('REG-29: services that are selected get one value at once, shown before, and undo takes it back', async () => {
  const { page } = bank
  const linesNow = async () => (await ok(caller.call(listLines, { query: { size: 100 } }))).content as LineWire[]
  const reliances = async () => (await linesNow()).map(({ id, reliance }) => [id, reliance])
  await bank.open('/register?step=lines')
  await page.getByRole('checkbox', { name: 'Seleccionar la página' }).check()
  const before = await reliances()
  const bar = page.getByRole('region', { name: 'Filas seleccionadas' })
  await bar.getByRole('button', { name: 'Cambiar un campo' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cambiar \d+ servicios$/ })
  await dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await dialog.getByText('Elija un campo').waitFor()
  await dialog.getByRole('combobox', { name: 'Campo' }).selectOption('Dependencia del servicio')
  await dialog.getByRole('combobox', { name: 'Dependencia del servicio' }).selectOption('Baja')
  await dialog.getByText(/^Cambia \d+ servicios? de \d+:$/).waitFor()
  await dialog.getByRole('list', { name: 'Antes y después' }).getByText('→ Baja').first().waitFor()
  expect(await reliances()).toEqual(before)
  await expectSound(bank, 'many')
  await bank.checkAccessible()
  await dialog.getByRole('button', { name: /^Cambiar \d+ servicios?$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await says(bank, '«Dependencia del servicio» cambiado en')
  const shown = Math.min(10, before.length)
  await expect.poll(async () => (await linesNow()).filter(({ reliance }) => reliance === 'x795').length).toBe(shown)
  await button('Deshacer').click()
  await expect.poll(reliances).toEqual(before)
  expect(await bar.count()).toBe(0)
})

step('REG-20: the own package is read back and changes nothing', async () => {
  const { page } = bank
  const { id } = await ok(caller.call(makePackage, { body: { format: 'XLSX' } }))
  const { body } = await caller.call(packageContent, { params: { id } })
  const book = join(folder, 'presentado.xlsx')
  await writeFile(book, Buffer.from(body))
  await bank.open('/register')
  await button('Importar').click()
  const dialog = page.getByRole('dialog', { name: 'Importar el registro' })
  await dialog.getByText('.xlsx, .ods o .zip').waitFor()
  await pickFile(page, dialog.getByRole('button', { name: /^Elegir/ }), book)
  await dialog.getByText(/^0 filas nuevas, 0 cambian, \d+ quedan igual\.$/).waitFor()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await dialog.waitFor({ state: 'detached' })
})

step(
  'REG-22: the authority’s answer is read, its columns matched once, and each fault is beside our check',
  async () => {
    const { page } = bank
    const answer = join(folder, 'respuesta.csv')
    await writeFile(
      answer,
      'Informe de validación\nA;B;C;D\nv8881;B_06.01 c0080;F1;El RTO no es creíble\nPROPIA-1;Otra cosa;;No se entiende\n',
    )
    await bank.open('/register?step=check')
    await says(bank, 'Si la autoridad le devolvió un fichero con faltas, súbalo')
    await button('Leer su respuesta').click()
    const dialog = page.getByRole('dialog', { name: 'Leer la respuesta de la autoridad' })
    const save = dialog.getByRole('button', { name: 'Guardar la respuesta' })
    await save.click()
    await dialog.getByText('Adjunte un archivo.').first().waitFor()
    await pickFile(page, dialog.getByRole('button', { name: /^Elegir/ }), answer)
    const column = (name: string) => dialog.getByRole('combobox', { name, exact: true })
    await column('Texto').waitFor()
    await save.click()
    await dialog.getByText('Elija la columna del fichero.').first().waitFor()
    for (const [name, heading] of [
      ['Regla', 'A'],
      ['Tabla', 'B'],
      ['Fila o clave', 'C'],
      ['Texto', 'C'],
    ] as const) {
      await column(name).selectOption(heading)
    }
    await save.click()
    await dialog.getByText('Elija una columna distinta para cada dato.').waitFor()
    await column('Texto').selectOption('D')
    await dialog.getByText('Por ejemplo: El RTO no es creíble').waitFor()
    await expectSound(bank, 'feedback-columns')
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    const list = page.getByRole('list', { name: 'Lo que contestó la autoridad' })
    await says(bank, '2 pendientes, 0 resueltas, 2 que la autoridad encontró y esta comprobación no.')
    await list.getByText('PROPIA-1 · Otra cosa · la comprobación no la dijo').waitFor()
    await expectSound(bank, 'feedback')
    await page.setViewportSize({ width: 360, height: 800 })
    await page.setViewportSize({ width: 1440, height: 1000 })
    await expectSoundInDark(bank)
    await list.getByRole('link', { name: /^Corregir F1/ }).click()
    const rto = page.getByRole('textbox', { name: 'RTO, en horas' })
    await expect.poll(() => rto.evaluate(each => each === document.activeElement)).toBe(true)
    // The columns are remembered.
    await bank.open('/register?step=check')
    await button('Leer su respuesta').click()
    await pickFile(page, dialog.getByRole('button', { name: /^Elegir/ }), answer)
    await expect.poll(() => column('Texto').inputValue()).toBe('D')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  },
)
