import { assertAllowed } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { decideSuperseding } from '#domain/report-request/renewal/renewal.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { supersedeExpired } from '#server/report-request/supersede.ts'
import type { RequestRow } from '#server/validation/queries.ts'
import { knownRequest, updateValidation, visibleValidation } from '#server/validation/queries.ts'
import { requestFactsFor, requestStatus } from '#server/validation/wire.ts'

/** What gave way to a renewal, as an undo of its publication needs it: their versions after that. */
export type GaveWay = { renewsId: string | null; superseded: { id: string; version: number }[] }

/**
 * Makes the published request give way to its renewal, which is about to be QUALIFIED in this transaction (RENEW-05);
 * also an expired one of the renewal's own evaluator (D11). The caller has locked the provider.
 * @throws DomainError requestExists for a live request with that evaluator
 */
export async function giveWayTo(tx: Transaction, actor: Actor, renewal: RequestRow): Promise<GaveWay> {
  const { id, renews_id: renewsId, participant_id: providerId } = renewal
  if (renewsId === null) return { renewsId, superseded: [] }
  const published = knownRequest(await visibleValidation(tx.db, actor, renewsId))
  const status = requestStatus(published, tx.today)
  const decision = assertAllowed(decideSuperseding(status, actor.role))
  const parties = { providerId, serviceId: renewal.service_id, evaluatorId: renewal.evaluator_id }
  const expired = await supersedeExpired(tx, actor, parties, renewsId)
  await updateValidation(tx.db, renewsId, { superseded_at: tx.now, superseded_by: id })
  await updateValidation(tx.db, id, { renews_id: null })
  tx.record({
    event: decision.event,
    object: { kind: 'validation', id: renewsId },
    facts: requestFactsFor(published),
    data: { from: status, to: decision.to, by: id },
  })
  const gone = [renewsId, ...(expired ? [expired.id] : [])]
  const superseded = await tx.db.selectFrom('validation').select(['id', 'version']).where('id', 'in', gone).execute()
  return { renewsId, superseded }
}

/** Whether what gave way, and the renewal that took its place, are still as the publication left them. */
export async function isAsLeft(tx: Transaction, renewalId: string, { superseded }: GaveWay): Promise<boolean> {
  const ids = superseded.map(({ id }) => id)
  const rows = await tx.db
    .selectFrom('validation')
    .select(['id', 'version'])
    .where('id', 'in', [...ids, ''])
    .where('deleted_at', 'is', null)
    .execute()
  const renewed = await tx.db
    .selectFrom('validation')
    .select('id')
    .where('renews_id', '=', renewalId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return !renewed && superseded.every(left => rows.some(row => row.id === left.id && row.version === left.version))
}

/** Gives the published request its place back. The renewal is PENDING again and names it. */
export async function takeBack(tx: Transaction, renewalId: string, { renewsId, superseded }: GaveWay): Promise<void> {
  if (renewsId === null) return
  await updateValidation(tx.db, renewalId, { renews_id: renewsId })
  for (const { id } of superseded) await updateValidation(tx.db, id, { superseded_at: null, superseded_by: null })
}
