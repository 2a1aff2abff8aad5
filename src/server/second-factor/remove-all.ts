import { Refusal } from '#domain/refusal.ts'
import { hasFactor } from '#domain/second-factor/second-factor.ts'
import { dropFactors, factorsOf } from '#server/second-factor/factors.ts'
import { tellOwner } from '#server/session/account-notice.ts'
import { endSessions } from '#server/session/queries.ts'
import type { Unit } from '#server/unit.ts'
import { lockUser } from '#server/user/queries.ts'

/** Leaves a user its password alone, ends its sessions and tells it. @throws Refusal notFound for who has no factor. */
export async function removeAllFactors(unit: Unit, userId: string, by: { by?: 'admin' } = {}): Promise<void> {
  const user = await lockUser(unit.db, userId)
  if (!user || !hasFactor(await factorsOf(unit.db, user.id))) throw new Refusal('notFound')
  await dropFactors(unit.db, user.id)
  await endSessions(unit.db, { userId: user.id, passwordStays: true }, unit.now)
  tellOwner(unit, user, 'factors-removed-by-centre')
  unit.record({
    event: 'user.factor-removed',
    object: { kind: 'user', id: user.id },
    participantId: user.participantId,
    data: { factor: 'all', ...by },
  })
}
