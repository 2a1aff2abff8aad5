import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepState } from '#server/operation/server/keep.ts'
import { after, DAY, MINUTE } from '#server/platform/clock.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, rowOf, says } from '#test/support/browser.ts'
import { addFailedMails } from '#test/support/operation.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* What CCI sees of its servers, of mails that do not arrive and of background jobs; src/server/operation covers the rules. */

const JOB = 'Emitir los certificados que faltan'

let portal: TestPortal
let stage: Stage
let cci: Visitor
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  await portal.mails()
  await addFailedMails(portal)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  for (const _ of [1, 2]) {
    portal.clock.move(DAY)
    await portal.app.jobs.run(
      'certify-scores',
      () => Promise.reject(full),
      () => {},
    )
  }
  stage = await openStage(portal)
  cci = (await stage.people(['cci'])).cci
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('CARE-16: CCI reads how each server is, what to do, and has them checked now', async () => {
  const { page } = cci
  const { db } = portal.app
  const server = keepState(portal.app, 4000, 'portal-1')
  await server.look()
  const [started_at, seen_at] = [portal.clock.now(), after(portal.clock.now(), -2 * MINUTE)]
  await db.insertInto('server_state').values({ name: 'portal-2:4000', version: '0.0.9', started_at, seen_at }).execute()
  await cci.open('/operation')
  const [first, second] = ['portal-1:4000', 'portal-2:4000'].map(name => page.getByRole('article', { name }))
  await second!.getByText('Sin señal', { exact: true }).waitFor()
  await second!.getByText(/^Versión 0\.0\.9, .* compruebe que sigue en marcha/).waitFor()
  const row = (title: string) => first!.getByRole('row').filter({ hasText: title })
  const backups = row('Copias de seguridad')
  await backups.getByText('Falta BACKUP_DIR, así que no se sabe de ninguna.').waitFor()
  await backups.getByText('Ponga BACKUP_DIR en otro disco que DATA_DIR.').waitFor()
  expect(await row('Clave').count()).toBe(0)
  await first!.getByText(/comprobaciones en orden$/).click()
  await row('Clave').getByText('En orden', { exact: true }).waitFor()
  await cci.checkAccessible()
  await page.getByRole('button', { name: 'Comprobar ahora' }).click()
  await says(cci, 'Se van a comprobar')
  await first!.getByText(/Comprobándose ahora\.$/).waitFor()
  await server.look()
  await first!.getByText(/Comprobado el [^.]+\.$/).waitFor()
  await server.stop()
  await expect.poll(() => first!.count()).toBe(0)
  await db.deleteFrom('server_state').execute()
  await page.getByText('Ningún servidor ha dado señal todavía').waitFor()
})

test('OPS-07: CCI comes from the notice to a job that fails, and runs it again', async () => {
  const { page } = cci
  await cci.open('/notifications')
  const notice = rowOf(page, 'Proceso automático que falla')
  await says(cci, `El proceso «${JOB}» ha fallado dos veces seguidas. No hay sitio en el disco.`)
  await notice.getByRole('link').first().click()
  await expect.poll(() => pathOf(cci)).toBe('/operation')
  const job = rowOf(page, JOB)
  await job.getByText('Ha fallado', { exact: true }).waitFor()
  await job.getByText('2 veces seguidas').waitFor()
  await job.getByText(/No hay sitio en el disco/).waitFor()
  await cci.checkAccessible()
  let runs = 0
  portal.app.jobs.offer('certify-scores', async () => {
    runs++
  })
  await job.getByRole('button', { name: `Ejecutar ahora: ${JOB}` }).click()
  await job.getByText('Se va a ejecutar', { exact: true }).waitFor()
  await portal.app.jobs.runAsked()
  expect(runs).toBe(1)
  await job.getByText('Correcto', { exact: true }).waitFor()
})

test('OPS-07: CCI sends one mail again, and then several at once', async () => {
  const { page } = cci
  await cci.open('/operation?status=FAILED')
  const mail = (name: string) => rowOf(page, `${name}@fallo.example`)
  await mail('uno').getByText('El servidor del destinatario no conoce esa dirección').waitFor()
  await mail('uno').getByText('550 5.1.1 User unknown').waitFor()
  await mail('uno').getByRole('button', { name: 'Reenviar: Aviso a uno@fallo.example' }).click()
  await says(cci, 'Correo reenviado')
  await expect.poll(() => mail('uno').count()).toBe(0)
  await page.getByRole('checkbox', { name: 'Seleccionar la página' }).check()
  await page.getByRole('region', { name: 'Filas seleccionadas' }).getByRole('button', { name: 'Reenviar' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Reenviar' })
  await dialog.getByText('Salen ahora. Quien ya recibió el suyo no lo recibe otra vez.').waitFor()
  await dialog.getByRole('button', { name: 'Reenviar' }).click()
  await dialog.getByText('Hecho con 2 de 2.').waitFor()
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  const to = (await portal.mails()).map(each => each.to).filter(each => each.endsWith('fallo.example'))
  expect(to.toSorted()).toEqual(['dos@fallo.example', 'tres@fallo.example', 'uno@fallo.example'])
  await page.getByText('Ningún correo coincide').waitFor()
})
