import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMe } from '#domain/identity/session/contract.ts'
import { exportJobs } from '#domain/notification/operation/job/contract.ts'
import { newToken } from '#server/platform/secrets/secrets.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())

const holdAll = async () => {
  const { pool } = portal.app
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  return () => {
    for (const client of held) client.release()
  }
}
const statusesOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()

test('R3: refuses further calls at once with Retry-After when too many wait', async () => {
  const release = await holdAll()
  let answered = 0
  // Each with a token of its own, which the database does not know.
  const calls = Array.from({ length: 150 }, () =>
    fetch(`${portal.url}/api/v1/session`, { headers: { authorization: `Bearer ${newToken()}` } }).finally(
      () => answered++,
    ),
  )
  // Before the others would be refused for having waited too long: these are answered below.
  await expect.poll(() => answered).toBeGreaterThan(0)
  release()
  const answers = await Promise.all(calls)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    const { code } = (await answer.json()) as { code: string }
    expect([code, answer.headers.get('retry-after')]).toEqual(['unavailable', '2'])
  }
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(100)
})

test('CARE-06: the calls of one caller wait for each other, and no other is turned away for them', async () => {
  const other = await portal.signIn('cci@almotacen.example')
  const { pool } = portal.app
  const release = await holdAll()
  const burst = Array.from({ length: 250 }, () => cci.call(readMe))
  await expect.poll(() => pool.waitingCount).toBe(4)
  const others = other.call(readMe)
  await expect.poll(() => pool.waitingCount).toBe(5)
  release()
  expect(statusesOf([await others])).toEqual([200])
  expect(statusesOf(await Promise.all(burst))).toEqual([200])
})

test('CARE-06: a caller makes one export at a time, and its other calls do not wait for it', async () => {
  const waiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_locks where relation = 'job'::regclass and not granted`.execute(portal.app.db)
    return rows[0]!.waiting
  }
  const exports = await portal.app.db.transaction().execute(async tx => {
    await sql`lock table job in access exclusive mode`.execute(tx)
    const asked = Array.from({ length: 8 }, () => cci.call(exportJobs, { query: { format: 'csv' } }))
    await expect.poll(waiting).toBe(1)
    expect(statusesOf([await cci.call(readMe)])).toEqual([200])
    expect(await waiting()).toBe(1)
    return asked
  })
  expect(statusesOf(await Promise.all(exports))).toEqual([200])
})
