import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import { sentence } from '#domain/messages.ts'
import type { patchParticipant } from '#domain/participant/contract.ts'
import { accreditationFacts, accreditationLabels } from '#domain/participant/facts.ts'
import { expiryFault } from '#domain/values/day.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { refuseFields } from '#server/participant/edit.ts'
import { lockParticipant } from '#server/participant/queries.ts'

/**
 * Changes the fields that only CCI sets: the company type of a provider (DOC-12), and the end of an evaluator's
 * accreditation (ROLE-15, D35), where null removes the accreditation.
 * @throws DomainError notFound, changedMeanwhile, unknownField for a field of another kind, expiryTooEarly for today or
 * earlier, expiryTooLate
 */
export async function patch(
  tx: Transaction,
  actor: Actor,
  kind: InvitableKind,
  id: string,
  { version, companyType, expiredAt }: BodyOf<typeof patchParticipant>,
): Promise<void> {
  const row = await lockParticipant(tx.db, id)
  if (!row || row.kind !== kind) throw new DomainError('notFound')
  refuseFields([
    ...(companyType !== undefined && kind !== 'PROVIDER' ? ['companyType'] : []),
    ...(expiredAt !== undefined && kind !== 'AUDIT' ? ['expiredAt'] : []),
  ])
  const fault = expiredAt ? expiryFault(expiredAt, tx.today) : null
  if (fault) throw new DomainError(fault, { fields: { expiredAt: sentence(fault) } })
  const object = { kind: 'participant', id }
  await refuseStale(tx.db, actor, version, {
    version: row.version,
    now: accreditationFacts({ companyType: row.company_type, expiredAt: row.accredited_until }),
    yours: accreditationFacts({ companyType, expiredAt }),
    labels: accreditationLabels,
    object,
  })
  const update = { version: row.version + 1 }
  if (companyType !== undefined && companyType !== row.company_type) {
    await tx.db
      .updateTable('participant')
      .set({ ...update, company_type: companyType })
      .where('id', '=', id)
      .execute()
    tx.record({ event: 'participant.edited', object, participantId: id, data: { fields: ['companyType'] } })
  }
  if (expiredAt !== undefined && expiredAt !== row.accredited_until) {
    await tx.db
      .updateTable('participant')
      .set({ ...update, accredited_until: expiredAt })
      .where('id', '=', id)
      .execute()
    tx.record({
      event: 'participant.accredited',
      object,
      participantId: id,
      told: { participantId: id },
      data: { accreditedUntil: expiredAt },
    })
  }
}
