import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { recordPresence } from '#server/platform/database/topology/presence.ts'
import type { TestDatabase } from '#test/support/postgres.ts'
import { createTestDatabase } from '#test/support/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Ends a database session, as an administrator can. */
async function endSession(pid: number): Promise<void> {
  const client = new pg.Client(inject('database').administration)
  await client.connect()
  await client.query('select pg_terminate_backend($1)', [pid])
  await client.end()
}

/** Starts recording a server. @returns the record, and whether the server was alone. */
async function start() {
  let alone = false
  const presence = await recordPresence(database.connection, async () => {
    alone = true
  })
  return { ...presence, alone }
}

test('a server is alone until another runs, and again once the others have stopped', async () => {
  const one = await start()
  const two = await start()
  await one.stop()
  const three = await start()
  expect([one.alone, two.alone, three.alone]).toEqual([true, false, false])
  await Promise.all([two.stop(), three.stop()])
  const four = await start()
  expect(four.alone).toBe(true)
  await four.stop()
})

test('of servers that start at once one works alone, and the others wait for it', async () => {
  const events: string[] = []
  const servers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const presence = await recordPresence(database.connection, async () => {
        await database.asOwner('select pg_sleep(0.05)')
        events.push('alone')
      })
      events.push('runs')
      return presence
    }),
  )
  expect(events).toEqual(['alone', ...Array.from({ length: 6 }, () => 'runs')])
  await Promise.all(servers.map(server => server.stop()))
})

test('a server that cannot do its work lets the next one do it', async () => {
  const failed = recordPresence(database.connection, () => Promise.reject(new Error('no')))
  await expect(failed).rejects.toThrow('no')
  const next = await start()
  expect(next.alone).toBe(true)
  await next.stop()
})

test('a server records itself again after its connection ended', async () => {
  const one = await start()
  const holders = async () =>
    (await database.asOwner(
      `select a.pid from pg_stat_activity a join pg_locks l on l.pid = a.pid and locktype = 'advisory'
       where application_name = 'almotacen-running' and datname = current_database()`,
    )) as { pid: number }[]
  const [before] = await holders()
  await endSession(before!.pid)
  await expect.poll(async () => (await holders()).map(({ pid }) => pid !== before!.pid)).toEqual([true])
  const two = await start()
  expect(two.alone).toBe(false)
  await Promise.all([one.stop(), two.stop()])
})
