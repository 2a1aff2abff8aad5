import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import { litOption } from '#test/support/keyboard.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Options that change while the user moves through them by arrow keys: Enter chooses the highlighted one. */

let portal: TestPortal
let stage: Stage
let bank: Visitor
let cci: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  ;({ cci, entidad: bank } = await stage.people(['cci', 'entidad']))
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** Delays the server's answer to a search until released. */
async function keepBack({ page }: Visitor, search: string): Promise<() => void> {
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(
    url => url.pathname.includes('/entity-provider') && url.searchParams.get('name') === search,
    async route => {
      await gone
      await route.continue()
    },
  )
  return letGo
}

const options = ({ page }: Visitor) => page.getByRole('option').filter({ visible: true })

async function newIncident(): Promise<Locator> {
  await bank.open('/incidences')
  await bank.page.getByRole('button', { name: 'Nueva incidencia' }).click()
  const select = bank.page.getByRole('dialog').getByRole('combobox', { name: 'Proveedor' })
  await select.click()
  await options(bank).nth(4).waitFor()
  return select
}

type Way = { typed: string; to: string; found: string[]; letGo: () => void }

/** Types into the field, moves down to an option, and only then lets the answer arrive. */
async function goTo(visitor: Visitor, select: Locator, { typed, to, found, letGo }: Way): Promise<void> {
  await visitor.page.keyboard.type(typed)
  for (let steps = 0; !(await litOption(select))?.includes(to); steps++) {
    expect(steps, 'arrows pressed').toBeLessThan(30)
    await visitor.page.keyboard.press('ArrowDown')
  }
  letGo()
  const shown = async () => (await options(visitor).allTextContents()).slice(0, found.length)
  await expect.poll(shown).toEqual(found.map(name => expect.stringContaining(name)))
}

test('an option that replaces the highlighted one is not chosen', async () => {
  const letGo = await keepBack(bank, 'mirlo')
  const select = await newIncident()
  await goTo(bank, select, { typed: 'mirlo', to: 'Arcadio', found: ['Mirlo'], letGo })
  await bank.page.keyboard.press('Enter')
  // The window's validation has run by then, and says that nothing was chosen.
  await bank.page.getByText('Tiene que seleccionar un proveedor').waitFor()
})

test('chooses the highlighted option that stays in the list, at its new position', async () => {
  const letGo = await keepBack(bank, 'cantera')
  const select = await newIncident()
  await goTo(bank, select, { typed: 'cantera', to: 'Cantera', found: ['Cantera'], letGo })
  await bank.page.keyboard.press('Enter')
  await expect.poll(() => select.inputValue()).toBe('Cantera Nube, S.L.')
  await expect.poll(() => options(bank).count()).toBe(0)
})

test('CCI does not come upon the users of another organisation than the one that was lit', async () => {
  const { page } = cci
  const letGo = await keepBack(cci, 's.a')
  await cci.open('/user-management')
  const select = page.getByRole('combobox', { name: 'Organización' })
  await select.click()
  await options(cci).nth(4).waitFor()
  await goTo(cci, select, { typed: 's.a', to: 'Cantera', found: ['Arcadio', 'Hontanar', 'Valdeoca'], letGo })
  const { href } = await page.evaluate(() => location)
  await page.keyboard.press('Enter')
  await cci.quiet()
  expect(page.url()).toBe(href)
})
