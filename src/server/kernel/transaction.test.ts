import { expect, test } from 'vitest'
import { inTransaction } from '#server/kernel/transaction.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { startTestPortal } from '#test/support/portal.ts'

test('ASVS 15.4.3: two that wait for each other both get through, each once', async () => {
  const portal = await startTestPortal()
  const { db } = portal.app
  const [one, other] = await db.selectFrom('service').select('id').limit(2).execute()
  let tries = 0
  let waiting = 0
  let bothAreThere: () => void = () => {}
  const both = new Promise<void>(resolve => {
    bothAreThere = resolve
  })
  const take = (first: string, second: string) =>
    inTransaction(portal.app, null, async tx => {
      tries++
      const touch = (id: string) =>
        tx.db
          .updateTable('service')
          .set(eb => ({ version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .execute()
      await touch(first)
      if (++waiting >= 2) bothAreThere()
      await both
      await touch(second)
    })
  const before = await db.selectFrom('service').select(['id', 'version']).orderBy('id').execute()
  await Promise.all([take(one!.id, other!.id), take(other!.id, one!.id)])
  const after = await db.selectFrom('service').select(['id', 'version']).orderBy('id').execute()
  const grown = after.map(({ version }, index) => version - before[index]!.version)
  expect(grown.filter(each => each !== 0)).toEqual([2, 2])
  // One transaction was the deadlock victim and ran again once from the start, after the other.
  expect(tries).toBe(3)
  await portal.stop()
})

test('D13: however much happens in one transaction is written with it, in one chain', async () => {
  const portal = await startTestPortal({ seed: 'centre' })
  const count = 3000
  await inTransaction(portal.app, null, async tx => {
    for (let n = 0; n < count; n++) {
      tx.record({ event: 'participant.edited', object: { kind: 'participant', id: `p${n}` } })
      tx.mail({
        to: `p${n}@banco.example`,
        template: 'notification',
        data: { name: '', reason: 'Aviso', message: 'Uno' },
      })
    }
  })
  const counted = await portal.app.db
    .selectFrom('outbox_mail')
    .select(eb => eb.fn.countAll<number>().as('mails'))
    .executeTakeFirstOrThrow()
  expect(counted.mails).toBe(count)
  const { rows } = await portal.app.pool.query<{ id: string }>(
    "select object_id as id from trail where event = 'participant.edited' order by number",
  )
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, n) => `p${n}`))
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
  await portal.stop()
})
