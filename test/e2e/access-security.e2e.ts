import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { readTwoPeople, saveTwoPeople } from '#domain/two-people/contract.ts'
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

test('ASVS 2.3.5: what needs two people is told as noted, with until when, and done when a colleague does it', async () => {
  const cci = await portal.signIn('cci@almotacen.example')
  const visitor = await stage.visitor()
  await visitor.signIn('cci2@almotacen.example')
  await visitor.goto('/access-security')
  const { page } = visitor
  const two = page.getByRole('switch', { name: 'Pedir dos personas del CCI' })
  await two.focus()
  await page.keyboard.press('Space')
  await says(visitor, 'Desde ahora hacen falta dos personas')

  const noted = 'Para que se haga, otra persona del CCI tiene que hacer lo mismo antes del 22/11/2026 a las 10:00.'
  visitor.expectComplaint(/409 .*\/deleteGenericEntity/)
  await visitor.visit('/entity?provider=Cajamar')
  await page.getByRole('cell', { name: /^Cajamar/ }).click()
  await page.getByRole('button', { name: /^Eliminar Cajamar/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await says(visitor, noted)
  await dialog.waitFor({ state: 'hidden' })
  const idGenericEntity = await portal.participantOf('entidad')
  expect((await cci.call(deleteParticipant, { body: { idGenericEntity } })).status).toBe(200)

  visitor.expectComplaint(/409 .*\/two-people/)
  await visitor.visit('/access-security')
  await two.focus()
  await page.keyboard.press('Space')
  await says(visitor, noted)
  await expect.poll(() => two.isChecked()).toBe(true)
  await visitor.checkAccessible()
  expect((await cci.call(saveTwoPeople, { body: { enabled: false } })).body).toMatchObject({ enabled: false })
  expect((await cci.call(readTwoPeople)).body.enabled).toBe(false)
  await visitor.close()
})
