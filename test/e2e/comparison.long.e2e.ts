import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteParticipant } from '#domain/participant/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, rowOf, says } from '#test/support/browser.ts'
import { press } from '#test/support/keyboard.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound } from '#test/support/states.ts'

/* A bank compares providers: selected in the search, across pages and filters, and shown in one table. */

let portal: TestPortal
let stage: Stage
let bank: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  ;({ entidad: bank } = await stage.people(['entidad']))
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const toggle = (name: string) => bank.page.getByRole('button', { name: `Comparar: ${name}` }).first()
const compare = () => bank.page.getByRole('button', { name: 'Comparar', exact: true })
const columns = () => bank.page.getByRole('columnheader').getByRole('link').allTextContents()
/** The cells of a line, in the order of the columns. */
const line = async (label: string) => {
  const cells = bank.page
    .getByRole('row')
    .filter({ has: bank.page.getByRole('rowheader', { name: label, exact: true }) })
  return (await cells.getByRole('cell').allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim())
}

test('providers chosen by keyboard stay chosen on other pages and under filters, and can be removed', async () => {
  const { page } = bank
  await bank.open('/provider')
  expect(await compare().count()).toBe(0)
  await press(page, toggle('Cantera Nube'))
  await says(bank, 'Elija otro proveedor para comparar')
  expect(await compare().getAttribute('aria-disabled')).toBe('true')
  expect(await toggle('Cantera Nube').getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await press(page, toggle('Valdeoca'))
  await says(bank, 'Para comparar: Cantera Nube y Valdeoca')
  await page.getByRole('textbox', { name: 'Proveedor' }).fill('lumbre')
  await says(bank, '1–2 de 2')
  await says(bank, 'Para comparar: Cantera Nube y Valdeoca')
  await page.reload()
  await says(bank, 'Para comparar: Cantera Nube y Valdeoca')
  await press(page, page.getByRole('button', { name: 'Vaciar' }))
  await compare().waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('compare')).toBeNull()
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

test('a fifth provider is refused with the reason', async () => {
  const { page } = bank
  await bank.open('/provider')
  for (const name of ['Arcadio Mensajería', 'Cantera Nube', 'Lumbre Sistemas', 'Mirlo']) await toggle(name).click()
  const fifth = toggle('Ribera')
  await expect.poll(() => fifth.getAttribute('aria-disabled')).toBe('true')
  expect(await fifth.getAttribute('aria-label')).toContain('Se comparan hasta 4 proveedores a la vez')
  await toggle('Mirlo').click()
  await expect.poll(() => fifth.getAttribute('aria-disabled')).toBeNull()
  expect(new URL(page.url()).searchParams.get('compare')!.split('-')).toHaveLength(3)
})

test('compares what CCI found and what each declares; a bank can show only differences', async () => {
  const { page } = bank
  await bank.open('/provider')
  await toggle('Cantera Nube').click()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await toggle('Tramontana Custodia Digital').click()
  await press(page, compare())
  await page.getByRole('heading', { level: 1, name: 'Comparación de proveedores' }).waitFor()
  const rare = page.getByRole('rowheader', { name: 'Alojamiento en nube' })
  const unfold = page.getByRole('button', { name: /^SOLO UNO LO TIENE \(\d\)$/ })
  await unfold.waitFor()
  expect(await rare.count()).toBe(0)
  await press(page, unfold)
  await rare.waitFor()
  expect(await unfold.getAttribute('aria-expanded')).toBe('true')
  expect(await columns()).toEqual(['Cantera Nube', 'Tramontana Custodia Digital'])
  const [hosting, none] = await line('Alojamiento en nube')
  expect(hosting).toMatch(
    /^Calificado A\+ A A\+ Caduca el \d\d\/\d\d\/2027 · Quintanilla y Robles Auditores, S\.L\.P\.$/,
  )
  expect(none).toBe('—')
  expect((await line('Destrucción confidencial'))[1]).toMatch(/^Rechazada Doc\. Excel asociado/)
  expect(await line('Incidencias')).toEqual(['Cerrada', '—'])
  expect(await line('Tipo de empresa')).toEqual(['Gran empresa', 'Pyme'])
  expect(await line('Domicilio')).toEqual(['Madrid', 'Madrid'])
  await expectSound(bank, 'filled')

  await press(page, page.getByRole('switch', { name: 'Solo lo que difiere' }), { key: 'Space' })
  await page.getByRole('rowheader', { name: 'Domicilio' }).waitFor({ state: 'detached' })
  expect(await line('Tipo de empresa')).toEqual(['Gran empresa', 'Pyme'])
  await page.reload()
  await page.getByRole('rowheader', { name: 'Tipo de empresa' }).waitFor()
  expect(await page.getByRole('rowheader', { name: 'Domicilio' }).count()).toBe(0)

  await press(page, page.getByRole('button', { name: 'Quitar de la comparación: Cantera Nube' }))
  await page.getByText('Elija otro proveedor para compararlo con este.').waitFor()
  expect(await columns()).toEqual(['Tramontana Custodia Digital'])
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await page.getByRole('link', { name: 'Volver a la búsqueda' }).click()
  await says(bank, 'Para comparar: Tramontana Custodia Digital')
  expect(await toggle('Cantera Nube').getAttribute('aria-pressed')).toBe('false')
})

test('the start of a bank compares its favourites', async () => {
  await bank.open('/')
  await bank.page.getByRole('link', { name: 'Comparar favoritos' }).click()
  await bank.page.getByRole('rowheader', { name: 'Custodia documental' }).waitFor()
  const names = await columns()
  expect(names.toSorted()).toEqual(['Cantera Nube', 'Lumbre Sistemas', 'Tramontana Custodia Digital'])
  const custody = await line('Custodia documental')
  const said = Object.fromEntries(names.map((name, index) => [name, custody[index]]))
  expect(said['Lumbre Sistemas']).toMatch(
    /^Calificado B A B Caduca el \d\d\/\d\d\/2027 · Auditoría Somport, S\.L\.P\.$/,
  )
  expect(said['Tramontana Custodia Digital']).toMatch(/^Calificado A B A\+ /)
  expect(said['Cantera Nube']).toBe('—')
})

test('the header adds one more provider, and stays in view with the names', async () => {
  const { page } = bank
  await bank.open('/')
  await page.getByRole('link', { name: 'Comparar favoritos' }).click()
  const add = page.getByRole('combobox', { name: 'Añadir un proveedor' })
  await add.fill('B00194779')
  await page.getByRole('option', { name: 'Mirlo' }).click()
  await expect.poll(columns).toHaveLength(4)
  expect((await columns()).at(-1)).toBe('Mirlo')
  // Four fill the table.
  expect(await add.count()).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 500))
  const head = page.getByRole('columnheader', { name: /^Mirlo/ })
  await expect.poll(async () => Math.round((await head.boundingBox())!.y)).toBe(64)
  expect(Math.round((await head.boundingBox())!.height)).toBe(56)
})

test('on a phone every provider says its name in each line, and nothing goes over the edge', async () => {
  const phone = await stage.visitor({ width: 360 })
  await phone.enter(await portal.signIn('entidad@almotacen.example'))
  await phone.open('/provider')
  const { page } = phone
  for (const name of ['Cantera Nube', 'Lumbre Sistemas']) {
    await page
      .getByRole('button', { name: `Comparar: ${name}` })
      .first()
      .click()
  }
  await says(phone, 'Para comparar: 2')
  await page.getByRole('button', { name: 'Comparar', exact: true }).click()
  const cell = page.getByRole('cell').filter({ hasText: '10-49' })
  await cell.waitFor()
  expect(await cell.evaluate(each => getComputedStyle(each, '::before').content)).toBe('"Lumbre Sistemas"')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('reports a provider deleted meanwhile, and an empty comparison links to the search', async () => {
  const { page } = bank
  await bank.open('/provider')
  await toggle('Cantera Nube').click()
  await toggle('Mirlo').click()
  const chosen = new URL(page.url()).searchParams.get('compare')!
  const cci = await portal.signIn('cci@almotacen.example')
  const [, mirlo] = chosen.split('-')
  expect((await cci.call(deleteParticipant, { body: { idGenericEntity: mirlo } })).status).toBe(200)
  await bank.open(`/provider-comparison?compare=${chosen}`)
  await page.getByText('Uno de los proveedores elegidos ya no se puede consultar.').waitFor()
  expect(await columns()).toEqual(['Cantera Nube'])
  await bank.goto('/provider-comparison?compare=de-nadie')
  await page.getByText('No ha elegido proveedores').waitFor()
  await expectSound(bank, 'empty')
  await page.getByRole('link', { name: 'Ir a la búsqueda' }).click()
  await rowOf(page, 'B00581025').waitFor()
  expect(pathOf(bank)).toBe('/provider')
})
