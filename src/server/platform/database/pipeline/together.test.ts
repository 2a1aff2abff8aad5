import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/kernel/transaction.ts'
import { Client } from '#server/platform/database/client.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { inPipeline, onOneConnection, unawaited } from '#server/platform/database/pipeline/together.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'none' })
  await portal.asOwner('create table thing (name text primary key, size integer not null)')
  await portal.asOwner('grant select, insert, update, delete on thing to public')
})
afterAll(() => portal.stop())
beforeEach(() => portal.asOwner('delete from thing'))

const add = (db: Db, name: string) => sql`insert into thing values (${name}, 1)`.execute(db)
const names = async (db: Db) =>
  (await sql<{ name: string }>`select name from thing order by name`.execute(db)).rows.map(row => row.name)

/** The messages that leave for the database during `work`, each with its statements. */
async function messagesOf(work: () => Promise<unknown>): Promise<string[][]> {
  const messages: string[][] = []
  const { query } = Client.prototype
  let open: string[] | null = null
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...words: unknown[]) {
    if (!open) {
      open = []
      messages.push(open)
      process.nextTick(() => {
        open = null
      })
    }
    open.push(String(words[0]).split(' ')[0]!)
    return query.apply(this, words)
  })
  await work().finally(() => spy.mockRestore())
  return messages
}

test('statements that are asked together leave in one message, and run in this order', async () => {
  const { db } = portal.app
  const found = { before: [''], after: [''] }
  const messages = await messagesOf(() =>
    inPipeline(db, async tx => {
      const [before, , after] = await Promise.all([names(tx), add(tx, 'one'), names(tx)])
      Object.assign(found, { before, after })
      unawaited(add(tx, 'two'))
    }),
  )
  expect(found).toEqual({ before: [], after: ['one'] })
  expect(messages).toEqual([
    ['begin', 'select', 'insert', 'select'],
    ['insert', 'commit'],
  ])
  expect(await names(db)).toEqual(['one', 'two'])
})

test('a read behind a lock shows the writes from before the lock was free', async () => {
  const { db } = portal.app
  await add(db, 'one')
  const lock = (tx: Db) => sql`select from thing where name = 'one' for update`.execute(tx)
  const locked = Promise.withResolvers<void>()
  const writes = db.transaction().execute(async tx => {
    await lock(tx)
    locked.resolve()
    while (!(await isWaitedFor(db))) {}
    await sql`update thing set size = 2`.execute(tx)
  })
  await locked.promise
  const size = (tx: Db) => sql<{ size: number }>`select size from thing`.execute(tx)
  const [, read] = await inPipeline(db, tx => Promise.all([lock(tx), size(tx)]))
  await writes
  expect(read.rows).toEqual([{ size: 2 }])
})

const isWaitedFor = async (db: Db) =>
  (await sql`select from pg_locks where not granted and pid <> pg_backend_pid()`.execute(db)).rows.length > 0

test('an unawaited write that fails makes the commit fail with its own error, and saves nothing', async () => {
  const { db } = portal.app
  await add(db, 'one')
  const fails = inPipeline(db, async tx => {
    await add(tx, 'two')
    unawaited(add(tx, 'one'))
  })
  await expect(fails).rejects.toMatchObject({ code: '23505' })
  const audited = inTransaction(portal.app, null, async tx => {
    tx.record({ event: 'participant.edited', object: { kind: 'participant', id: 'p' } })
    unawaited(add(tx.db, 'one'))
  })
  await expect(audited).rejects.toMatchObject({ code: '23505' })
  expect(await names(db)).toEqual(['one'])
  expect(await db.selectFrom('trail').selectAll().execute()).toEqual([])
})

test('a transaction whose failure was caught long before its end is not committed', async () => {
  const { db } = portal.app
  await add(db, 'one')
  const fails = inPipeline(db, async tx => {
    await add(tx, 'two')
    await add(tx, 'one').catch(() => {})
    await names(db)
  })
  await expect(fails).rejects.toMatchObject({ code: '23505' })
  expect(await names(db)).toEqual(['one'])
  // The connection serves the next transaction.
  expect(await inPipeline(db, tx => add(tx, 'three').then(() => names(tx)))).toEqual(['one', 'three'])
})

test('a statement that fails because of one before it reports the error of that one', async () => {
  const { db } = portal.app
  await add(db, 'one')
  const fails = inPipeline(db, async tx => {
    unawaited(add(tx, 'one'))
    await names(tx)
  })
  await expect(fails).rejects.toMatchObject({ code: '23505' })
  expect(await inPipeline(db, names)).toEqual(['one'])
})

test('a transaction that was given up writes nothing behind the rollback', async () => {
  const { db } = portal.app
  const rollback = Promise.withResolvers<void>()
  const { query } = Client.prototype
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...words: unknown[]) {
    if (words[0] === 'rollback') rollback.resolve()
    return query.apply(this, words)
  })
  let straggler: Promise<unknown> = Promise.resolve()
  const fails = inPipeline(db, async tx => {
    straggler = rollback.promise.then(() => add(tx, 'late'))
    unawaited(straggler)
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(fails).rejects.toThrow('division by zero')
  await expect(straggler).rejects.toThrow('The transaction has ended')
  expect(await names(db)).toEqual([])
  spy.mockRestore()
})

test('reads that belong together take one connection and one message', async () => {
  const { db } = portal.app
  await add(db, 'one')
  const messages = await messagesOf(async () => {
    expect(await onOneConnection(db, one => Promise.all([names(one), names(one)]))).toEqual([['one'], ['one']])
  })
  expect(messages).toEqual([['select', 'select']])
  // In a transaction it is the transaction's.
  const read = inPipeline(db, async tx => {
    await add(tx, 'two')
    return onOneConnection(tx, names)
  })
  expect(await read).toEqual(['one', 'two'])
})

test('a connection of a pool sends statements together, and keeps the password that the pool hides', () => {
  const pool = new pg.Pool({ Client, user: 'almotacen', password: 'clave' })
  const client = new Client(pool.options)
  expect([client.pipeline, client.password]).toEqual([true, 'clave'])
})
