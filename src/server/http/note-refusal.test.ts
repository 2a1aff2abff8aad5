import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
/** Of a provider that has sent nothing yet. */
let draft: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  draft = await portal.signIn('borrador@almotacen.example')
})
afterAll(() => portal.stop())

test('S12: a denial is one short entry of the trail, whatever was sent along', async () => {
  const ids = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`k${n}`, n.toString(36).padStart(26, '0')]))
  const entry = async () =>
    (await portal.portal.db.selectFrom('trail').selectAll().orderBy('number', 'desc').executeTakeFirstOrThrow()).data
  expect((await draft.fetch('POST', '/service-catalogs', { body: JSON.stringify(ids) })).status).toBe(403)
  expect(await entry()).toMatchObject({ reason: 'forbidden', asked: [] })
  expect((await draft.fetch('GET', `/queue?${new URLSearchParams(ids).toString().slice(0, 12_000)}`)).status).toBe(403)
  expect((await entry()).asked).toHaveLength(10)
})
