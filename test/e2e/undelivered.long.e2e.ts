import { afterAll, beforeAll, expect, test } from 'vitest'
import { invite } from '#domain/invitation/contract.ts'
import { tellUndelivered } from '#server/operation/mail/undelivered.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, rowOf, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* CCI invites a wrong address and the mail is refused; src/server/platform/mail covers the causes. */

const WRONG = 'direccion@con-una-errata-en-el-dominio.example'

let portal: TestPortal
let stage: Stage
let cci: Visitor
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  await portal.mails()
  const centre = await portal.signIn('cci@almotacen.example')
  await centre.call(invite, { body: { type: 'PROVIDER', email: WRONG } })
  await portal.app.db
    .updateTable('outbox_mail')
    .set({ attempts: 1, refused: true, last_error: '550 5.1.1 No existe ese buzón' })
    .where('recipient', '=', WRONG)
    .execute()
  await tellUndelivered(portal.app)
  stage = await openStage(portal)
  cci = (await stage.people(['cci'])).cci
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('CCI comes from the notice to the invitation and reads why its mail does not arrive', async () => {
  const { page } = cci
  await cci.open('/notifications')
  const notice = rowOf(page, 'Correo sin entregar')
  await says(cci, `La invitación a ${WRONG} no llega`)
  await notice.getByRole('link').first().click()
  await expect.poll(() => pathOf(cci)).toBe('/access-invitation')
  await says(cci, 'El correo no llega: su servidor lo rechaza («550 5.1.1 No existe ese buzón»)')
  await cci.checkAccessible()
})
