import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf } from '#test/support/browser.ts'
import { ask } from '#test/support/clarifications.ts'
import { freshRequest } from '#test/support/documents.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

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

test('EXP-02: of what is beside the queue CCI reads the first steps before it, each with its place', async () => {
  const { page, goto } = visitors.cci
  const [cci, provider, evaluator] = await Promise.all(
    ['cci', 'proveedor', 'somport'].map(name => portal.signIn(`${name}@almotacen.example`)),
  )
  const thread = await ok(ask(provider!, await freshRequest(cci!, provider!, evaluator!), { askedOf: 'CCI' }))
  await goto('/provider')
  const now = page.getByRole('region', { name: 'AHORA' })
  await now.getByRole('link', { name: `Responder: ${thread.subject}` }).click()
  await page.waitForURL(`**/clarifications?row=${thread.id}`)
})

test('EXP-05: the address of the sheet of the day leads to the start', async () => {
  const { page, goto } = visitors.proveedor
  await goto('/manana')
  await page.getByRole('region', { name: 'AHORA' }).waitFor()
  await visitors.cci.open('/manana')
  await visitors.cci.page.getByRole('heading', { name: 'Cola de verificación' }).waitFor()
  expect(pathOf(visitors.cci)).toBe('/provider')
})
