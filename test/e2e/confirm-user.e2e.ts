import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#domain/identity/user/contract.ts'
import type { Stage } from '#test/support/browser.ts'
import { openStage, rowOf, says } from '#test/support/browser.ts'
import { mailsTo } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* The principal user of a bank confirms a user that CCI created (decision 049). */

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

test.each([1440, 360])('BASE-10: it has no access until then, at %i px', async width => {
  const [cci, bank] = [await portal.signIn('cci@almotacen.example'), await portal.signIn('entidad@almotacen.example')]
  const email = `nueva${width}@banco.example`
  const contactDetails = { name: 'Ainhoa', surNames: 'Etxeberria', position: 'Riesgos', tlf: '911234567', email }
  const { idGenericEntity } = bank.me
  await cci.call(createUser, { body: { user: { contactDetails, idGenericEntity } } })

  const visitor = await stage.visitor({ width })
  const { page } = visitor
  await visitor.signIn('entidad@almotacen.example')
  await visitor.open('/user-management')
  const row = rowOf(page, email)
  await row.getByText('Sin acceso: falta la confirmación de su usuario principal').waitFor()
  await row.getByRole('button', { name: /^Editar a Ainhoa/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Este usuario no tiene acceso').waitFor()
  await visitor.checkAccessible()
  await dialog.getByRole('button', { name: 'Confirmar usuario' }).click()
  await says(visitor, 'Usuario confirmado')
  await row.getByText('Aún no ha entrado').waitFor()
  expect(await mailsTo(portal, email)).toHaveLength(1)
})
