import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { ClockMoments } from '#domain/incident/bulletin/clock.ts'
import { clockFaults } from '#domain/incident/bulletin/clock.ts'
import type {
  acknowledgeBulletin as acknowledgeContract,
  BulletinWire,
  setImpactClock as clockContract,
} from '#domain/incident/bulletin/contract.ts'
import {
  acknowledgementFacts,
  acknowledgementLabels,
  clockFacts,
  clockLabels,
  moments,
} from '#domain/incident/bulletin/facts.ts'
import { visibleBulletin } from '#server/incident/bulletin/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'

/**
 * A bulletin that told the actor's bank, locked against a second answer of the bank.
 * @throws DomainError notFound
 */
async function lockedFor(tx: Transaction, actor: Actor, id: string): Promise<BulletinWire> {
  await visibleBulletin(tx.db, actor, id)
  await tx.db
    .selectFrom('bulletin_sent')
    .select('bulletin_id')
    .where('bulletin_id', '=', id)
    .where('entity_id', '=', actor.participantId)
    .forUpdate()
    .execute()
  return visibleBulletin(tx.db, actor, id)
}

/** The id of the row of an answer: the one that is there, or a new one. */
async function idOf(tx: Transaction, table: 'acknowledgement' | 'impact_clock', bulletin: string, entity: string) {
  const found = await tx.db
    .selectFrom(table)
    .select('id')
    .where('bulletin_id', '=', bulletin)
    .where('entity_id', '=', entity)
    .executeTakeFirst()
  return found?.id ?? tx.newId()
}

/**
 * A bank acknowledges a bulletin, or changes what it answered (AFFECT-08).
 * @throws DomainError notFound, changedMeanwhile
 */
export async function acknowledge(
  tx: Transaction,
  actor: Actor,
  bulletinId: string,
  { version, ...given }: BodyOf<typeof acknowledgeContract>,
): Promise<BulletinWire> {
  const bulletin = await lockedFor(tx, actor, bulletinId)
  const standing = bulletin.acknowledgement ?? null
  const id = await idOf(tx, 'acknowledgement', bulletinId, actor.participantId)
  await refuseStale(tx.db, actor, version, {
    version: standing?.version ?? 0,
    now: standing ? acknowledgementFacts(standing) : {},
    yours: acknowledgementFacts(given),
    labels: acknowledgementLabels,
    object: { kind: 'acknowledgement', id },
  })
  const { impact, shared, note } = given
  if (standing?.impact === impact && standing.shared === shared && standing.note === note) return bulletin
  // The time stays that of the first answer: it shows when the bank knew.
  const values = { user_id: actor.userId, impact, shared, note }
  await tx.db
    .insertInto('acknowledgement')
    .values({ id, bulletin_id: bulletinId, entity_id: actor.participantId, at: tx.now, ...values })
    .onConflict(conflict =>
      conflict
        .columns(['bulletin_id', 'entity_id'])
        .doUpdateSet(eb => ({ ...values, version: eb('acknowledgement.version', '+', 1) })),
    )
    .execute()
  tx.record({
    event: 'acknowledgement.made',
    object: { kind: 'acknowledgement', id },
    participantId: actor.participantId,
    told: { participantId: actor.participantId, providerId: bulletin.providerId, bulletinId },
  })
  return visibleBulletin(tx.db, actor, bulletinId)
}

/**
 * A bank writes the moments from which its own deadlines count; what is left out stays (AFFECT-11).
 * @throws DomainError notFound, invalid for a moment in the future or before an earlier one, changedMeanwhile
 */
export async function setClock(
  tx: Transaction,
  actor: Actor,
  bulletinId: string,
  { version, ...given }: BodyOf<typeof clockContract>,
): Promise<BulletinWire> {
  const bulletin = await lockedFor(tx, actor, bulletinId)
  const standing = bulletin.clock ?? null
  const id = await idOf(tx, 'impact_clock', bulletinId, actor.participantId)
  await refuseStale(tx.db, actor, version, {
    version: standing?.version ?? 0,
    now: standing ? clockFacts(standing) : {},
    yours: clockFacts(given),
    labels: clockLabels,
    object: { kind: 'impact-clock', id },
  })
  const late = moments.filter(moment => (given[moment] ?? '') !== '' && Date.parse(given[moment]!) > Date.parse(tx.now))
  if (late.length > 0) {
    const fields = Object.fromEntries(late.map(moment => [moment, 'Esta hora aún no ha llegado']))
    throw new DomainError('invalid', { fields })
  }
  const after = (moment: (typeof moments)[number]) => {
    const sent = given[moment]
    return sent === undefined ? (standing?.[moment] ?? null) : sent && new Date(sent).toISOString()
  }
  const backwards = clockFaults(Object.fromEntries(moments.map(moment => [moment, after(moment)])) as ClockMoments)
  if (Object.keys(backwards).length > 0) throw new DomainError('invalid', { fields: backwards })
  if (moments.every(moment => after(moment) === (standing?.[moment] ?? null))) return bulletin
  const values = {
    aware_at: after('awareAt'),
    classified_at: after('classifiedAt'),
    initial_sent_at: after('initialSentAt'),
    intermediate_sent_at: after('intermediateSentAt'),
  }
  await tx.db
    .insertInto('impact_clock')
    .values({ id, bulletin_id: bulletinId, entity_id: actor.participantId, ...values })
    .onConflict(conflict =>
      conflict
        .columns(['bulletin_id', 'entity_id'])
        .doUpdateSet(eb => ({ ...values, version: eb('impact_clock.version', '+', 1) })),
    )
    .execute()
  tx.record({
    event: 'impact-clock.saved',
    object: { kind: 'impact-clock', id },
    participantId: actor.participantId,
  })
  return visibleBulletin(tx.db, actor, bulletinId)
}
