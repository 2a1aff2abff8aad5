import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentContent } from '#domain/document/contract.ts'
import { saveWatermark } from '#domain/document/watermark/contract.ts'
import { findThings } from '#test/support/permissions.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

test('S11: a file above the current size limit is not read into memory for marking', async () => {
  const { document } = await findThings(portal)
  const bank = await portal.signIn('entidad@almotacen.example')
  const read = () => bank.call(documentContent, { params: { id: document.t! } })
  const cci = await portal.signIn('cci@almotacen.example')
  const turn = async (enabled: boolean) =>
    expect((await cci.call(saveWatermark, { body: { enabled } })).status).toBe(200)
  await turn(true)
  expect((await read()).status).toBe(200)
  const { settings } = portal.app
  Object.assign(portal.app, { settings: { ...settings, maxFileBytes: 100 } })
  expect((await read()).problem.code).toBe('notMarkable')
  await turn(false)
  expect((await read()).status).toBe(200)
  Object.assign(portal.app, { settings })
})
