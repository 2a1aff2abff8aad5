import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/kernel/transaction.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { atCommit } from '#server/platform/database/pipeline/dialect.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'none' })
  await portal.asOwner('create table word (text text not null); grant select, insert on word to public')
})
afterAll(() => portal.stop())

const words = async () => {
  const { rows } = await sql<{ text: string }>`select text from word`.execute(portal.app.db)
  return rows.map(({ text }) => text)
}

test('the last statement of a transaction is done with it, and is the last', async () => {
  await portal.app.db.transaction().execute(async tx => {
    await atCommit(tx, "insert into word values ('last')")
    await sql`insert into word values ('first')`.execute(tx)
    expect((await sql`select from word`.execute(tx)).rows).toHaveLength(1)
  })
  expect(await words()).toEqual(['first', 'last'])
})

test('a transaction of only a last statement is one message, and an empty one is none', async () => {
  await portal.app.db.connection().execute(async db => {
    const asked = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const latest = async () => {
      const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
        where pid = ${asked.rows[0]!.pid}`.execute(portal.app.db)
      return rows[0]!.query
    }
    await db.transaction().execute(tx => atCommit(tx, "insert into word values ('alone')"))
    expect(await latest()).toBe("begin; insert into word values ('alone'); commit")
    await db.transaction().execute(async () => {})
    expect(await latest()).toBe("begin; insert into word values ('alone'); commit")
    const failing = db.transaction().execute(tx => atCommit(tx, 'insert into word values (null)'))
    await expect(failing).rejects.toMatchObject({ code: '23502' })
    expect(await latest()).toBe('rollback')
  })
  expect((await words()).at(-1)).toBe('alone')
})

test('a transaction that begins late still has its isolation', async () => {
  const level = (tx: Db) => sql`show transaction_isolation`.execute(tx)
  const strict = portal.app.db.transaction().setIsolationLevel('serializable')
  expect((await strict.execute(level)).rows).toEqual([{ transaction_isolation: 'serializable' }])
  await strict.execute(tx => atCommit(tx, "insert into word select current_setting('transaction_isolation')"))
  expect((await words()).at(-1)).toBe('serializable')
})

test('a failing statement undoes the transaction, and its connection serves on', async () => {
  const before = await words()
  await portal.app.db.connection().execute(async db => {
    const failing = db.transaction().execute(async tx => {
      await sql`insert into word values ('undone')`.execute(tx)
      await atCommit(tx, 'insert into word values (null)')
    })
    await expect(failing).rejects.toMatchObject({ code: '23502' })
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
  expect(await words()).toEqual(before)
})

test('a statement of an undone transaction never runs, not even in the next on its connection', async () => {
  const before = await words()
  await portal.app.db.connection().execute(async db => {
    const undone = db.transaction().execute(async tx => {
      await atCommit(tx, "insert into word values ('never')")
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await db.transaction().execute(tx => sql`insert into word values ('next')`.execute(tx))
  })
  expect(await words()).toEqual([...before, 'next'])
})

test('there is one in a transaction, and none without', async () => {
  const { db } = portal.app
  await expect(atCommit(db, 'select 1')).rejects.toThrow('Only a transaction')
  const two = db.transaction().execute(async tx => {
    await atCommit(tx, 'select 1')
    await atCommit(tx, 'select 2')
  })
  await expect(two).rejects.toThrow('one last statement')
})

test('D13: an entry of the audit log is stored as given, with any content', async () => {
  const given = {
    ñ: `'); drop table word; --`,
    path: String.raw`C:\nube\'`,
    quoted: '"number":0,',
    line: 'a\nb',
    字: [null, 1.5],
  }
  await inTransaction(portal.app, null, async tx => {
    for (const id of [`,"number":0,`, String.raw`\'`, `';commit;`]) {
      tx.record({ event: 'participant.edited', object: { kind: `kind "x"`, id }, data: given })
    }
  })
  const rows = await portal.app.db.selectFrom('trail').selectAll().orderBy('number', 'desc').limit(3).execute()
  expect(rows.map(row => [row.object_kind, row.object_id, row.data])).toEqual([
    ['kind "x"', `';commit;`, given],
    ['kind "x"', String.raw`\'`, given],
    ['kind "x"', `,"number":0,`, given],
  ])
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
})
