import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf } from '#test/support/browser.ts'
import { ask } from '#test/support/clarifications.ts'
import { freshRequest, servicesOf } from '#test/support/documents.ts'
import { raised } from '#test/support/incidents.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { declared } from '#test/support/uses.ts'

let portal: TestPortal
let stage: Stage
let visitors: Record<'cci' | 'proveedor' | 'evaluador' | 'entidad', Visitor>
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  visitors = await stage.people(['cci', 'proveedor', 'evaluador', 'entidad'])
})
afterAll(async () => {
  await stage.close()
  await portal.stop()
})

test.each(['proveedor', 'evaluador', 'entidad'] as const)(
  'EXP-02 EXP-03: the start of %s begins with three steps of one line, and the rest opens in place',
  async name => {
    const { page, goto, checkAccessible } = visitors[name]
    await page.setViewportSize({ width: 1440, height: 900 })
    await goto('/')
    const now = page.getByRole('region', { name: 'AHORA' })
    const lines = now.getByRole('listitem')
    await lines.first().waitFor()
    expect(await page.getByRole('main').getByRole('region').first().getByRole('heading').textContent()).toBe('AHORA')
    // EXP-03: the list or search is in sight at once.
    const list = page.getByRole('heading', { level: 2 }).nth(1)
    expect((await list.boundingBox())!.y).toBeLessThanOrEqual(480)
    const few = await lines.count()
    expect(few).toBeLessThanOrEqual(3)
    for (const line of await lines.all()) expect((await line.boundingBox())!.height).toBeLessThanOrEqual(46)
    const all = now.getByRole('button', { name: /^Ver todo/ })
    if ((await all.count()) > 0) {
      const total = Number(/\d+/.exec((await all.textContent())!)![0])
      await all.click()
      expect(await lines.count()).toBe(total)
    }
    await checkAccessible()
  },
)

test('EXP-04: each start has a picture whose marks lead to their lists, folded on a phone', async () => {
  const bank = visitors.entidad
  const services = await servicesOf(portal)
  const uses = { providerId: await portal.participantOf('cantera'), serviceId: services.get('Alojamiento en nube')! }
  await declared(await portal.signIn('entidad@almotacen.example'), uses)
  await bank.page.setViewportSize({ width: 1440, height: 900 })
  await bank.open('/')
  const portfolio = bank.page.getByRole('table', { name: 'Sus servicios frente a lo que exige' })
  const met = portfolio.getByRole('link', { name: /: \d+$/ }).first()
  const count = Number((await met.textContent())!)
  const href = (await met.getAttribute('href'))!
  await met.click()
  await expect.poll(() => bank.page.url()).toContain(href)
  await bank.page
    .getByText(new RegExp(`de ${count} servicio`))
    .first()
    .waitFor()

  const provider = visitors.proveedor
  await provider.open('/')
  const year = provider.page.getByRole('table', { name: 'Qué caduca cada mes' })
  await expect.poll(() => year.getByRole('columnheader').count()).toBe(12)
  await year
    .getByRole('link', { name: /^Documentos, / })
    .first()
    .click()
  await expect.poll(() => provider.page.url()).toMatch(/\/calendar\?month=\d{4}-\d{2}&kind=document/)

  const evaluator = visitors.evaluador
  await evaluator.open('/')
  const stages = evaluator.page.getByRole('table', { name: 'Sus solicitudes por estado' })
  await stages.getByRole('link').first().click()
  await expect.poll(() => evaluator.page.url()).toMatch(/\/provider\?status=[A-Z]+/)

  const { cci } = visitors
  await cci.open('/provider')
  const load = cci.page.getByRole('table', { name: 'Vencimientos por día y responsable' })
  await expect.poll(() => load.getByRole('columnheader').count()).toBe(10)
  const mark = load.getByRole('link', { name: /^Sin asignar, / }).first()
  const due = Number(await mark.textContent())
  await mark.click()
  await expect.poll(() => cci.page.url()).toMatch(/q-due=\d{4}-\d{2}-\d{2}&q-assignee=none/)
  await expect.poll(() => cci.page.getByRole('switch', { name: 'Solo fuera de plazo' }).isChecked()).toBe(false)
  const queue = cci.page.getByRole('table', { name: 'Cola de verificación' })
  await expect
    .poll(() =>
      queue
        .getByRole('row')
        .filter({ has: cci.page.getByRole('link') })
        .count(),
    )
    .toBe(Math.min(due, 3))
  await cci.checkAccessible()

  await provider.page.setViewportSize({ width: 360, height: 740 })
  await provider.open('/')
  const fold = provider.page.getByRole('heading', { name: 'SU AÑO: QUÉ CADUCA CUÁNDO' })
  await fold.waitFor()
  expect(await year.count()).toBe(0)
  await fold.click()
  await year.waitFor()
  // The head of the page would cover what has been scrolled under it.
  await provider.page.evaluate(() => scrollTo(0, 0))
  await provider.checkAccessible()
})

test('EXP-02: the queue of CCI is one list by group, with the steps of other areas and their owners in it', async () => {
  const { page, goto, checkAccessible } = visitors.cci
  const [cci, provider, evaluator] = await Promise.all(
    ['cci', 'proveedor', 'somport'].map(name => portal.signIn(`${name}@almotacen.example`)),
  )
  const thread = await ok(ask(provider!, await freshRequest(cci!, provider!, evaluator!), { askedOf: 'CCI' }))
  await goto('/provider')
  const queue = page.getByRole('table', { name: 'Cola de verificación' })
  const lines = queue.getByRole('row').filter({ has: page.getByRole('link') })
  await lines.first().waitFor()
  expect(await lines.count()).toBe(3)
  await page.getByRole('button', { name: 'Ver toda la cola' }).click()
  await lines.filter({ hasText: 'Aclaración' }).filter({ hasText: thread.subject }).waitFor()
  const groups = await queue
    .locator('tbody tr')
    .filter({ hasNot: page.getByRole('link') })
    .allTextContents()
  expect(['Fuera de plazo', 'Hoy', 'Esta semana', 'Después'].filter(each => groups.includes(each))).toEqual(groups)
  expect(groups[0]).toBe('Fuera de plazo')
  expect(await lines.first().textContent()).toContain('Fuera de plazo desde hace')
  // Only the first line has the filled button.
  const filled = queue.locator('a[data-variant="filled"]')
  expect(await filled.count()).toBe(1)
  expect(await lines.first().locator('a[data-variant="filled"]').count()).toBe(1)
  await checkAccessible()
  // A kind of what CCI verifies has no steps of other areas.
  await page
    .getByRole('group', { name: 'Qué se ve de la cola' })
    .getByRole('button', { name: /^Informes/ })
    .click()
  await expect.poll(() => lines.filter({ hasText: 'Aclaración' }).count()).toBe(0)
  await page.getByRole('group', { name: 'Qué se ve de la cola' }).getByRole('button', { name: /^Todo/ }).click()
  await queue.getByRole('link', { name: `Responder ${thread.subject}` }).click()
  await page.waitForURL(`**/clarifications?row=${thread.id}`)
})

test('EXP-28: of a queue on several pages the pager counts the lines of each page, and as many of all as the filter', async () => {
  const { page, goto } = visitors.cci
  const [cci, provider, evaluator, bank] = await Promise.all(
    ['cci', 'proveedor', 'somport', 'entidad'].map(name => portal.signIn(`${name}@almotacen.example`)),
  )
  await ok(ask(provider!, await freshRequest(cci!, provider!, evaluator!), { askedOf: 'CCI' }))
  for (let more = 0; more < 10; more++) await raised(bank!, provider!.me.idGenericEntity)
  await goto('/provider?q-all=1')
  const lines = page
    .getByRole('table', { name: 'Cola de verificación' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  await lines.nth(9).waitFor()
  const filter = page.getByRole('group', { name: 'Qué se ve de la cola' }).getByRole('button', { name: /^Todo/ })
  const all = Number((await filter.textContent())!.replace(/\D/g, ''))
  expect(all).toBeGreaterThan(10)
  // The list of providers under the queue has a pager too.
  const next = page.getByRole('button', { name: 'Siguiente', exact: true }).first()
  let before = 0
  for (let number = 1; before < all; number++) {
    if (number > 1) await next.click()
    const span = page.getByRole('status').filter({ hasText: new RegExp(`^${before + 1}(–\\d+)? de ${all}$`) })
    await span.waitFor()
    // The rows of the page before stay until those of the next one are there.
    await expect
      .poll(async () => {
        const here = await lines.count()
        return (await span.textContent()) === `${here === 1 ? all : `${before + 1}–${before + here}`} de ${all}`
      })
      .toBe(true)
    before += await lines.count()
  }
  expect(before).toBe(all)
})

test('EXP-05: the address of the sheet of the day leads to the start', async () => {
  const { page, goto } = visitors.proveedor
  await goto('/manana')
  await page.getByRole('region', { name: 'AHORA' }).waitFor()
  await visitors.cci.open('/manana')
  await visitors.cci.page.getByRole('heading', { name: 'Cola de verificación' }).waitFor()
  expect(pathOf(visitors.cci)).toBe('/provider')
})
