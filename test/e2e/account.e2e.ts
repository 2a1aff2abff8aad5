import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mailChoicesOf } from '#domain/notification/by-mail.ts'
import { sendNotice } from '#domain/notification/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let stage: Stage
const open: Visitor[] = []
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})
afterEach(async () => {
  for (const visitor of open.splice(0)) await visitor.close()
})

async function visit(options?: { width?: number; dark?: boolean }): Promise<Visitor> {
  const visitor = await stage.visitor(options)
  open.push(visitor)
  return visitor
}

const switchOf = ({ page }: Visitor, name: string) => page.getByRole('switch', { name })

test('D51: a switch decides which notices come by mail too, with the keyboard, and stays as it was put', async () => {
  const visitor = await visit()
  await visitor.signIn('entidad@almotacen.example')
  await visitor.goto('/security')
  const { page } = visitor
  await says(visitor, 'se envían siempre y no se pueden desactivar')
  await expect.poll(() => page.getByRole('switch').count()).toBe(mailChoicesOf('ENTITY').length)

  const notices = switchOf(visitor, 'Aviso del CCI')
  expect(await notices.isChecked()).toBe(true)
  await notices.focus()
  const saved = page.waitForResponse(answer => answer.url().endsWith('/notifications/mail-preferences/NOTICE'))
  await page.keyboard.press('Space')
  expect((await saved).status()).toBe(200)
  await visitor.checkAccessible()
  await page.reload()
  await expect.poll(() => switchOf(visitor, 'Aviso del CCI').isChecked()).toBe(false)
  expect(await switchOf(visitor, 'Calificación publicada').isChecked()).toBe(true)

  const cci = await portal.signIn('cci@almotacen.example')
  const entity = await portal.signIn('entidad@almotacen.example')
  const { idGenericEntity } = entity.me
  await cci.call(sendNotice, { body: { idGenericEntity, message: 'Mañana no hay servicio.' } })
  await visitor.goto('/notifications')
  await says(visitor, 'Mañana no hay servicio.')
  const mails = (await portal.mails()).filter(mail => mail.text.includes('Mañana no hay servicio.'))
  expect(mails.map(mail => mail.to)).toEqual(['entidad2@almotacen.example'])
})
