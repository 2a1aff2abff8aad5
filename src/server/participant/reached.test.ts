import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#domain/identity/roles.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

test('D17: an evaluator reaches the provider of a living request, and no more once the request is deleted', async () => {
  const { me } = await portal.signIn('evaluador@almotacen.example')
  const evaluator = { userId: me.userId, participantId: me.idGenericEntity, role: 'AUDIT' } as Actor
  const { db } = portal.app
  const reached = () =>
    db
      .selectFrom('participant as p')
      .select('p.id')
      .where('p.kind', '=', 'PROVIDER')
      .where(canAccess(evaluator, 'named'))
      .orderBy('p.id')
      .execute()
  const before = await reached()
  expect(before).not.toEqual([])
  const gone = before[0]!.id
  await db
    .updateTable('validation')
    .set({ deleted_at: portal.clock.now() })
    .where('participant_id', '=', gone)
    .where('evaluator_id', '=', evaluator.participantId)
    .execute()
  expect(await reached()).toEqual(before.filter(({ id }) => id !== gone))
})
