import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HEARD_EVERY, recordCutFileAccesses } from '#server/audit-log/accesses-under-way.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { documentsOf, ownDocumentation, pdf, read, upload } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* D40: a file access is recorded before any byte leaves, and its record survives however it ends. */

let portal: TestPortal
let provider: Caller
let long: string
let short: string
beforeAll(async () => {
  portal = await startTestPortal()
  provider = await portal.signIn('proveedor@almotacen.example')
  const { id: validation } = await ownDocumentation(provider)
  const [first, second] = Object.keys(await documentsOf(provider, validation))
  const uploaded = async (slot: string, name: string, bytes: number) => {
    const file = { name, content: pdf(name).content.padEnd(bytes) }
    return ((await upload(provider, validation, slot, file)).body as { id: string }).id
  }
  // More than the system buffers for a connection, and a file of a single part.
  long = await uploaded(first!, 'largo.pdf', 20_000_000)
  short = await uploaded(second!, 'corto.pdf', 60_000)
})
afterAll(() => portal.stop())

const underWay = async () =>
  (await portal.app.db.selectFrom('reading_under_way').select(['user_id', 'heard_at']).execute()).length
const entries = async () => {
  const { rows } = await portal.app.pool.query<{ event: string; cut: boolean | null }>(
    `select event, (data ->> 'cut')::boolean as cut from trail where event like 'document.read%' order by number`,
  )
  return rows.map(({ event, cut }) => (cut ? 'cut' : event))
}

/** Starts a read and stops after the first part. @returns a function that disconnects the reader */
async function begun(id: string): Promise<() => void> {
  const { token, cookie } = await portal.signIn('proveedor@almotacen.example')
  return new Promise((resolve, reject) => {
    const headers = { authorization: token, cookie, 'x-requested-with': 'XMLHttpRequest' }
    const call = get(`${portal.url}/api/v1/documents/${id}/content`, { headers }, (answer: IncomingMessage) => {
      answer.on('error', () => {})
      if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode}`))
      answer.once('readable', () => resolve(() => call.destroy()))
    })
    call.on('error', reject)
  })
}

test('nothing leaves if it cannot be recorded; a reading recorded at once needs no note', async () => {
  await portal.asOwner(
    `create function refuse_note() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse_note before insert on reading_under_way execute function refuse_note()`,
  )
  const before = await entries()
  expect((await read(provider, short)).status).toBe(200)
  expect((await read(provider, long)).status).toBe(500)
  expect(await entries()).toEqual([...before, 'document.read'])
  await portal.asOwner('drop function refuse_note() cascade')
  expect((await read(provider, long)).status).toBe(200)
  expect(await underWay()).toBe(0)
})

test('a long reading keeps reporting that it goes on, and is not recorded as cut', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  const goAway = await begun(long)
  const [beat] = timers.mock.calls.find(([, ms]) => ms === HEARD_EVERY)!
  timers.mockRestore()
  const before = await entries()
  expect(await underWay()).toBe(1)
  for (let hours = 0; hours < 4; hours++) {
    portal.clock.move(15 * MINUTE)
    await (beat as () => Promise<void>)()
    await recordCutFileAccesses(portal.app)
  }
  expect([await underWay(), await entries()]).toEqual([1, before])
  goAway()
  await expect.poll(entries).toEqual([...before, 'document.read-partly'])
  expect(await underWay()).toBe(0)
})

test('a silent reading is recorded as cut once, also by several servers and when its reader goes on', async () => {
  const goAway = await begun(long)
  const before = await entries()
  portal.clock.move(19 * MINUTE)
  await recordCutFileAccesses(portal.app)
  expect(await entries()).toEqual(before)
  portal.clock.move(2 * MINUTE)
  await Promise.all([1, 2, 3].map(() => recordCutFileAccesses(portal.app)))
  expect([await underWay(), await entries()]).toEqual([0, [...before, 'cut']])
  goAway()
  await expect.poll(entries).toEqual([...before, 'cut', 'document.read-partly'])
})
