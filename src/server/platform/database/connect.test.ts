import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, servingLimits } from '#server/platform/database/connect.ts'
import { inPipeline, unawaited } from '#server/platform/database/pipeline/together.ts'
import { statement } from '#server/platform/database/statement.ts'
import { limitsMissing } from '#server/platform/database/topology/pooler.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'
import { createTestDatabase } from '#test/support/postgres.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'none' })
  await portal.asOwner('create table provider (id text primary key)')
  await portal.asOwner('create table raised (id integer primary key, provider_id text not null)')
  await portal.asOwner("insert into provider select to_char(n, '00000') from generate_series(1, 20000) n")
  await portal.asOwner("insert into raised select n, to_char(1 + n % 20, '00000') from generate_series(1, 2000) n")
  await portal.asOwner('analyze provider, raised')
  await portal.asOwner("insert into raised values (0, to_char(20000, '00000'))")
  await portal.asOwner('grant select on provider, raised to public')
})
afterAll(() => portal.stop())

test('a key unknown to the planner is looked up, not scanned for', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, format json)
    select p.id from raised r join provider p on p.id = r.provider_id where r.id = 0`.execute(portal.app.db)
  expect(mostRead(rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(10)
})

test('an idle transaction ends and releases its locks', async () => {
  const { rows } = await sql<{ limit: string }>`
    select current_setting('idle_in_transaction_session_timeout') as limit`.execute(portal.app.db)
  // Longer than the longest deliberate wait of a transaction, the one for a copy in the bucket.
  expect(rows).toEqual([{ limit: '8s' }])
  const database = await createTestDatabase()
  const silent = connect(database.connection, 1, { ...servingLimits, idle: 100 })
  const held = await silent.pool.connect()
  held.on('error', () => {})
  await held.query('begin')
  await held.query('lock table participant in exclusive mode')
  const ended = new Promise(resolve => held.once('error', resolve))
  await database.asOwner('update participant set id = id where false')
  expect(await ended).toMatchObject({ code: '25P03' })
  held.release(true)
  await silent.db.destroy()
  await database.drop()
})

type Plan = { 'Actual Rows': number; Plans?: Plan[] }

/** The largest number of rows that one step of the plan read. */
const mostRead = (plan: Plan): number => Math.max(plan['Actual Rows'], ...(plan.Plans ?? []).map(mostRead))

test('through a pooler nothing is prepared and nothing is set, which the role must have instead', async () => {
  const { connection, drop } = await createTestDatabase()
  const { db } = connect(connection, 1, servingLimits, { pooled: true })
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)
  expect(rows).toEqual([{ limit: '0' }])
  const often = statement<object, { one: number }>(each => sql<{ one: number }>`select 1 as one`.compile(each))
  expect(await often(db, {})).toEqual([{ one: 1 }])
  const prepared = await sql`select name from pg_prepared_statements`.execute(db)
  expect(prepared.rows).toEqual([])
  const missing = await limitsMissing(db, servingLimits)
  expect(missing.map(statement => /SET (\w+) = (\S+);$/.exec(statement)?.slice(1))).toEqual([
    ['statement_timeout', "'30000ms'"],
    ['lock_timeout', "'20000ms'"],
    ['idle_in_transaction_session_timeout', "'8000ms'"],
    ['enable_mergejoin', 'off'],
  ])
  await db.destroy()
  await drop()
})

test('through a pooler statements that are asked together leave one by one', async () => {
  const { connection, drop } = await createTestDatabase()
  const { db } = connect(connection, 1, servingLimits, { pooled: true })
  const warnings: string[] = []
  const hear = ({ message }: Error) => warnings.push(message)
  process.on('warning', hear)
  const answers = await inPipeline(db, tx =>
    Promise.all([1, 2, 3].map(each => sql<{ each: number }>`select ${each}::int as each`.execute(tx))),
  )
  expect(answers.map(({ rows }) => rows[0]?.each)).toEqual([1, 2, 3])
  const failed = inPipeline(db, async tx => {
    unawaited(sql`select 1 / 0`.execute(tx))
    await sql`select 1`.execute(tx)
  })
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  // Node tells of a warning in the next turn.
  await new Promise(setImmediate)
  process.off('warning', hear)
  expect(warnings).toEqual([])
  await db.destroy()
  await drop()
})
