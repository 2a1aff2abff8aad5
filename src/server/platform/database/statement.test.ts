import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/kernel/transaction.ts'
import { statement } from '#server/platform/database/statement.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'none' })
  await portal.asOwner('create table thing (name text primary key, size integer not null)')
  await portal.asOwner("insert into thing values ('one', 1), ('it''s', 2), ('$1', 3)")
  await portal.asOwner('grant select on thing to public')
})
afterAll(() => portal.stop())

const sizeOf = statement((db, { name, least }: { name: string; least: number | null }) =>
  sql<{ size: number }>`select size from thing where name = ${name} and size >= coalesce(${least}, 0)`.compile(db),
)

test('a statement answers with the values of each call', async () => {
  const { db } = portal.app
  const asked = ['one', "it's", '$1', 'none'].map(name => sizeOf(db, { name, least: null }))
  expect(await Promise.all(asked)).toEqual([[{ size: 1 }], [{ size: 2 }], [{ size: 3 }], []])
  expect(await sizeOf(db, { name: 'one', least: 2 })).toEqual([])
})

test('a connection prepares it once', async () => {
  const prepared = await portal.app.db.connection().execute(async db => {
    for (let times = 0; times < 4; times++) await sizeOf(db, { name: 'one', least: null })
    const { rows } = await sql<{
      plans: number
    }>`select generic_plans + custom_plans as plans from pg_prepared_statements
      where statement like '%from thing%'`.execute(db)
    return rows
  })
  expect(prepared).toHaveLength(1)
  expect(prepared[0]!.plans).toBeGreaterThanOrEqual(4)
})

test('a column that got another type meanwhile is no error, within a transaction neither', async () => {
  const change = (type: string) => portal.asOwner(`alter table thing alter column size type ${type}`)
  const { db } = portal.app
  await db.connection().execute(async one => {
    await sizeOf(one, { name: 'one', least: null })
    await change('bigint')
    expect(await sizeOf(one, { name: 'one', least: null })).toEqual([{ size: 1 }])
    expect(await sizeOf(one, { name: 'one', least: null })).toEqual([{ size: 1 }])
  })
  const all = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 8 }, work))
  await all(() => sizeOf(db, { name: 'one', least: null }))
  await change('numeric')
  const sizes = await all(() => inTransaction(portal.app, null, tx => sizeOf(tx.db, { name: 'one', least: null })))
  expect(sizes.flat()).toEqual(Array.from({ length: 8 }, () => ({ size: '1' })))
})

test('the same error of another statement is passed on', async () => {
  const wrong = statement((db, { by }: { by: number }) => sql`select 1 / ${by}::integer`.compile(db))
  await expect(wrong(portal.app.db, { by: 0 })).rejects.toThrow('division by zero')
  expect(await wrong(portal.app.db, { by: 1 })).toHaveLength(1)
})
