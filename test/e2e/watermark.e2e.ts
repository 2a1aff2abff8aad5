import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWatermark, saveWatermark } from '#domain/watermark/contract.ts'
import type { Stage } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const LABEL = 'Marcar los PDF que leen las entidades'

let portal: TestPortal
let stage: Stage
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('CCI switches the mark on with the keyboard, it stays, and what a colleague did meanwhile is told', async () => {
  const cci = await portal.signIn('cci@almotacen.example')
  const marked = async () => (await cci.call(readWatermark)).body.enabled
  const visitor = await stage.visitor()
  await visitor.signIn('cci2@almotacen.example')
  await visitor.goto('/access-security')
  const { page } = visitor
  const mark = page.getByRole('switch', { name: LABEL })
  await mark.waitFor()
  await says(visitor, 'La marca invalida la firma digital de un PDF firmado')
  expect([await mark.isChecked(), await marked()]).toEqual([false, false])
  await mark.focus()
  await page.keyboard.press('Space')
  await says(visitor, 'Marca de agua activada')
  await visitor.checkAccessible()
  expect(await marked()).toBe(true)
  await page.reload()
  await expect.poll(() => mark.isChecked(), { timeout: 10_000 }).toBe(true)

  // Off by a colleague, while this screen still shows it on: to put it off again is what stands, and no conflict.
  await cci.call(saveWatermark, { body: { enabled: false } })
  visitor.expectComplaint(/409 .*\/watermark/)
  await mark.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => mark.isChecked(), { timeout: 10_000 }).toBe(false)
  expect(await marked()).toBe(false)
  await visitor.close()
})
