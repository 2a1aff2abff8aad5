import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const demo = join(import.meta.dirname, '../../src/server/demo/files')

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

test('of two files dropped where one is taken none is, and it is said', async () => {
  const { cci } = await stage.people(['cci'])
  const { page } = cci
  await cci.goto('/access-invitation')
  await page.getByRole('button', { name: 'Precarga masiva de entidades' }).click()
  const box = (await page.getByText('Arrastre aquí la hoja rellena').boundingBox())!
  const devtools = await page.context().newCDPSession(page)
  const drop = async (...names: string[]) => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', {
        type,
        x: box.x + 5,
        y: box.y + 5,
        data: { items: [], files: names.map(name => join(demo, name)), dragOperationsMask: 1 },
      })
    }
  }
  await drop('controles-evaluados.xlsx', 'informe-auditoria.pdf')
  await says(cci, 'Aquí va un solo archivo y ha soltado 2: no se ha tomado ninguno.')
  expect(await page.getByText('controles-evaluados.xlsx').count()).toBe(0)
  await cci.checkAccessible()
  await drop('controles-evaluados.xlsx')
  await says(cci, 'controles-evaluados.xlsx')
  expect(await page.getByText('Aquí va un solo archivo').count()).toBe(0)
})
