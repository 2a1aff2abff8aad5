import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppCommand } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* `npm run admin -- data check`: lists rows of an earlier version that today's rules refuse. */

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(async () => {
  process.exitCode = 0
  await portal.stop()
})

const check = () => (commands.data as AppCommand).run(portal.app, ['check'], undefined as never)

test('names the rows that today’s rules refuse, and they can be read', async () => {
  const { db } = portal.app
  expect(await check()).toBe('Every stored text follows the rules for input.')

  const provider = await portal.signIn('proveedor@almotacen.example')
  const cci = await portal.signIn('cci@almotacen.example')
  const { idGenericEntity: id, userId } = provider.me
  const contact = JSON.stringify({ name: 'Ana\u0001Gil', position: 'x'.repeat(300) })
  await db.updateTable('participant').set({ contact }).where('id', '=', id).execute()
  await db.updateTable('portal_user').set({ surnames: 'Gil\u0002' }).where('id', '=', userId).execute()
  const { id: service } = await db.selectFrom('service').select('id').executeTakeFirstOrThrow()
  await db.updateTable('service').set({ description: 'Al rev\u202eés' }).where('id', '=', service).execute()

  const lines = (await check()).split('\n').map(line => line.trim())
  expect(lines).toEqual([
    '4 stored values do not follow the rules for input:',
    expect.stringContaining(`participant ${id} contactDetails.name: `),
    expect.stringContaining(`participant ${id} contactDetails.position: `),
    `portal_user ${userId} surnames: control characters`,
    `service ${service} description: control characters`,
  ])
  expect((await cci.fetch('GET', '/users?size=9999')).status).toBe(200)
  expect((await cci.fetch('GET', `/entity-provider/${id}`)).body.contactDetails.name).toBe('Ana\u0001Gil')
  expect((await provider.fetch('GET', '/entity')).status).toBe(200)
})
