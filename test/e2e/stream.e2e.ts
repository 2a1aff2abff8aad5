import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#domain/notification/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage } from '#test/support/browser.ts'
import { openStage, says, storageOf, storeSession } from '#test/support/browser.ts'
import { rated } from '#test/support/uses.ts'

/* What others do reaches an open page. The poll, a minute apart, would be too late for this test. */

let acting: Acting
let stage: Stage
beforeAll(async () => {
  acting = await startActing({ withWeb: true, environment: { STREAMS: '20' } })
  stage = await openStage(acting.portal)
}, 120_000)
afterAll(async () => {
  await stage?.close()
  await acting?.portal.stop()
})

test('bell and list show what CCI publishes without a reload, in every tab, and the tabs share one stream', async () => {
  const { portal, provider } = acting
  const { proveedor } = await stage.people(['proveedor'])
  await proveedor.goto('/provider')
  await says(proveedor, 'Custodia documental')
  const tab = { ...proveedor, page: await proveedor.context.newPage() }
  const session = await storageOf(proveedor)
  await tab.page.goto(`${portal.url}/auth/sign-in`)
  await storeSession(tab, session)
  await tab.page.goto(`${portal.url}/`)
  const unread = async () =>
    (await ok(provider.call(listNotifications, { query: { isRead: 'false' } }))).totalElements as number
  const shows = async ({ page }: { page: typeof tab.page }, count: number) =>
    page.getByRole('button', { name: `${count} notificaciones sin leer`, exact: true }).waitFor()
  const total = () =>
    proveedor.page
      .getByText(/\d+–\d+ de \d+/)
      .first()
      .textContent()
  const requests = await total()
  const before = await unread()
  for (const each of [proveedor, tab]) await shows(each, before)
  expect(portal.app.streams!.size).toBe(1)

  await rated(acting, 'A/A/B')
  const after = await unread()
  expect(after).toBeGreaterThan(before)
  for (const each of [proveedor, tab]) await shows(each, after)
  await expect.poll(total).not.toBe(requests)

  // The tab that reads the stream closes: another takes its place.
  await proveedor.page.close()
  await expect.poll(() => portal.app.streams!.size).toBe(1)
  await rated(acting, 'A/A/A')
  await shows(tab, await unread())
})
