import { sql } from 'kysely'
import { KEY_STEPS } from '#domain/integration/key/key.ts'
import { isStepDue, stepReached } from '#domain/notification/ladder.ts'
import { apiKeyMachine } from '#domain/states/integration.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { addDays } from '#domain/values/day.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { hasStatus } from '#server/platform/database/status.ts'

/** The step of a key whose end was noted. */
const ENDED = 0

/**
 * Tells the principal users that keys of theirs end in 30 and in 7 days, each step once (HOOK-06), and notes their end in
 * the audit log. Keys end without it. Idempotent, at any hour and on any number of servers.
 */
export async function announceKeys(app: AppContext): Promise<void> {
  await inTransaction(app, null, async tx => {
    const keys = await tx.db
      .selectFrom('api_key as k')
      .innerJoin('participant as p', 'p.id', 'k.entity_id')
      .select(['k.id', 'k.name', 'k.entity_id', 'k.expires_on', 'k.told_step'])
      .where('p.deleted_at', 'is', null)
      .where(hasStatus(sql`k.status`, apiKeyMachine.sets.inForce))
      .where('k.expires_on', '<=', addDays(tx.today, Math.max(...KEY_STEPS)))
      .where(sql<boolean>`k.told_step is distinct from ${ENDED}`)
      .orderBy('k.expires_on')
      .orderBy('k.id')
      .forUpdate('k')
      .skipLocked()
      .execute()
    for (const { id, name, entity_id: participantId, expires_on: expiresOn, told_step } of keys) {
      if (expiresOn < tx.today) {
        const lapse = decideByStatus(apiKeyMachine, 'lapse', 'ACTIVE', 'TIME')
        if (!lapse.ok) continue
        await tx.db.updateTable('api_key').set({ told_step: ENDED }).where('id', '=', id).execute()
        tx.record({ event: lapse.event, object: { kind: 'api-key', id }, participantId, data: { name } })
        continue
      }
      const step = stepReached(expiresOn, tx.today, KEY_STEPS)
      if (step === null || !isStepDue(step, told_step)) continue
      await tx.db.updateTable('api_key').set({ told_step: step }).where('id', '=', id).execute()
      tx.record({
        event: 'api-key.ending',
        object: { kind: 'api-key', id },
        participantId,
        facts: { participantId, onceKey: `API_KEY_ENDING:${id}:${step}` },
        told: { keyName: name, expiresOn },
        data: { name, expiresOn },
      })
    }
  })
}
