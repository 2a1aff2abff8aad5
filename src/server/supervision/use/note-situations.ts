import { sql } from 'kysely'
import { acceptanceMachine } from '#domain/states/acceptance.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { statusOn } from '#domain/states/time.ts'
import { decideOutgrow } from '#domain/supervision/acceptance/acceptance.ts'
import { gapSentence } from '#domain/supervision/use/level.ts'
import type { Situation } from '#domain/supervision/use/situation.ts'
import { situationLabels, turnOf, useStanding } from '#domain/supervision/use/situation.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { StoredAcceptance, Use } from '#server/supervision/use/queries.ts'
import { usesOfService } from '#server/supervision/use/queries.ts'

/** The facts of a use for its bank; the audit log keeps none of them (BASE-11). */
export const useNoticeFacts = ({ id, entityId, providerId, provider, serviceId, service, requiredScore }: Use) => ({
  participantId: entityId,
  useId: id,
  providerId,
  providerName: provider,
  serviceId,
  serviceName: service,
  required: requiredScore ?? undefined,
})

/**
 * Derives the situations of some uses again after a change: ends the acceptances that no longer hold, notes the
 * situation of each live use, and tells its bank once when it was broken or met (LEVEL-14, LEVEL-16). The caller holds
 * the locks of their providers.
 * @param options.silently tells nothing: the bank has just seen it, or a publication was taken back
 * @returns the acceptances that were outgrown
 */
export async function noteSituations(
  tx: Transaction,
  uses: readonly Use[],
  { silently = false }: { silently?: boolean } = {},
): Promise<string[]> {
  const ended = uses.flatMap(use => endedOf(use, tx))
  await endAcceptances(tx, ended)
  const changed: { use: Use; situation: Situation }[] = []
  for (const use of uses) {
    if (use.until !== null) continue
    const { situation, gaps, obtained } = useStanding(use, tx.today)
    const turn = silently ? null : turnOf(use.noted as Situation | null, situation)
    changed.push({ use, situation })
    if (!turn) continue
    tx.record({
      event: turn === 'broken' ? 'use.level-broken' : 'use.level-met',
      object: { kind: 'use', id: use.id },
      participantId: use.entityId,
      told: {
        ...useNoticeFacts(use),
        rating: obtained?.rating,
        gap: obtained ? gaps.map(gapSentence).join('; ') : situationLabels[situation],
      },
    })
  }
  await noteAll(tx, changed)
  return ended.filter(({ outgrown }) => outgrown).map(({ acceptance }) => acceptance.id)
}

type Ended = { use: Use; acceptance: StoredAcceptance; outgrown: boolean; status: string }

/** The acceptances of a use that end now: outgrown, or past their last day. */
function endedOf(use: Use, { today }: Transaction): Ended[] {
  return use.acceptances.flatMap((acceptance): Ended[] => {
    if (acceptance.endedAt !== null) return []
    const outgrown = decideOutgrow(acceptance, use, today)
    if (outgrown?.ok && outgrown.to) return [{ use, acceptance, outgrown: true, status: outgrown.to }]
    const status = statusOn(acceptanceMachine, acceptance.status, acceptance.until, today)
    const isOver = acceptanceMachine.is.ended(status)
    // LAPSED is derived and never stored (D5).
    return isOver ? [{ use, acceptance, outgrown: false, status: acceptance.status }] : []
  })
}

async function endAcceptances(tx: Transaction, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return
  await sql`
    update acceptance a set status = e.status, ended_at = ${tx.now}
    from unnest(${ended.map(each => each.acceptance.id)}::text[], ${ended.map(each => each.status)}::text[])
      as e (id, status)
    where a.id = e.id`.execute(tx.db)
  for (const { use, acceptance, outgrown } of ended) {
    const decision = decideByStatus(acceptanceMachine, outgrown ? 'outgrow' : 'lapse', 'ACTIVE', 'TIME')
    if (!decision.ok) continue
    tx.record({
      event: decision.event,
      object: { kind: 'acceptance', id: acceptance.id },
      participantId: use.entityId,
    })
  }
}

async function noteAll(tx: Transaction, noted: readonly { use: Use; situation: Situation }[]): Promise<void> {
  if (noted.length === 0) return
  await sql`
    update service_use u set noted_situation = n.situation, noted_on = ${tx.today}::date
    from unnest(${noted.map(({ use }) => use.id)}::text[], ${noted.map(({ situation }) => situation)}::text[])
      as n (id, situation)
    where u.id = n.id`.execute(tx.db)
}

type Rated = { participant_id: string; service_id: string | null }

/**
 * After the publication or correction of a score: its effects on the banks that use the service. Call it in the
 * transaction of the score, which holds the lock of the provider.
 * @returns the acceptances that it outgrew, for the case that it is undone
 */
export async function noteRating(tx: Transaction, { participant_id, service_id }: Rated): Promise<string[]> {
  if (service_id === null) return []
  const uses = await usesOfService(tx.db, { providerId: participant_id, serviceId: service_id }, tx.today)
  return noteSituations(tx, uses)
}

/** After a publication was taken back: its acceptances are in force again, silently (decision 027). */
export async function takeBackRating(
  tx: Transaction,
  { participant_id, service_id }: Rated,
  outgrown: readonly string[],
): Promise<void> {
  if (service_id === null) return
  const decision = decideByStatus(acceptanceMachine, 'undoOutgrow', 'OUTGROWN', 'CCI')
  if (outgrown.length > 0 && decision.ok) {
    // Not where the bank has accepted again meanwhile.
    const { rows } = await sql<{ id: string; entityId: string }>`
      update acceptance a set status = ${decision.to}, ended_at = null
      from service_use u
      where a.id = any(${outgrown}) and u.id = a.use_id and not exists (
        select from acceptance o where o.use_id = a.use_id and o.ended_at is null)
      returning a.id, u.entity_id as "entityId"`.execute(tx.db)
    for (const { id, entityId } of rows) {
      tx.record({ event: decision.event, object: { kind: 'acceptance', id }, participantId: entityId })
    }
  }
  const uses = await usesOfService(tx.db, { providerId: participant_id, serviceId: service_id }, tx.today)
  await noteSituations(tx, uses, { silently: true })
}
