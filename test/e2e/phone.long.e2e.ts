import { afterAll, beforeAll, expect, test } from 'vitest'
import { listValidations, readQueue } from '#domain/validation/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, rowOf } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Lists on a phone: all options are visible, and cards show all data. */

let portal: TestPortal
let stage: Stage
let cci: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  cci = await stage.visitor({ width: 360 })
  await cci.enter(await portal.signIn('cci@almotacen.example'))
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('every kind of the queue, and of the invitations, can be seen and pressed', async () => {
  const { page } = cci
  for (const [path, kinds] of [
    ['/provider', ['Todo', 'Documentación', 'Informes', 'Incidencias']],
    ['/access-invitation', ['Todas', 'Pendientes', 'Aceptadas', 'Retiradas']],
  ] as const) {
    await cci.open(path)
    for (const kind of kinds) {
      const box = (await page
        .getByRole('button', { name: new RegExp(`^${kind} ?\\d`) })
        .first()
        .boundingBox())!
      expect(box.x + box.width, kind).toBeLessThanOrEqual(360)
    }
  }
})

test.each(['proveedor', 'entidad', 'evaluador'])('content that arrives at the start of %s moves nothing', async who => {
  const visitor = await stage.visitor({ width: 360 })
  const { page } = visitor
  await visitor.enter(await portal.signIn(`${who}@almotacen.example`))
  // Delays each answer, so that loading states are rendered.
  await page.route('**/api/v1/**', async route => {
    await new Promise(done => setTimeout(done, 250))
    await route.continue()
  })
  await visitor.open('/')
  await page.getByRole('table').last().getByRole('row').nth(1).waitFor()
  await visitor.quiet()
  const moved = await page.evaluate(
    () =>
      new Promise<number>(tell => {
        new PerformanceObserver(list =>
          tell(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => tell(0), 500)
      }),
  )
  expect(moved).toBeLessThan(0.05)
  await visitor.close()
})

test('a card has no line for what there is not', async () => {
  await cci.open('/provider')
  const hontanar = rowOf(cci.page, 'A00275511')
  await hontanar.waitFor()
  const nothing = hontanar.getByText('—')
  expect([await nothing.count(), await nothing.filter({ visible: true }).count()]).toEqual([3, 0])
  expect(await rowOf(cci.page, 'A00317644').getByText('Transporte de valija').isVisible()).toBe(true)
})

test('‘Filtros’ unfolds all filters there are, and folds them', async () => {
  const { page } = cci
  await cci.open('/provider')
  const [fold, status, expiry] = [
    page.getByRole('button', { name: 'Filtros', exact: true }),
    page.getByRole('combobox', { name: 'Estado' }).first(),
    page.getByRole('textbox', { name: 'Caduca desde' }),
  ]
  await fold.waitFor()
  expect(await page.getByRole('button', { name: 'Más filtros' }).isVisible()).toBe(false)
  expect([await status.isVisible(), await expiry.count()]).toEqual([false, 0])
  await fold.click()
  await expiry.waitFor()
  expect(await status.isVisible()).toBe(true)
  const clear = page.getByRole('button', { name: 'Limpiar' })
  const lowest = page.getByRole('textbox', { name: 'Calificación' })
  expect(await clear.count()).toBe(1)
  expect((await clear.boundingBox())!.y).toBeGreaterThan((await lowest.boundingBox())!.y)
  await fold.click()
  await expiry.waitFor({ state: 'detached' })
  expect(await status.isVisible()).toBe(false)
})

test('names the orders in words, not in the capitals of a heading', async () => {
  await cci.open('/access-invitation')
  const orders = cci.page.getByRole('combobox', { name: 'Ordenar por' })
  await orders.waitFor()
  expect(await orders.locator('option').allInnerTexts()).toContain('Correo, ascendente')
})

test('sentences start at the left of their card, and go across it', async () => {
  await cci.open('/notifications')
  const told = cci.page.getByText(/^Tramontana Custodia Digital, S\.L\. ha enviado/)
  const [words, card] = await Promise.all([told.boundingBox(), cci.page.locator('tr', { has: told }).boundingBox()])
  expect(words!.x - card!.x).toBeLessThan(12)
  expect(words!.width).toBeGreaterThan(card!.width * 0.9)
})

test('a file is read on all of the screen, and made larger', async () => {
  const { page } = cci
  const { genericEntityId, id } = (
    await (await portal.signIn('cci@almotacen.example')).call(listValidations, { query: { type: 'DOC_MIN', size: 1 } })
  ).body.content[0]!
  await cci.open(`/documentation-view/${genericEntityId}-${id}-DOC_MIN`)
  await page.getByRole('button', { name: /^Ver / }).first().click()
  const window = page.getByRole('dialog')
  const first = window.locator('[data-page="1"]')
  await first.locator('canvas').waitFor()
  expect((await window.boundingBox())!.width).toBe(360)
  const before = (await first.boundingBox())!.width
  expect(before).toBeGreaterThan(330)
  await window.getByRole('button', { name: 'Ampliar' }).click()
  await expect.poll(async () => (await first.boundingBox())!.width).toBeGreaterThan(before * 1.2)
  for (const name of ['Reducir', 'Girar']) expect(await window.getByRole('button', { name }).isVisible()).toBe(true)
  await cci.checkAccessible()
})

test('a document that is chosen for its verification is shown, and the foot covers none of it', async () => {
  const { page } = cci
  const [item] = (
    await (await portal.signIn('cci@almotacen.example')).call(readQueue, { query: { kind: 'documentation' } })
  ).body.content
  await cci.open(`/documentation-verification/${item!.idGenericEntity}-${item!.id}-DOC_MIN`)
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await preview.waitFor()
  expect((await preview.boundingBox())!.y).toBeGreaterThan(400)
  await page
    .getByRole('button', { name: /Póliza/ })
    .first()
    .click()
  await expect.poll(async () => Math.round((await preview.boundingBox())!.y)).toBeLessThan(100)
  const foot = (await page.getByRole('button', { name: 'Finalizar' }).boundingBox())!
  const shown = (await preview.boundingBox())!
  expect(foot.y).toBeGreaterThan(shown.y + shown.height)
})

test('on a tablet a document to verify takes one line of the list above it', async () => {
  const { page } = cci
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width: 768, height: 1024 })
  const list = page.getByRole('region', { name: 'Documentación requerida' })
  await expect.poll(() => list.evaluate(each => each.scrollHeight - each.clientHeight)).toBeLessThan(4)
  expect(await list.getByRole('listitem').count()).toBe(5)
  await page.setViewportSize({ width, height })
})
