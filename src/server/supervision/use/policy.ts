import type { BodyOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { saveLevelPolicy as saveContract } from '#domain/supervision/use/contract.ts'
import { policyLabels } from '#domain/supervision/use/facts.ts'
import type { LevelPolicy } from '#domain/supervision/use/use.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'

type Policy = LevelPolicy & { version: number }

/** The policy of a bank; version 0 until it saves one. */
export async function policyOf(db: Db, entityId: string): Promise<Policy> {
  const found = await db
    .selectFrom('level_policy')
    .select(['critical_rating as criticalScore', 'other_rating as otherScore', 'version'])
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
  return found ?? { criticalScore: null, otherScore: null, version: 0 }
}

/**
 * Saves the policy; no use that is there changes (LEVEL-04).
 * @throws DomainError changedMeanwhile
 */
export async function savePolicy(
  tx: Transaction,
  actor: Actor,
  { version, ...wanted }: BodyOf<typeof saveContract>,
): Promise<Policy> {
  const entityId = actor.participantId
  await tx.db
    .insertInto('level_policy')
    .values({ entity_id: entityId, version: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await tx.db.selectFrom('level_policy').select('version').where('entity_id', '=', entityId).forUpdate().execute()
  const now = await policyOf(tx.db, entityId)
  const shown = ({ criticalScore, otherScore }: LevelPolicy) => ({
    criticalScore: criticalScore ?? '',
    otherScore: otherScore ?? '',
  })
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: shown(now),
    yours: shown(wanted),
    labels: policyLabels,
    object: { kind: 'level-policy', id: entityId },
  })
  if (now.criticalScore === wanted.criticalScore && now.otherScore === wanted.otherScore) return now
  await tx.db
    .updateTable('level_policy')
    .set(eb => ({
      critical_rating: wanted.criticalScore,
      other_rating: wanted.otherScore,
      version: eb('version', '+', 1),
    }))
    .where('entity_id', '=', entityId)
    .execute()
  tx.record({
    event: 'level-policy.saved',
    object: { kind: 'level-policy', id: entityId },
    participantId: entityId,
  })
  return policyOf(tx.db, entityId)
}
