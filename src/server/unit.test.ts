import { expect, test } from 'vitest'
import { inUnit } from '#server/unit.ts'
import { startTestPortal } from '#test/support/portal.ts'

test('ASVS 15.4.3: two that wait for each other both get through, each once', async () => {
  const portal = await startTestPortal()
  const { db } = portal.portal
  const [one, other] = await db.selectFrom('service').select('id').limit(2).execute()
  let tries = 0
  let waiting = 0
  let bothAreThere: () => void = () => {}
  const both = new Promise<void>(resolve => {
    bothAreThere = resolve
  })
  const take = (first: string, second: string) =>
    inUnit(portal.portal, null, async unit => {
      tries++
      const touch = (id: string) =>
        unit.db
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
  // One of them was the victim and began again, with nothing of its first try left.
  expect(tries).toBe(3)
  await portal.stop()
})
