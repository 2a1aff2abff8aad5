import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mailChoicesOf } from '#domain/notification/by-mail.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let stage: Stage
const patient = { timeout: 10_000 }
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})
afterEach(() => stage.clear())

const choiceOf = ({ page }: Visitor, name: string) => page.getByRole('combobox', { name, exact: true })

test('D51 ALERT-07: each type that can reach the role has four choices, a group is chosen at once, and it stays', async () => {
  const visitor = await stage.visitor()
  await visitor.signIn('entidad@almotacen.example')
  await visitor.open('/account?parte=avisos')
  const { page } = visitor
  /** The groups are folded. */
  const unfold = async () => {
    const folded = page.getByRole('table', { name: 'Avisos por correo' }).getByRole('button', { expanded: false })
    await folded.first().waitFor()
    for (let left = await folded.count(); left > 0; left = await folded.count()) await folded.first().press('Enter')
  }
  await unfold()
  await says(visitor, 'se envían siempre y no se pueden desactivar')
  const choices = mailChoicesOf('ENTITY')
  for (const { type } of choices) await choiceOf(visitor, notificationReasons[type]).waitFor()

  const notices = choiceOf(visitor, 'Aviso del CCI')
  expect(await notices.inputValue()).toBe('Al momento')
  await notices.focus()
  await page.keyboard.press('ArrowDown')
  const options = page.getByRole('option')
  await expect
    .poll(() => options.allTextContents(), patient)
    .toEqual(['Al momento', 'Resumen diario', 'Resumen semanal', 'No'])
  const saved = page.waitForResponse(answer => answer.url().endsWith('/notifications/mail-preferences/NOTICE'))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  expect((await saved).status()).toBe(200)
  await visitor.checkAccessible()

  const reports = choiceOf(visitor, 'Todo el grupo: Informes y calificaciones')
  await reports.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Resumen semanal' }).waitFor()
  const all = page.waitForResponse(answer => answer.url().endsWith('/notifications/mail-preferences'))
  await page.getByRole('option', { name: 'Resumen semanal' }).click()
  expect((await all).status()).toBe(200)
  await page.reload()
  await unfold()
  await expect.poll(() => choiceOf(visitor, 'Aviso del CCI').inputValue(), patient).toBe('No')
  for (const { type, group } of choices) {
    const expected = type === 'NOTICE' ? 'No' : group === 'reports' ? 'Resumen semanal' : 'Al momento'
    expect(await choiceOf(visitor, notificationReasons[type]).inputValue(), type).toBe(expected)
  }
  await choiceOf(visitor, 'Calificación publicada').click()
  await page.getByRole('option', { name: 'No', exact: true }).click()
  await expect.poll(() => choiceOf(visitor, 'Todo el grupo: Informes y calificaciones').inputValue(), patient).toBe('')

  const { me } = await portal.signIn('entidad@almotacen.example')
  const cci = await stage.visitor()
  await cci.signIn('cci@almotacen.example')
  await cci.open(`/editUser/${me.idGenericEntity}/ENTITY`)
  await cci.page.getByRole('button', { name: 'Enviar un aviso' }).click()
  const dialog = cci.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enviar el aviso' }).click()
  await expect.poll(() => dialog.getByLabel('Aviso').getAttribute('aria-invalid')).toBe('true')
  await cci.checkAccessible()
  await dialog.getByLabel('Aviso').fill('Mañana no hay servicio.')
  await dialog.getByRole('button', { name: 'Enviar el aviso' }).click()
  await says(cci, 'Aviso enviado')
  await visitor.open('/notifications')
  await says(visitor, 'Mañana no hay servicio.')
  const mails = (await portal.mails()).filter(mail => mail.text.includes('Mañana no hay servicio.'))
  expect(mails.map(mail => mail.to)).toEqual(['entidad2@almotacen.example'])
})

test('EXP-12: Mi cuenta has three parts with addresses of their own, its notices are folded, and the old address leads there', async () => {
  const visitor = await stage.visitor()
  await visitor.enter(await portal.signIn('entidad@almotacen.example'))
  await visitor.open('/security')
  const { page } = visitor
  await page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor()
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Acceso', 'Avisos', 'Idioma y datos'])
  await page.getByLabel('Contraseña actual', { exact: true }).waitFor()
  await tab('Avisos').click()
  const table = page.getByRole('table', { name: 'Avisos por correo' })
  await table.waitFor()
  expect(new URL(page.url()).searchParams.get('parte')).toBe('avisos')
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(['AVISO', 'CAMPANA', 'CORREO'])
  // Folded: one choice for each group.
  expect(await table.getByRole('combobox').count()).toBe(await table.getByRole('button', { expanded: false }).count())
  await visitor.checkAccessible()
  await tab('Idioma y datos').click()
  await page.getByRole('radio', { name: 'English', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Descargar mis datos' }).waitFor()
  await visitor.checkAccessible()
})

test('BASE-11: only the principal user of a bank downloads what the bank has written', async () => {
  const [bank, provider] = [await stage.visitor(), await stage.visitor()]
  await bank.enter(await portal.signIn('entidad@almotacen.example'))
  await provider.enter(await portal.signIn('proveedor@almotacen.example'))
  await bank.open('/account?parte=idioma')
  const download = bank.page.waitForEvent('download')
  await bank.page.getByRole('button', { name: 'Descargar los datos de mi entidad' }).click()
  expect((await download).suggestedFilename()).toBe('supervision-2026-11-21.json')
  await provider.open('/account?parte=idioma')
  await provider.page.getByRole('button', { name: 'Descargar mis datos' }).waitFor()
  expect(await provider.page.getByRole('button', { name: 'Descargar los datos de mi entidad' }).count()).toBe(0)
})

test('D50: a user sees the own sessions, and ends a forgotten one from another browser', async () => {
  const [here, forgotten] = [await stage.visitor(), await stage.visitor({ width: 360 })]
  forgotten.expectComplaint(/401 .*\/session$/)
  for (const visitor of [forgotten, here]) await visitor.signIn('lumbre@almotacen.example')
  await here.open('/account')
  const { page } = here
  const sessions = page.getByRole('list', { name: 'Sus sesiones abiertas' }).getByRole('listitem')
  await expect.poll(() => sessions.count(), patient).toBe(2)
  await sessions.filter({ hasText: 'Esta sesión' }).getByText('Chrome en Linux').waitFor()
  await page.getByRole('button', { name: 'Cerrar la sesión de Chrome en Linux' }).click()
  await says(here, 'Sesión cerrada')
  await expect.poll(() => sessions.count(), patient).toBe(1)
  await here.checkAccessible()

  await forgotten.goto('/notifications')
  await forgotten.page.waitForURL('**/auth/sign-in*')
})

test('ROLE-42: CCI closes every session of a user from user management', async () => {
  const [cci, user] = [await stage.visitor(), await stage.visitor()]
  user.expectComplaint(/401 .*\/session$/)
  await user.signIn('mirlo@almotacen.example')
  await cci.signIn('cci@almotacen.example')
  const mirlo = await portal.signIn('mirlo@almotacen.example')
  await cci.open(`/user-management?of=PROVIDER-${mirlo.me.idGenericEntity}`)
  await cci.page.getByRole('button', { name: /^Acceso de Teo/ }).click()
  const dialog = cci.page.getByRole('dialog', { name: /^Acceso de Teo/ })
  await dialog.getByRole('listitem').nth(1).waitFor()
  await cci.checkAccessible()
  await dialog.getByRole('button', { name: 'Cerrar todas' }).click()
  await dialog.getByText('No tiene ninguna sesión abierta.').waitFor()
  await user.goto('/notifications')
  await user.page.waitForURL('**/auth/sign-in*')
})
