import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Actor } from '#domain/identity/roles.ts'
import { onceFor } from '#server/http/idempotency.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { startTestPortal } from '#test/support/portal.ts'

test('R9: the patience with a key ends where the work of its call begins', async () => {
  const portal = await startTestPortal()
  const { id: userId } = await portal.app.db.selectFrom('portal_user').select('id').limit(1).executeTakeFirstOrThrow()
  const limit = async ({ db }: Transaction) =>
    (await sql<{ lock_timeout: string }>`show lock_timeout`.execute(db)).rows[0]
  const actor = { userId } as Actor
  const own = await inTransaction(portal.app, actor, limit)
  expect(own).toEqual({ lock_timeout: '20s' })
  const keyed = (key: string) =>
    inTransaction(portal.app, actor, async tx => {
      const once = await onceFor(tx, { key, hash: 'h', patience: 1234 }, async () => ({
        status: 200,
        body: await limit(tx),
      }))
      return once.body
    })
  // A new connection, one with the statement prepared, and a repetition.
  for (const key of ['one', 'another', 'one']) expect(await keyed(key)).toEqual(own)
  await portal.stop()
})

test('R9: a key belongs to its user: the same key of another user has no effect on it', async () => {
  const portal = await startTestPortal()
  const users = await portal.app.db.selectFrom('portal_user').select('id').limit(2).execute()
  const call = (userId: string) =>
    inTransaction(portal.app, { userId } as Actor, async tx => {
      const work = async () => ({ status: 200, body: userId })
      return (await onceFor(tx, { key: 'the same', hash: `of ${userId}`, patience: 1234 }, work)).body
    })
  const ids = users.map(({ id }) => id)
  for (const id of [...ids, ...ids, ...ids.toReversed()]) expect(await call(id)).toBe(id)
  await portal.stop()
})
