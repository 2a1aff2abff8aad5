import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import type { noteStance as noteContract, StanceWire } from '#domain/supervision/chain/contract.ts'
import type { Stance } from '#domain/supervision/chain/stance.ts'
import { stanceErrors, stanceLabelOf, stanceLabels } from '#domain/supervision/chain/stance.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { isChainSeen, linksWhere } from '#server/participant/chain/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { lockedUse } from '#server/supervision/use/change.ts'
import { useNoticeFacts } from '#server/supervision/use/note-situations.ts'

type Row = Omit<StanceWire, 'notedBy'> & { name: string; surnames: string; email: string }

/** What a bank has noted for a use, by the oldest first. */
export async function stancesOf(db: Db, useId: string): Promise<StanceWire[]> {
  const { rows } = await sql<Row>`
    select t.subcontract_id as "subcontractId", t.stance, t.text, t.at, t.version, o.name, o.surnames, o.email
    from chain_stance t join portal_user o on o.id = t.noted_by
    where t.use_id = ${useId} order by t.at, t.subcontract_id`.execute(db)
  return rows.map(({ name, surnames, email, ...row }) => ({ ...row, notedBy: calledBy({ name, surnames, email }) }))
}

const factsOf = ({ stance, text }: { stance: Stance; text: string }) => ({ stance: stanceLabelOf[stance], text })

/**
 * Notes what the actor's bank thinks of a subcontractor that its use depends on (CHAIN-08).
 * @throws DomainError notFound, invalid with fields, changedMeanwhile
 */
export async function noteStance(
  tx: Transaction,
  actor: Actor,
  { id, subcontractId }: { id: string; subcontractId: string },
  { version, stance, text }: BodyOf<typeof noteContract>,
): Promise<StanceWire> {
  const use = await lockedUse(tx, actor, id)
  const [link] = await linksWhere(
    tx.db,
    sql<boolean>`l.id = ${subcontractId} and l.provider_id = ${use.providerId} and l.service_id = ${use.serviceId}
      and ${isChainSeen(actor, tx.today)}`,
  )
  if (!link) throw new DomainError('notFound')
  const fields = stanceErrors({ stance, text })
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  const stanceNow = async () => (await stancesOf(tx.db, id)).find(each => each.subcontractId === subcontractId)
  const now = await stanceNow()
  await refuseStale(tx.db, actor, version, {
    version: now?.version ?? 0,
    now: now ? factsOf(now) : {},
    yours: factsOf({ stance, text }),
    labels: stanceLabels,
    object: { kind: 'stance', id },
  })
  if (now?.stance === stance && now.text === text) return now
  const values = { stance, text, noted_by: actor.userId, at: tx.now }
  await tx.db
    .insertInto('chain_stance')
    .values({ use_id: id, subcontract_id: subcontractId, ...values })
    .onConflict(conflict =>
      conflict
        .columns(['use_id', 'subcontract_id'])
        .doUpdateSet(eb => ({ ...values, version: eb('chain_stance.version', '+', 1) })),
    )
    .execute()
  tx.record({
    event: 'stance.noted',
    object: { kind: 'stance', id },
    participantId: actor.participantId,
    told: useNoticeFacts(use),
  })
  return (await stanceNow())!
}
